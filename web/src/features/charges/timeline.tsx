import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  BadgeAlert,
  Ban,
  Bell,
  CircleX,
  Clock,
  Dot,
  type LucideIcon,
  MessageCircleReply,
  Plus,
  Search,
  Send,
  Undo2,
  Unplug,
  UserRoundCheck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { endedByTime } from '../../../../domain/ending.ts'
import type { Charge, ChargeEvent, ChargeEventType, Dispute } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { TONE_BADGES } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { useNow } from '../../ui/clock.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimelineNext, TimelineText } from '../../ui/timeline-item.tsx'
import { Unread } from '../../ui/unread.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { disputeQueries } from '../disputes/queries.ts'
import { useExact } from '../history/exact-switch.tsx'
import { Proof } from '../history/proof.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { nextStep } from './next-step.ts'
import { chargeQueries } from './queries.ts'
import { chargeNotes, sentenceOf } from './sentences.ts'
import { STATUS_LOOKS } from './status.tsx'
import { endingIn, type TimelineEntry, toEntries, toneOf } from './timeline-model.ts'

const ICONS = {
  requested: Plus,
  sent: Send,
  created: MessageCircleReply,
  refused: CircleX,
  turnedAway: Unplug,
  heldBack: Clock,
  unknownOutcome: Unplug,
  lookedUp: Search,
  needsAttention: BadgeAlert,
  statusChanged: Dot,
  partiallyRefunded: Undo2,
  paymentChanged: Undo2,
  paymentVoided: Ban,
  eventIgnored: Dot,
  operatorRetried: UserRoundCheck,
  operatorResolved: UserRoundCheck,
  operatorCanceled: Ban,
  decisionVoid: CircleX,
  notified: Bell,
} as const satisfies Record<ChargeEventType, LucideIcon>

export function Timeline({ charge }: { charge: Charge }) {
  const { t } = useTranslation(['charges', 'common'])
  const events = useQuery(chargeQueries.events(charge.id))
  const { isExact, button } = useExact()
  return (
    <Panel title={t('detail.timeline')} aside={button}>
      <Unread query={events} waiting={<TimelineSkeleton label={t('common:loading')} />} />
      {events.data && (
        <ol>
          {toEntries(events.data.data).map((entry) => (
            <Entry key={entry.id} entry={entry} charge={charge} isExact={isExact} />
          ))}
          <NextLine charge={charge} events={events.data.data} />
        </ol>
      )}
    </Panel>
  )
}

interface EntryProps {
  entry: TimelineEntry
  charge: Charge
  isExact: boolean
}

function Entry({ entry, charge: { paymentMethod: method, currency }, isExact }: EntryProps) {
  const { t } = useTranslation(['timeline', 'charges', 'common'])
  const format = useFormat()
  const providerName = useProviderName()
  const { event, count, firstAt, lastAt } = entry
  const Icon = iconOf(event)
  const { plain, exact } = chargeNotes(t, event)
  return (
    <li className="relative flex gap-4 pb-6 before:absolute before:top-8 before:bottom-0 before:left-[0.9375rem] before:w-px before:bg-line">
      <span
        aria-hidden
        className={cx('grid size-8 shrink-0 place-items-center rounded-full border', TONE_BADGES[toneOf(event)])}
      >
        <Icon className="size-4" />
      </span>
      <TimelineText
        sentence={sentenceOf(t, event, { providerName, method, money: (amount) => format.money(amount, currency) })}
        often={
          count > 1 && <span className="ml-2 text-[0.8125rem] font-normal text-ink-faint">{t('times', { count })}</span>
        }
        at={lastAt}
        {...defined({
          when: count > 1 ? t('between', { from: format.clock(firstAt), to: format.clock(lastAt) }) : undefined,
        })}
        notes={plain}
        exact={isExact ? exact : []}
        proof={<Proof event={event} />}
      />
    </li>
  )
}

function iconOf(event: ChargeEvent): LucideIcon {
  if (endedByTime(endingIn(event))) return Clock
  return event.type === 'statusChanged' && event.to ? STATUS_LOOKS[event.to].icon : ICONS[event.type]
}

/** What comes next, and when. */
function NextLine({ charge, events }: { charge: Charge; events: readonly ChargeEvent[] }) {
  const { t } = useTranslation('timeline')
  const { date, span, moment } = useFormat()
  const now = useNow(1_000)
  const refunds = useQuery(disbursementQueries.refundsOf(charge.id))
  const disputes = rowsOf<Dispute>(useInfiniteQuery(disputeQueries.list({ chargeId: charge.id })))
  const step = nextStep(charge, events, now, refunds.data?.data, disputes)
  const text = () => {
    switch (step.kind) {
      case 'waitingProvider':
        return t('next.waitingProvider')
      case 'polling':
        if (!step.expiresAt) return t('next.pollingNoEnd', { span: span(step.inMs) })
        return charge.paymentMethod === 'BILLET'
          ? t('next.pollingBoleto', { span: span(step.inMs), day: date(step.expiresAt) })
          : t('next.polling', { span: span(step.inMs), moment: moment(step.expiresAt, now) })
      case 'expiring':
        return t('next.expiring')
      case 'pastDue':
        return t('next.pastDue')
      case 'decision':
        return t('next.decision')
      case 'acknowledge':
        return t('next.acknowledge')
      case 'refundDecision':
        return t('next.refundDecision')
      case 'refundUnderWay':
        return t('next.refundUnderWay')
      case 'disputed':
        return t(step.hasDeadline ? 'next.disputed' : 'next.disputedWithoutDeadline')
      case 'settled':
        return t(charge.payable ? 'next.payable' : `next.settled.${step.status}`)
    }
  }
  return <TimelineNext>{text()}</TimelineNext>
}

function TimelineSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-6">
      {['w-1/3', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex items-center gap-4">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  )
}
