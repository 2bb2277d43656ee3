/** What becomes of a reading that has been taken. */
import type { DueReading } from '../db/queries/reading/due.ts'

export interface Taken {
  /** For how long it is read on after its end; null where it is read no more. */
  windowMs: number | null
  /** How often, where it is not read ever more rarely. */
  everyMs?: number
  /** Nothing was asked of its provider. */
  isUnasked?: true
  /** Its provider said nothing of it. */
  isUnanswered?: boolean
}

export type Take = (due: DueReading) => Promise<Taken>

export const NEVER_AGAIN: Taken = { windowMs: null }
export const NOTHING_TO_ASK: Taken = { ...NEVER_AGAIN, isUnasked: true }
