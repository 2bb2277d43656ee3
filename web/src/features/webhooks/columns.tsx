import type { TFunction } from 'i18next'
import type { WebhookDelivery, WebhookEvent } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { UrlCell } from '../../ui/url-cell.tsx'
import { MeaningBadge, MovementLink, movementIn, movementOf } from './meaning.tsx'
import { StateBadge } from './state-badge.tsx'

type Translate = TFunction<['webhooks', 'common']>

/** Above the link that covers the row. */
const ABOVE = 'relative z-10 hover:underline'

export function receivedColumns(t: Translate, providerName: (code: string) => string): readonly Column<WebhookEvent>[] {
  return [
    { id: 'state', header: t('column.state'), card: 'aside', cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'provider',
      header: t('column.provider'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ provider }) => providerName(provider),
    },
    {
      id: 'meaning',
      header: t('column.meaning'),
      card: 'sub',
      cell: ({ type, status, rawStatus }) => (
        <span className="flex items-center gap-2">
          {status ? (
            <MeaningBadge type={type} status={status} rawStatus={rawStatus} />
          ) : (
            <span className="text-ink-soft">{t('saysNothing')}</span>
          )}
          {rawStatus && <code className="font-mono text-xs text-ink-faint">{rawStatus}</code>}
        </span>
      ),
    },
    {
      id: 'movement',
      header: t('column.movement'),
      cell: (event) => <MovementLink of={movementIn(event)} className={ABOVE} />,
    },
    {
      id: 'received',
      header: t('column.received'),
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
    },
  ]
}

export function sentColumns(t: Translate): readonly Column<WebhookDelivery>[] {
  return [
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ state, attempts }) => <StateBadge state={state} attempts={attempts} />,
    },
    {
      id: 'event',
      header: t('column.event'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ eventType }) => <code className="font-mono text-[0.8125rem]">{eventType}</code>,
    },
    {
      id: 'url',
      header: t('column.url'),
      card: 'sub',
      className: 'max-w-36 text-ink-soft 2xl:max-w-80',
      cell: ({ url }) => <UrlCell url={url} />,
    },
    {
      id: 'movement',
      header: t('column.movement'),
      cell: (delivery) => <MovementLink of={movementOf(delivery)} className={ABOVE} />,
    },
    {
      id: 'answer',
      header: t('column.answer'),
      cell: ({ lastStatus, lastError }) => {
        const answer = lastStatus ?? (lastError ? t('states.failed') : null)
        if (answer === null) return null
        return <span className={cx('figures', lastError === null ? 'text-ink-soft' : 'text-danger-ink')}>{answer}</span>
      },
    },
    { id: 'attempts', header: t('column.attempts'), align: 'end', cell: ({ attempts }) => attempts },
    createdColumn(t('column.created')),
  ]
}
