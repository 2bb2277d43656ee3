/** Turns the rows of a charge's history into displayed entries: sentence, colour, and repeats merged into one. */
import { isRefused } from '../../../../domain/charge.ts'
import { type Ending, endingOf } from '../../../../domain/ending.ts'
import { refusalOfWord } from '../../../../domain/refusal.ts'
import type { ChargeEvent, ChargeEventType } from '../../api/contract.ts'
import type { Tone } from '../../ui/badge.tsx'

export interface TimelineEntry {
  /** Of its first event. */
  id: string
  event: ChargeEvent
  /** How often the same thing happened in a row. */
  count: number
  firstAt: string
  lastAt: string
}

/** Events that may come in numbers. What moves money or a status always stands alone. */
const REPEATABLE = {
  requested: false,
  sent: true,
  created: false,
  refused: true,
  turnedAway: true,
  heldBack: true,
  unknownOutcome: true,
  lookedUp: true,
  needsAttention: false,
  statusChanged: false,
  partiallyRefunded: false,
  paymentChanged: false,
  paymentVoided: false,
  eventIgnored: true,
  operatorRetried: true,
  operatorResolved: false,
  operatorCanceled: false,
  decisionVoid: false,
  notified: true,
} as const satisfies Record<ChargeEventType, boolean>

/** "Sent, no answer, looked up" is the longest round that a charge goes through again and again. */
const LONGEST_ROUND = 3

/**
 * Oldest first. A repeatable event in a row, or a round of them that goes on and on at the same provider, is told once,
 * with a count.
 */
export function toEntries(events: readonly ChargeEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  for (const event of events) {
    entries.push({ id: event.id, event, count: 1, firstAt: event.at, lastAt: event.at })
    foldLastRound(entries)
  }
  return entries
}

/** Folds the last round into the one before, if it is the same. */
function foldLastRound(entries: TimelineEntry[]): void {
  for (let length = 1; length <= LONGEST_ROUND && length * 2 <= entries.length; length += 1) {
    const last = entries.slice(-length)
    const before = entries.slice(-length * 2, -length)
    const isRepeated = before.every(({ event }, index) => {
      const again = last[index]
      return again !== undefined && REPEATABLE[event.type] && isSame(event, again.event)
    })
    if (!isRepeated) continue
    const folded = before.map((entry, index) => merge(entry, last[index] ?? entry))
    entries.splice(-length * 2, length * 2, ...folded)
    return
  }
}

function merge(first: TimelineEntry, again: TimelineEntry): TimelineEntry {
  return { ...first, event: again.event, count: first.count + again.count, lastAt: again.lastAt }
}

function isSame(one: ChargeEvent, other: ChargeEvent): boolean {
  return one.type === other.type && one.provider === other.provider && one.detail?.found === other.detail?.found
}

const TONES = {
  requested: 'pending',
  sent: 'pending',
  created: 'info',
  refused: 'danger',
  turnedAway: 'warning',
  heldBack: 'pending',
  unknownOutcome: 'warning',
  lookedUp: 'info',
  needsAttention: 'warning',
  statusChanged: 'pending',
  partiallyRefunded: 'info',
  paymentChanged: 'info',
  paymentVoided: 'info',
  eventIgnored: 'pending',
  operatorRetried: 'info',
  operatorResolved: 'info',
  operatorCanceled: 'info',
  decisionVoid: 'warning',
  notified: 'pending',
} as const satisfies Record<ChargeEventType, Tone>

/** As the badge of the charge has them. */
const ENDING_TONES = { refused: 'danger', expired: 'pending', canceled: 'pending' } as const satisfies Record<
  Ending,
  Tone
>

const STATUS_TONES = {
  PENDING: 'pending',
  APPROVED: 'success',
  REJECTED: 'danger',
  REFUNDED: 'info',
  CHARGEBACK: 'danger',
} as const satisfies Record<NonNullable<ChargeEvent['to']>, Tone>

export function toneOf(event: ChargeEvent): Tone {
  const { type, to } = event
  const ending = endingIn(event)
  if (ending) return ENDING_TONES[ending]
  return type === 'statusChanged' && to ? STATUS_TONES[to] : TONES[type]
}

/** What ended the charge, where the event is its end unpaid: a code that expired is no refusal, whatever says it first. */
export function endingIn({ type, to, cause, detail }: ChargeEvent): Ending | undefined {
  if (type !== 'statusChanged' || to == null || !isRefused(to)) return undefined
  const word = detail?.rawStatus
  return endingOf(cause, refusalOfWord(typeof word === 'string' ? word : undefined))
}
