/** The result of a reading: when the movement is read next. */
import type { DueReading } from '../db/queries/reading/due.ts'

export interface Taken {
  /** How long the movement is read after its end; null if it is not read again. */
  windowMs: number | null
  /** A fixed interval between readings; without it the intervals grow. */
  everyMs?: number
  /** The provider was not asked. */
  isUnasked?: true
  /** The provider gave no answer. */
  isUnanswered?: boolean
}

export type Take = (due: DueReading) => Promise<Taken>

export const NEVER_AGAIN: Taken = { windowMs: null }
export const NOT_ASKED: Taken = { ...NEVER_AGAIN, isUnasked: true }
