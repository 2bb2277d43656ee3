import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { providerQueries } from '../providers/queries.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { DecisionList } from './decision.tsx'
import { routingQueries } from './queries.ts'

/** Why this provider; nothing where only one account was thought of. */
export function RoutingPanel({ kind, id }: { kind: 'charges' | 'withdrawals'; id: string }) {
  const { t } = useTranslation('routing')
  const decision = useQuery(routingQueries.decision(kind, id))
  const failure = useFirstFailure(decision)
  const me = useSession()
  const accounts = useQuery(providerQueries.accounts())
  const rules = useQuery(routingQueries.rules())
  if (failure !== null) return <FailedPanel title={t('why')} query={decision} />
  if (!decision.data || decision.data.candidates.length < 2) return null
  const { ruleId } = decision.data
  const rule = rules.data?.data.find((one) => one.id === ruleId)
  return (
    <Panel title={t('why')}>
      <p className="mb-3 text-ink-soft">
        {ruleId === null ? t('byPriority') : rule ? t('byRule', { name: rule.name }) : t('byGoneRule')}
      </p>
      <DecisionList
        decision={decision.data}
        accounts={accounts.data?.data ?? []}
        {...(mayOperate(me) ? {} : { atLeast: 1 })}
      />
    </Panel>
  )
}
