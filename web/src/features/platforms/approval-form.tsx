import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_APPROVAL_HOURS } from '../../../../domain/approval.ts'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { usePlatformForm } from './use-platform-form.ts'

/** From what amount on a withdrawal needs a second person. */
export function ApprovalForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const [isOn, setOn] = useState(platform.approvalAbove !== null)
  const [amount, setAmount] = useState(platform.approvalAbove ?? 0)
  const [hours, setHours] = useState(String(platform.approvalHours))
  const isHoursWrong = !/^\d+$/.test(hours) || Number(hours) < 1 || Number(hours) > LONGEST_APPROVAL_HOURS
  const wished = isOn ? { approvalAbove: amount, approvalHours: Number(hours) } : { approvalAbove: null }
  useUnsaved(!isSame(wished))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOn && isHoursWrong) return
    save(wished)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <label className="flex cursor-pointer gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => setOn(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">{t('approval.on')}</span>
          <span className="block text-[0.8125rem] text-ink-soft text-pretty">{t('approval.who')}</span>
        </span>
      </label>
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField
            label={t('approval.above')}
            helper={t('approval.aboveHint')}
            value={amount}
            onValueChange={setAmount}
          />
          <TextField
            label={t('approval.hours')}
            helper={t('approval.hoursHint')}
            inputMode="numeric"
            maxLength={3}
            value={hours}
            onChange={({ target }) => setHours(target.value.trim())}
            error={isHoursWrong ? t('approval.hoursWrong', { max: LONGEST_APPROVAL_HOURS }) : undefined}
          />
        </div>
      )}
      <div>
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(wished)}>
          {t('approval.save')}
        </Button>
      </div>
    </form>
  )
}
