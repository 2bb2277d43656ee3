import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { WaitingRow } from '../attention/item.tsx'
import { attentionQueries } from '../attention/queries.ts'

/** The oldest items that wait for an operator, with amount and reason; nothing when none waits. */
export function FirstWaiting() {
  const { t } = useTranslation('overview')
  const waiting = useQuery(attentionQueries.first())
  const failure = useFirstFailure(waiting)
  if (failure !== null) return <FailedPanel title={t('first')} query={waiting} />
  const { data } = waiting
  if (!data || data.total === 0) return null
  return (
    <Panel
      flush
      title={t('first')}
      aside={
        <Link to="/attention" className="text-[0.8125rem] text-accent-ink hover:underline">
          {t('seeAll', { count: data.total })}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.data.map((item) => (
          <WaitingRow key={item.id} item={item} isChosen={false} onChoose={undefined} />
        ))}
      </ul>
    </Panel>
  )
}
