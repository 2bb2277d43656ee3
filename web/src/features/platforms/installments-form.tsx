import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_INSTALLMENT_FEE } from '../../../../domain/installments.ts'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { feeOf, feeText } from './fees.ts'
import { usePlatformForm } from './use-platform-form.ts'

const MOST = 24
const NUMBERS = Array.from({ length: MOST }, (_, index) => String(index + 1))

/** What paying by card in so many installments costs the buyer. */
export function InstallmentsForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const [fees, setFees] = useState(platform.installmentFees.map(feeText))
  const [free, setFree] = useState(platform.maxInstallmentsWithoutInterest)
  const [least, setLeast] = useState(platform.minInstallmentValue)
  const read = fees.map(feeOf)
  const isWrong = read.includes(undefined)
  const wished = {
    installmentFees: read.filter((fee) => fee !== undefined),
    maxInstallmentsWithoutInterest: free,
    minInstallmentValue: least,
  }
  useUnsaved(!isSame(wished))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) save(wished)
  }
  const options = [...new Set([...NUMBERS, String(fees.length), String(free)])].filter((number) => number !== '0')
  const choices = (none: string) => [
    { value: '0', label: none },
    ...options.map((number) => ({ value: number, label: t('installments.times', { count: Number(number) }) })),
  ]
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t('installments.text')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={t('installments.upTo')}
          options={choices(t('installments.noTable'))}
          value={String(fees.length)}
          onValueChange={(value) => setFees(Array.from({ length: Number(value ?? 0) }, (_, at) => fees[at] ?? '0'))}
        />
        <SelectField
          label={t('installments.free')}
          options={choices(t('installments.noneFree'))}
          value={String(free)}
          onValueChange={(value) => setFree(Number(value ?? 0))}
        />
        <MoneyField label={t('installments.least')} value={least} onValueChange={setLeast} />
      </div>
      {fees.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-[0.8125rem] font-medium">{t('installments.fees')}</legend>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {fees.map((fee, at) => (
              <TextField
                key={NUMBERS[at] ?? at}
                label={t('installments.times', { count: at + 1 })}
                inputMode="decimal"
                maxLength={10}
                className="figures"
                value={fee}
                disabled={at < free}
                onChange={({ target }) => setFees(fees.with(at, target.value))}
                error={read[at] === undefined ? t('installments.feeWrong', { most: MAX_INSTALLMENT_FEE }) : undefined}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div>
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(wished) || isWrong}>
          {t('installments.save')}
        </Button>
      </div>
    </form>
  )
}
