import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import type { Dispute } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { disputeQueries } from '../disputes/queries.ts'
import { DisputeBadge } from '../disputes/status.tsx'

/** What banks have asked back of a charge; nothing where none has. */
export function DisputesPanel({ chargeId }: { chargeId: string }) {
  const { t } = useTranslation('disputes')
  const disputes = useInfiniteQuery(disputeQueries.list({ chargeId }))
  const failure = useFirstFailure(disputes)
  if (failure !== null) return <FailedPanel title={t('list.title')} query={disputes} />
  const rows = rowsOf<Dispute>(disputes)
  if (rows.length === 0) return null
  return (
    <Panel title={t('list.title')}>
      <ul aria-label={t('list.title')} className="grid gap-4">
        {rows.map((dispute) => (
          <Row key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const { money } = useFormat()
  const { id, kind, state, amount, currency, openedAt, dueAt } = dispute
  const title = money(amount, currency)
  return (
    <li className="grid gap-1 border-t border-line pt-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to={`/disputes/${id}`}
          aria-label={t('list.open', { amount: title })}
          className="figures font-semibold text-accent-ink hover:underline"
        >
          {title}
        </Link>
        <DisputeBadge state={state} />
      </div>
      <p className="text-[0.8125rem] text-ink-faint">
        {t(`kind.${kind}`)} · <RelativeTime at={openedAt} />
      </p>
      {dueAt && isOpenDispute(state) && (
        <p className="text-[0.8125rem] text-warning-ink">
          {t('column.due')}: <RelativeTime at={dueAt} />
        </p>
      )}
    </li>
  )
}
