import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAYMENT_POLICIES, type PaymentPolicies, type PaymentPolicy } from '../../../../domain/payment.ts'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { usePlatformForm } from './use-platform-form.ts'

/** The policy for unexpected payments. */
export function PoliciesForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm<PaymentPolicies>(platform)
  const { doublePayments, latePayments } = platform
  const [chosen, setChosen] = useState<PaymentPolicies>({ doublePayments, latePayments })
  useUnsaved(!isSame(chosen))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(chosen)
  }
  return (
    <form onSubmit={submit} className="grid gap-8">
      <Choice
        policy="doublePayments"
        chosen={chosen.doublePayments}
        onChoose={(value) => setChosen({ ...chosen, doublePayments: value })}
      />
      <Choice
        policy="latePayments"
        chosen={chosen.latePayments}
        onChoose={(value) => setChosen({ ...chosen, latePayments: value })}
      />
      <div>
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(chosen)}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps<Policy extends PaymentPolicy> {
  policy: Policy
  chosen: PaymentPolicies[Policy]
  onChoose: (value: PaymentPolicies[Policy]) => void
}

function Choice<Policy extends PaymentPolicy>({ policy, chosen, onChoose }: ChoiceProps<Policy>) {
  const { t } = useTranslation('platform')
  const values = PAYMENT_POLICIES[policy] as readonly PaymentPolicies[Policy][]
  const textOf = (key: string) => t(`policies.${policy}.${key}` as 'policies.latePayments.title')
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium">{textOf('title')}</legend>
      <p className="mb-2 text-[0.8125rem] text-ink-soft text-pretty">{textOf('text')}</p>
      {values.map((value) => (
        <label
          key={value}
          className="flex cursor-pointer gap-3 rounded-lg border border-line p-4 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={policy}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="mt-0.5 size-4 accent-accent"
          />
          <span>
            <span className="block font-medium">{textOf(value)}</span>
            <span className="block text-[0.8125rem] text-ink-soft text-pretty">{textOf(`${value}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
