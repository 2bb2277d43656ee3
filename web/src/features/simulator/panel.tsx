/** Test mode: the buyer's, the bank's and the provider's part, by a button for each thing that can happen now. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  type ChargeSimulation,
  SIMULATIONS_OF_CHARGE,
  SIMULATIONS_OF_WITHDRAWAL,
  type WithdrawalSimulation,
} from '../../../../domain/simulation.ts'
import type { Charge, Withdrawal } from '../../api/contract.ts'
import { isTestMode } from '../../api/mode.ts'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { simulate } from './queries.ts'

export function ChargeSimulator({ charge: { id, status, transactionId } }: { charge: Charge }) {
  return <Simulator path={`/v1/charges/${id}`} actions={transactionId === null ? [] : SIMULATIONS_OF_CHARGE[status]} />
}

export function WithdrawalSimulator({ withdrawal: { id, status, withdrawId } }: { withdrawal: Withdrawal }) {
  return (
    <Simulator path={`/v1/withdrawals/${id}`} actions={withdrawId === null ? [] : SIMULATIONS_OF_WITHDRAWAL[status]} />
  )
}

interface SimulatorProps {
  path: string
  actions: readonly (ChargeSimulation | WithdrawalSimulation)[]
}

function Simulator({ path, actions }: SimulatorProps) {
  const { t } = useTranslation('simulator')
  const act = useMutation(simulate(useQueryClient(), path))
  if (!isTestMode || actions.length === 0) return null
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <FlaskConical aria-hidden className="size-4 text-ink-faint" />
          {t('title')}
        </span>
      }
    >
      <p className="mb-4 text-ink-soft text-pretty">{t('lead')}</p>
      <div className="flex flex-wrap gap-2">
        {actions.map((action, index) => (
          <Button
            key={action}
            look={index === 0 ? 'primary' : 'secondary'}
            busy={act.isPending && act.variables === action}
            disabled={act.isPending}
            onClick={() =>
              act.mutate(action, {
                onSuccess: () => toast.success(t('done')),
                onError: (error) => tellFailure(t('failed'), error),
              })
            }
          >
            {t(`action.${action}`)}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
