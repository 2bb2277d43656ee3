/** From a provider's word for a status to ours. */
import type { ChargeStatus } from '../../domain/charge-status.ts'

export interface StatusTable {
  /** Literal: the provider's spelling, case included. */
  readonly known: Readonly<Record<string, ChargeStatus>>
  /** What the specification makes of a word that is not in the table; null where it makes nothing of it. */
  readonly unknown: 'REJECTED' | 'PENDING' | null
}

export interface StatusReading {
  status: ChargeStatus | null
  rawStatus: string
  unmapped?: boolean
}

/** The raw word always travels along; one that no table knows is flagged, so that somebody adds it. */
export function readStatus(table: StatusTable, word: string): StatusReading {
  const known = Object.hasOwn(table.known, word) ? table.known[word] : undefined
  const rawStatus = cleanWord(word)
  return known ? { status: known, rawStatus } : { status: table.unknown, rawStatus, unmapped: true }
}

const MAX_WORD = 100

/** Untrusted text that will be stored and shown: PostgreSQL takes no NUL, and nobody wants a page of it. */
export function cleanWord(word: string): string {
  return word.replace(/\p{Cc}/gu, '').slice(0, MAX_WORD)
}
