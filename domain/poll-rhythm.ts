/** How often a movement is read at its provider: ever more rarely. The account's reader keeps this rhythm, the timeline tells it. */
import type { PaymentMethod } from './payment-method.ts'
import type { ReceiverStatus } from './receiver.ts'
import { fractionOf } from './seeded.ts'

export const POLL_RHYTHM = { firstMs: 5_000, factor: 1.5, longestMs: 10 * 60_000 } as const

export interface Rhythm {
  firstMs: number
  factor: number
  /** The longest pause while a payment is still expected. */
  longestMs: number
  /** How often the reader looks for what is due, at least, while something is due within half a minute. */
  lookEveryMs: number
  /** After so long the reader goes back to its workflow, however much is due: its history is kept short there. */
  shiftMs: number
  /** After the end: so long after the first reading, then so long after each other. The last pause is repeated until the window closes. */
  afterEndMs: readonly number[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What is still open after a day is read every hour at the least. */
const LONGEST_WHILE_OPEN_MS = HOUR_MS
export const RHYTHM: Rhythm = {
  ...POLL_RHYTHM,
  lookEveryMs: 5_000,
  shiftMs: 10 * 60_000,
  // The first, minutes after the end, is the database's own: it stands with what ends (`read_on`).
  afterEndMs: [HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS],
}

/** For how long money may still go back, or come, after the end. MED: 80 days; card schemes: 120, and up to 180. */
export const DISPUTE_WINDOW_MS = {
  PIX: 90 * DAY_MS,
  CREDIT_CARD: 180 * DAY_MS,
  BILLET: 30 * DAY_MS,
} as const satisfies Record<PaymentMethod, number>

/** As long as what was paid out may come back. */
export const DISBURSEMENT_WINDOW_MS = 40 * DAY_MS

/** A receiver has no end: its balance moves, and its provider may close it. One that was refused is reopened seldom. */
export const RECEIVER_EVERY_MS = {
  PENDING: HOUR_MS,
  ACTIVE: HOUR_MS,
  REJECTED: DAY_MS,
} as const satisfies Record<ReceiverStatus, number>

/** Each pause is longer or shorter by up to this share: what began together is not read together. */
const JITTER = 0.1

export interface Readable {
  /** What is read: its chance is derived from it. */
  id: string
  settled: boolean
  /** How often it has been read since it began, or since it was settled. */
  reads: number
  /** Milliseconds since it began, or since it was settled. */
  ageMs: number
  /** Once it is settled it is read so often, and not ever more rarely. */
  everyMs?: number
}

/**
 * @param windowMs after the end: for how long it is read on.
 * @returns milliseconds until the next reading; null when there is none.
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

/** A reading after the end that its provider did not answer comes again soon, and ever more rarely the older the end is. */
const SOONEST_AGAIN_MS = 5 * MINUTE_MS
const SHARE_OF_AGE = 1 / 24

/**
 * After the end, where its provider did not answer: the same reading comes again, and never later than the one after it would.
 * @param windowMs for how long after the end it is owed.
 * @returns milliseconds until then; null once nothing can happen any more.
 */
export function pauseUnanswered(readable: Readable, windowMs: number, rhythm: Rhythm): number | null {
  const { ageMs } = readable
  const usual = pauseAfter(readable, Number.POSITIVE_INFINITY, rhythm) ?? SOONEST_AGAIN_MS
  const pause = Math.round(Math.min(usual, Math.max(SOONEST_AGAIN_MS, ageMs * SHARE_OF_AGE)))
  return ageMs + pause > windowMs ? null : pause
}

const afterEnd = (reads: number, { afterEndMs }: Rhythm): number =>
  afterEndMs[Math.min(reads, afterEndMs.length - 1)] ?? HOUR_MS

function whileOpen(reads: number, ageMs: number, { firstMs, factor, longestMs }: Rhythm): number {
  const longest = Math.max(longestMs, Math.min(ageMs / 24, LONGEST_WHILE_OPEN_MS))
  return Math.min(firstMs * factor ** reads, longest)
}
