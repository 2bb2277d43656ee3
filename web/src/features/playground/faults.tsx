import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { clearFaults, FAULTS, type Fault, playgroundQueries, setFault, WEBHOOK_FAULTS } from './queries.ts'

const ANY = '*'

interface FaultsProps {
  operations: readonly { provider: string; operation: string }[]
  codes: readonly string[]
}

/** What shall go wrong next at which provider. */
export function Faults({ operations, codes }: FaultsProps) {
  const { t } = useTranslation('playground')
  const providerName = useProviderName()
  const add = useMutation(setFault(useQueryClient()))
  const [chosenProvider, setProvider] = useState<string | null>(null)
  const [chosenOperation, setOperation] = useState('createTransaction')
  const [chosenFault, setFaultName] = useState<Fault>('commitThenDrop')
  const [times, setTimes] = useState(1)
  const provider = chosenProvider ?? codes[0] ?? null
  const offered = [ANY, ...operations.filter((row) => row.provider === provider).map(({ operation }) => operation)]
  const operation = offered.includes(chosenOperation) ? chosenOperation : ANY
  const faults = FAULTS.filter(
    (fault) => operation === ANY || WEBHOOK_FAULTS.includes(fault) === (operation === 'webhook'),
  )
  const fault = faults.includes(chosenFault) ? chosenFault : (faults[0] ?? chosenFault)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (provider === null) return
    add.mutate(
      { provider, operation, fault, times },
      {
        onSuccess: () => toast.success(t('added')),
        onError: (error) => tellFailure(t('failed'), error),
      },
    )
  }
  return (
    <div className="grid items-start gap-4 md:max-2xl:grid-cols-2">
      <Panel title={t('faults')}>
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-ink-soft">{t('faultsHint')}</p>
          <SelectField
            label={t('provider')}
            options={codes.map((code) => ({ value: code, label: providerName(code) }))}
            value={provider}
            onValueChange={setProvider}
          />
          <SelectField
            label={t('operation')}
            options={offered.map((value) => ({ value, label: value === ANY ? t('everyOperation') : value }))}
            value={operation}
            onValueChange={(value) => setOperation(value ?? ANY)}
          />
          <SelectField
            label={t('fault')}
            options={faults.map((value) => ({ value, label: t(`kinds.${value}`), hint: value }))}
            value={fault}
            onValueChange={(value) => setFaultName(value ?? 'commitThenDrop')}
          />
          <TextField
            type="number"
            min={0}
            label={t('times')}
            helper={t('timesHelper')}
            value={times}
            onChange={({ target }) => setTimes(Math.max(0, Math.trunc(target.valueAsNumber || 0)))}
          />
          <Button type="submit" look="primary" busy={add.isPending} disabled={provider === null}>
            {t('add')}
          </Button>
        </form>
      </Panel>
      <ActiveFaults />
    </div>
  )
}

function ActiveFaults() {
  const { t } = useTranslation('playground')
  const providerName = useProviderName()
  const faults = useQuery(playgroundQueries.faults())
  const clear = useMutation(clearFaults(useQueryClient()))
  const rules = faults.data?.data ?? []
  return (
    <Panel
      title={t('active')}
      aside={
        rules.length > 0 && (
          <Button
            size="small"
            busy={clear.isPending}
            onClick={() => clear.mutate(undefined, { onSuccess: () => toast.success(t('cleared')) })}
          >
            {t('clear')}
          </Button>
        )
      }
    >
      {rules.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      <ul className="grid gap-3">
        {rules.map(({ provider, operation, fault, times }) => (
          <li key={`${provider} ${operation}`}>
            <p className="font-medium">{t(`kinds.${fault}`)}</p>
            <p className="text-[0.8125rem] text-ink-faint">
              {providerName(provider)} · {operation === ANY ? t('everyOperation') : operation} ·{' '}
              {times === 0 ? t('forever') : t('left', { count: times })}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
