import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { usePlatformForm } from './use-platform-form.ts'

/** Where the certificates are fetched with which the platform shows itself to providers that ask for one. */
export function CertificatesForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation(['platform', 'common'])
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const [cashIn, setCashIn] = useState(platform.certCashInUrl ?? '')
  const [cashOut, setCashOut] = useState(platform.certCashOutUrl ?? '')
  const { form, isTried, tried } = useTries()
  const wished = { certCashInUrl: cashIn || null, certCashOutUrl: cashOut || null }
  useUnsaved(!isSame(wished))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (isUsable(cashIn) && isUsable(cashOut)) save(wished)
  }
  const addressField = (label: string, value: string, onChange: (value: string) => void) => (
    <TextField
      type="url"
      inputMode="url"
      spellCheck={false}
      maxLength={2000}
      placeholder="https://"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value.trim())}
      error={isTried && !isUsable(value) ? t('common:invalid.uri') : undefined}
    />
  )
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t('certificates.text')}</p>
      {addressField(t('certificates.cashIn'), cashIn, setCashIn)}
      {addressField(t('certificates.cashOut'), cashOut, setCashOut)}
      <div>
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(wished)}>
          {t('certificates.save')}
        </Button>
      </div>
    </form>
  )
}

const isUsable = (address: string) =>
  address === '' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
