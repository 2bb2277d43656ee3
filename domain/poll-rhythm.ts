/** How often a movement is read at its provider, with growing pauses. The account's reader follows it, and the timeline shows it. */
import type { PaymentMethod } from './payment-method.ts'
import type { ReceiverStatus } from './receiver.ts'
import { fractionOf } from './seeded.ts'

export const POLL_RHYTHM = { firstMs: 5_000, factor: 1.5, longestMs: 10 * 60_000 } as const

export interface Rhythm {
  firstMs: number
  factor: number
  /** The longest pause while a payment is still expected. */
  longestMs: number
  /** The longest pause between two looks for due readings while something is due within half a minute. */
  lookEveryMs: number
  /** After this time the reader's activity returns to its workflow, even if more is due, so that the workflow can limit its history. */
  shiftMs: number
  /** The pause after a reading that was caused by news after the movement's end: it may be older than the news, so it is repeated. */
  onceMoreMs: number
  /** The pauses after the movement's end, starting with the first reading. The last pause repeats until the window closes. */
  afterEndMs: readonly number[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A movement that is still open after a day is read at least every hour. */
const LONGEST_WHILE_OPEN_MS = HOUR_MS
export const RHYTHM: Rhythm = {
  ...POLL_RHYTHM,
  lookEveryMs: 5_000,
  shiftMs: 10 * 60_000,
  onceMoreMs: 10 * MINUTE_MS,
  // The first reading, minutes after the end, is scheduled by the database function `read_on` when the movement ends.
  afterEndMs: [HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS],
}

/** The count of readings that begins the rhythm after the end with a repeated reading (`onceMoreMs`). */
export const READS_AT_NEWS = -2

/** How long after the end money may still be returned or arrive. MED: 80 days; card schemes: 120, and up to 180. */
export const DISPUTE_WINDOW_MS = {
  PIX: 90 * DAY_MS,
  CREDIT_CARD: 180 * DAY_MS,
  BILLET: 30 * DAY_MS,
} as const satisfies Record<PaymentMethod, number>

/** How long a disbursement may still be returned. */
export const DISBURSEMENT_WINDOW_MS = 40 * DAY_MS

/** A receiver has no end: its balance changes, and its provider may close it. A refused receiver is rarely reopened. */
export const RECEIVER_EVERY_MS = {
  PENDING: HOUR_MS,
  ACTIVE: HOUR_MS,
  REJECTED: DAY_MS,
} as const satisfies Record<ReceiverStatus, number>

/** Each pause varies by up to this share, so that movements that began together are not read together. */
const JITTER = 0.1

export interface Readable {
  /** The movement's id. The variation of its pauses is derived from it. */
  id: string
  settled: boolean
  /** How often it has been read since it began, or since it was settled. */
  reads: number
  /** Milliseconds since it began, or since it was settled. */
  ageMs: number
  /** A fixed pause for a settled movement, instead of growing ones. */
  everyMs?: number
}

/**
 * @param windowMs how long the movement is read after its end.
 * @returns milliseconds until the next reading; null if there is none.
 */
export function pauseAfter(
  { id, settled, reads, ageMs, everyMs }: Readable,
  windowMs: number,
  rhythm: Rhythm,
): number | null {
  const pause = settled ? (everyMs ?? afterEnd(reads, rhythm)) : whileOpen(reads, ageMs, rhythm)
  if (settled && ageMs + pause > windowMs) return null
  return Math.round(pause * (1 + JITTER * (2 * fractionOf(id, String(reads)) - 1)))
}

/** @returns about how many milliseconds it is until the next reading of a movement that began `ageMs` ago and is still open. */
export function untilNextReading(ageMs: number): number {
  let at = 0
  for (let reads = 0; at <= ageMs; reads += 1) at += whileOpen(reads, at, RHYTHM)
  return at - ageMs
}

/** An unanswered reading after the end is repeated soon; the pause grows with the time since the end. */
const SOONEST_AGAIN_MS = 5 * MINUTE_MS
const SHARE_OF_AGE = 1 / 24

/**
 * The pause after a reading after the end that the provider did not answer. The reading is repeated, never later than the next
 * regular one.
 * @param windowMs how long after the end the movement is read.
 * @returns milliseconds until the repeated reading; null once the window is over.
 */
export function pauseUnanswered(readable: Readable, windowMs: number, rhythm: Rhythm): number | null {
  const { ageMs } = readable
  const usual = pauseAfter(readable, Number.POSITIVE_INFINITY, rhythm) ?? SOONEST_AGAIN_MS
  const pause = Math.round(Math.min(usual, Math.max(SOONEST_AGAIN_MS, ageMs * SHARE_OF_AGE)))
  return ageMs + pause > windowMs ? null : pause
}

const afterEnd = (reads: number, { onceMoreMs, afterEndMs }: Rhythm): number =>
  reads < 0 ? onceMoreMs : (afterEndMs[Math.min(reads, afterEndMs.length - 1)] ?? HOUR_MS)

function whileOpen(reads: number, ageMs: number, { firstMs, factor, longestMs }: Rhythm): number {
  const longest = Math.max(longestMs, Math.min(ageMs / 24, LONGEST_WHILE_OPEN_MS))
  return Math.min(firstMs * factor ** reads, longest)
}
