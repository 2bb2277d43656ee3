/** From a provider's word for a status to ours. */
import type { ChargeStatus } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import type { ReceiverStatus } from '../../domain/receiver.ts'
import type { WithdrawalStatus } from '../../domain/withdrawal.ts'

export interface Table<Status extends string, Unknown extends Status | null> {
  /** Literal: the provider's spelling, case included. */
  readonly known: Readonly<Record<string, Status>>
  /** The status that the specification gives to a word outside the table; null where it gives none. */
  readonly unknown: Unknown
}

export interface StatusTable extends Table<ChargeStatus, 'REJECTED' | 'PENDING' | null> {
  /** The specification says what every other word means here: the typical ones mean nothing. */
  readonly complete?: true
  /** Words that mean money was returned, by our refund or otherwise, independent of their status. */
  readonly returns?: readonly string[]
  /** Words for a payment under a bank dispute (MED) that is not returned yet. They open a dispute, independent of their status. */
  readonly asks?: readonly string[]
}
export interface WithdrawStatusTable extends Table<WithdrawalStatus, 'REJECTED' | 'PENDING'> {
  /** The specification says what every other word means here: the generic ones mean nothing. */
  readonly complete?: true
}
export type ReceiverStatusTable = Table<ReceiverStatus, 'PENDING' | 'REJECTED'>

export interface StatusReading<Status extends string | null = ChargeStatus | null> {
  status: Status
  rawStatus: string
  unmapped?: boolean
}

/** The raw word is always kept. A word that no table has is flagged, so that an engineer adds it. */
export function readStatus<Status extends string, Unknown extends Status | null>(
  table: Table<Status, Unknown>,
  word: string,
): StatusReading<Status | Unknown> {
  const known = Object.hasOwn(table.known, word) ? table.known[word] : undefined
  const rawStatus = cleanWord(word)
  return known ? { status: known, rawStatus } : { status: table.unknown, rawStatus, unmapped: true }
}

/** Whether a word stands for any returned money, so that it does not identify our refund. */
export function isReturn({ returns }: StatusTable, word: string | undefined): boolean {
  return word !== undefined && (returns?.includes(word) ?? false)
}

/** Whether a word says that a bank disputes the payment. */
export function isAsked({ asks }: StatusTable, word: string | undefined): boolean {
  return word !== undefined && (asks?.includes(word) ?? false)
}

/** What most providers mean by the words that they share. */
const TYPICAL_STATUSES = bothCases({
  created: 'PENDING',
  pending: 'PENDING',
  waiting: 'PENDING',
  waiting_payment: 'PENDING',
  awaiting_payment: 'PENDING',
  processing: 'PENDING',
  paid: 'APPROVED',
  authorized: 'APPROVED',
  approved: 'APPROVED',
  confirmed: 'APPROVED',
  received: 'APPROVED',
  completed: 'APPROVED',
  refused: 'REJECTED',
  failed: 'REJECTED',
  expired: 'REJECTED',
  canceled: 'REJECTED',
  cancelled: 'REJECTED',
  refunded: 'REFUNDED',
  chargeback: 'CHARGEBACK',
  chargedback: 'CHARGEBACK',
  in_protest: 'CHARGEBACK',
  in_dispute: 'CHARGEBACK',
  held: 'CHARGEBACK',
  med: 'CHARGEBACK',
  fraud: 'CHARGEBACK',
})

/** A provider's table of differences, laid over the typical words. */
export function withTypicalWords(table: StatusTable): StatusTable {
  if (table.complete) return table
  const { returns, asks } = table
  return {
    ...table,
    known: laidOver(TYPICAL_STATUSES, table.known),
    ...defined({
      returns: returns && spellingsOf(returns, TYPICAL_STATUSES),
      asks: asks && spellingsOf(asks, TYPICAL_STATUSES),
    }),
  }
}

/** A word of the base means the same in each of its cases: a difference is of all of them, unless it names another one itself. */
function laidOver<Status extends string>(
  base: Readonly<Record<string, Status>>,
  differences: Readonly<Record<string, Status>>,
): Record<string, Status> {
  const spelled = Object.entries(differences).flatMap(([word, status]) =>
    spellingsOf([word], base).map((spelling) => [spelling, status] as const),
  )
  return { ...base, ...Object.fromEntries(spelled), ...differences }
}

/** The words, and those of the base that differ from one of them by case alone. */
function spellingsOf(words: readonly string[], base: object): string[] {
  const small = words.map((word) => word.toLowerCase())
  return [...new Set([...words, ...Object.keys(base).filter((word) => small.includes(word.toLowerCase()))])]
}

/** The typical words for withdrawals, used where a provider has no other meaning for the word. */
const GENERIC_WITHDRAW_STATUSES = bothCases({
  pending: 'PENDING',
  processing: 'PENDING',
  pending_analysis: 'PENDING',
  'pending analysis': 'PENDING',
  pending_queue: 'PENDING',
  'pending queue': 'PENDING',
  request: 'PENDING',
  completed: 'APPROVED',
  paid: 'APPROVED',
  approved: 'APPROVED',
  failed: 'REJECTED',
  refused: 'REJECTED',
  rejected: 'REJECTED',
  canceled: 'REJECTED',
  cancelled: 'REJECTED',
})

const NO_OTHER_WORDS: WithdrawStatusTable = { known: {}, unknown: 'REJECTED' }

/** The same for withdrawals, and for providers that have no table of their own. */
export function withGenericWords(table = NO_OTHER_WORDS): WithdrawStatusTable {
  return table.complete ? table : { ...table, known: laidOver(GENERIC_WITHDRAW_STATUSES, table.known) }
}

export const GENERIC_RECEIVER_STATUSES = {
  known: bothCases({
    pending: 'PENDING',
    processing: 'PENDING',
    waiting: 'PENDING',
    created: 'PENDING',
    awaiting_approval: 'PENDING',
    active: 'ACTIVE',
    approved: 'ACTIVE',
    rejected: 'REJECTED',
    cancelled: 'REJECTED',
    canceled: 'REJECTED',
  }),
  unknown: 'PENDING',
} as const satisfies ReceiverStatusTable

/** The table's words in lower and in upper case. */
export function bothCases<Status extends string>(words: Readonly<Record<string, Status>>): Record<string, Status> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, status]) => [
      [word, status],
      [word.toUpperCase(), status],
    ]),
  )
}

const MAX_WORD = 100

/** Cleans untrusted text before it is stored and shown: PostgreSQL rejects NUL, and long texts are cut. */
export function cleanWord(word: string): string {
  return word.replace(/\p{Cc}/gu, '').slice(0, MAX_WORD)
}
