import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { receiverQueries } from '../receivers/queries.ts'
import { usePlatformForm } from './use-platform-form.ts'

/** In whose name withdrawals leave, and up to what amount a payment is believed that nothing but an address proves. */
export function MoneyForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const receivers = useInfiniteQuery(receiverQueries.list({ status: 'ACTIVE' }))
  const [defaultReceiverId, setReceiver] = useState(platform.defaultReceiverId)
  const [maxUnprovedAmount, setAmount] = useState(platform.maxUnprovedAmount)
  const known = (receivers.data?.pages ?? []).flatMap(({ data }) =>
    data.flatMap(({ receiverId, name }) =>
      receiverId === null ? [] : [{ value: receiverId, label: name, hint: receiverId }],
    ),
  )
  const current = platform.defaultReceiverId
  const isListed = current === null || known.some(({ value }) => value === current)
  const wished = { defaultReceiverId, maxUnprovedAmount }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(wished)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SelectField
        clearable
        label={t('money.receiver')}
        helper={t('money.receiverHint')}
        placeholder={t('money.noReceiver')}
        options={isListed ? known : [{ value: current, label: current }, ...known]}
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
