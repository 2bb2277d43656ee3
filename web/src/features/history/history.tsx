/** The history of a refund, a withdrawal or a receiver. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DisbursementEvent, ReceiverEvent } from '../../api/contract.ts'
import { useFailureWords } from '../../i18n/failure-words.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimelineItem } from '../../ui/timeline-item.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useExact } from './exact-switch.tsx'
import type { EventLook } from './looks.ts'
import { notesOf } from './notes.ts'
import { Proof } from './proof.tsx'

type PastEvent = DisbursementEvent | ReceiverEvent

interface HistoryProps<Event extends PastEvent> {
  events: UseQueryResult<{ data: Event[] }>
  look: (event: Event) => EventLook
  sentence: (event: Event) => string
  /** What the page says above it, and the history does not repeat. */
  said?: string | undefined
  /** The last line: what comes next. */
  next?: ReactNode
}

export function History<Event extends PastEvent>({ events, look, sentence, said, next }: HistoryProps<Event>) {
  const { t } = useTranslation(['timeline', 'charges'])
  const { isExact, button } = useExact()
  const failureWords = useFailureWords()
  const saidAbove = said && failureWords(said)
  return (
    <Panel title={t('charges:detail.timeline')} aside={button}>
      <Unread query={events} waiting={<Skeleton className="w-1/3" />} />
      {events.data && (
        <ol className="grid gap-6">
          {events.data.data.map((event) => {
            const { plain, exact } = notesOf(t, event)
            return (
              <TimelineItem
                key={event.id}
                {...look(event)}
                at={event.at}
                sentence={sentence(event)}
                notes={plain.filter((note) => note !== saidAbove)}
                exact={isExact ? exact : []}
                {...('attempt' in event && { proof: <Proof event={event} /> })}
              />
            )
          })}
          {next}
        </ol>
      )}
    </Panel>
  )
}
