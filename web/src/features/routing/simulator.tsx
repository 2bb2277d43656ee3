import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import {
  PAYMENT_METHODS,
  type ProviderAccount,
  ROUTED_MOVEMENTS,
  type RoutedMovement,
  type RoutingRule,
  type SimulatedMovement,
} from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DecisionList } from './decision.tsx'
import { simulate } from './queries.ts'

const METHODS = {
  charge: PAYMENT_METHODS,
  withdrawal: ['PIX', 'BANK_ACCOUNT'],
} as const satisfies Record<RoutedMovement, readonly SimulatedMovement['paymentMethod'][]>

/** Who would take a charge or a withdrawal now; nothing is made. */
export function Simulator({
  accounts,
  rules,
}: {
  accounts: readonly ProviderAccount[]
  rules: readonly RoutingRule[]
}) {
  const { t } = useTranslation(['routing', 'common'])
  const [movement, setMovement] = useState<RoutedMovement>('charge')
  const [method, setMethod] = useState<SimulatedMovement['paymentMethod']>('PIX')
  const [amount, setAmount] = useState(10_000)
  const [installments, setInstallments] = useState('1')
  const run = useMutation(simulate())
  const isCard = method === 'CREDIT_CARD'
  const labelOf = (value: SimulatedMovement['paymentMethod']) =>
    value === 'BANK_ACCOUNT' ? t('simulator.bankAccount') : t(`common:method.${value}`)
  const decision = run.data
  const rule = rules.find(({ id }) => id === decision?.ruleId)
  return (
    <Panel title={t('simulator.title')}>
      <p className="mb-4 text-ink-soft">{t('simulator.lead')}</p>
      <form
        noValidate
        className="grid items-end gap-4 md:max-2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate({
            movement,
            paymentMethod: method,
            amount,
            ...defined({ installments: isCard ? Number(installments) || 1 : undefined }),
          })
        }}
      >
        <SelectField
          label={t('simulator.movement')}
          options={ROUTED_MOVEMENTS.map((value) => ({ value, label: t(`simulator.movements.${value}`) }))}
          value={movement}
          onValueChange={(value) => {
            setMovement(value ?? 'charge')
            setMethod('PIX')
          }}
        />
        <SelectField
          label={t('form.method')}
          options={METHODS[movement].map((value) => ({ value, label: labelOf(value) }))}
          value={method}
          onValueChange={(value) => setMethod(value ?? 'PIX')}
        />
        <MoneyField label={t('simulator.amount')} value={amount} onValueChange={setAmount} />
        {isCard && (
          <TextField
            label={t('simulator.installments')}
            inputMode="numeric"
            value={installments}
            onChange={({ target }) => setInstallments(target.value.replace(/\D/g, '').slice(0, 2))}
          />
        )}
        <Button type="submit" className="justify-self-start" busy={run.isPending}>
          {t('simulator.run')}
        </Button>
      </form>
      {run.isError && <ErrorState error={run.error} onRetry={() => run.reset()} />}
      {decision && (
        <div className="mt-5 border-t border-line pt-4" aria-live="polite">
          <p className="mb-3 font-medium">
            {decision.ruleId === null ? t('byPriority') : t('byRule', { name: rule?.name ?? '' })}
          </p>
          {decision.candidates.some(({ taken }) => taken) || (
            <p className="mb-3 text-danger-ink">{t('simulator.noAccount')}</p>
          )}
          <DecisionList decision={decision} accounts={accounts} />
        </div>
      )}
    </Panel>
  )
}
