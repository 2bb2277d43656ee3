import { useTranslation } from 'react-i18next'
import type { ProviderAccount, RoutingDecision } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'

/** Who is asked first, who comes next, and who does not come in question, each with its reason. */
export function DecisionList({
  decision,
  accounts,
}: {
  decision: RoutingDecision
  accounts: readonly ProviderAccount[]
}) {
  const { t } = useTranslation('routing')
  const providerName = useProviderName()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return (
    <ol className="grid gap-2">
      {decision.candidates.map(({ providerAccountId, provider, taken, reason }) => (
        <li key={providerAccountId} className="flex min-w-0 items-center justify-between gap-3">
          <span className="min-w-0">
            <span className="block truncate font-medium">{names.get(providerAccountId) ?? providerName(provider)}</span>
            <span className="block text-[0.8125rem] text-ink-faint">{t(`reason.${reason}`)}</span>
          </span>
          {taken && <Badge tone="success">{t('taken')}</Badge>}
        </li>
      ))}
    </ol>
  )
}
