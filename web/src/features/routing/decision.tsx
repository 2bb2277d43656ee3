import { useTranslation } from 'react-i18next'
import type { ProviderAccount, RoutingDecision } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'

/** With many accounts the last ones are folded. */
const SHOWN = 8

interface DecisionListProps {
  decision: RoutingDecision
  accounts: readonly ProviderAccount[]
  /** At least so many are shown unfolded. */
  atLeast?: number
}

/** The accounts in the order of routing, and the excluded ones, each with its reason. A long list is cut until it is expanded. */
export function DecisionList({ decision: { candidates }, accounts, atLeast = SHOWN }: DecisionListProps) {
  const { t } = useTranslation('routing')
  const shown = Math.max(atLeast, candidates.findLastIndex(({ taken }) => taken) + 1)
  const rest = candidates.slice(shown)
  return (
    <>
      <Candidates candidates={candidates.slice(0, shown)} accounts={accounts} />
      {rest.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer py-1 text-[0.8125rem] text-accent-ink max-md:py-3">
            {t('others', { count: rest.length })}
          </summary>
          <div className="mt-2">
            <Candidates candidates={rest} accounts={accounts} />
          </div>
        </details>
      )}
    </>
  )
}

interface CandidatesProps {
  candidates: RoutingDecision['candidates']
  accounts: readonly ProviderAccount[]
}

function Candidates({ candidates, accounts }: CandidatesProps) {
  const { t } = useTranslation('routing')
  const providerName = useProviderName()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return (
    <ol className="grid gap-2">
      {candidates.map(({ providerAccountId, provider, taken, reason }) => (
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
