import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { ReceiverField } from '../receivers/receiver-field.tsx'
import { usePlatformForm } from './use-platform-form.ts'

/** In whose name withdrawals leave, and up to what amount a payment is believed that nothing but an address proves. */
export function MoneyForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const [defaultReceiverId, setReceiver] = useState(platform.defaultReceiverId)
  const [maxUnprovedAmount, setAmount] = useState(platform.maxUnprovedAmount)
  const wished = { defaultReceiverId, maxUnprovedAmount }
  useUnsaved(!isSame(wished))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(wished)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ReceiverField
        clearable
        label={t('money.receiver')}
        helper={t('money.receiverHint')}
        placeholder={t('money.noReceiver')}
        value={defaultReceiverId}
        onValueChange={setReceiver}
      />
      <MoneyField
        label={t('money.unproved')}
        helper={t('money.unprovedHint')}
        value={maxUnprovedAmount}
        onValueChange={setAmount}
      />
      <div>
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(wished)}>
          {t('money.save')}
        </Button>
      </div>
    </form>
  )
}
