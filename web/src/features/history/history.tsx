/** The history of a refund, a withdrawal or a receiver. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DisbursementEvent, ReceiverEvent } from '../../api/contract.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimelineItem } from '../../ui/timeline-item.tsx'
import { voidNotes } from '../decisions/void-notes.ts'
import type { EventLook } from './looks.ts'

type PastEvent = DisbursementEvent | ReceiverEvent

interface HistoryProps<Event extends PastEvent> {
  events: UseQueryResult<{ data: Event[] }>
  look: (event: Event) => EventLook
  sentence: (event: Event) => string
  /** The last line: what comes next. */
  next?: ReactNode
}

export function History<Event extends PastEvent>({ events, look, sentence, next }: HistoryProps<Event>) {
  const { t } = useTranslation('charges')
  const notesOf = useNotes()
  return (
    <Panel title={t('detail.timeline')}>
      {events.isPending && <Skeleton className="w-1/3" />}
      {events.isError && <ErrorState error={events.error} onRetry={() => void events.refetch()} />}
      {events.isSuccess && (
        <ol className="grid gap-6">
          {events.data.data.map((event) => (
            <TimelineItem
              key={event.id}
              {...look(event)}
              at={event.at}
              sentence={sentence(event)}
              notes={notesOf(event)}
            />
          ))}
          {next}
        </ol>
      )}
    </Panel>
  )
}

/** Who or what brought it, and what was said. */
function useNotes() {
  const { t } = useTranslation('timeline')
  return ({ type, cause, detail }: PastEvent) => [
    ...(type === 'statusChanged' ? [t(`cause.${cause}`)] : []),
    ...voidNotes(detail, (why) => t(`void.${why}`)),
    ...(typeof detail?.by === 'string' ? [t('by', { who: detail.by })] : []),
    ...(typeof detail?.rawStatus === 'string' ? [t('providerWord', { word: detail.rawStatus })] : []),
    ...(typeof detail?.message === 'string' ? [detail.message] : []),
  ]
}
