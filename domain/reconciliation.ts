/** What a provider's books say against ours: what differs, and what is only older. */
import { type ChargeStatus, canMove, isPaid } from './charge.ts'
import {
  type DisbursementKind,
  type DisbursementStatus,
  isDisbursementFailed,
  isDisbursementSettled,
  isPaidOut,
} from './disbursement.ts'

export const DIFFERENCES = ['missingHere', 'missingThere', 'amount', 'status'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** Where a difference was found: in a statement, in what the provider answered, or in a notice of something unknown. */
export const ITEM_SOURCES = ['statement', 'reading', 'notice'] as const
export type ItemSource = (typeof ITEM_SOURCES)[number]

export const ITEM_STATES = ['open', 'resolvedAutomatically', 'resolvedByHand'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** As much of a movement as one side knows. Amounts are integer cents, times ISO 8601. */
export interface Side {
  amount?: number
  status?: string
  at?: string
  fee?: number
}

/** The columns of a statement that mean something to us, by their names in its first line. */
export const STATEMENT_COLUMNS = ['transactionId', 'amount', 'fee', 'status', 'date'] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]
export type StatementColumns = Partial<Record<StatementColumn, string>> & Record<'transactionId' | 'amount', string>

/**
 * How a charge differs from what its provider says of it; undefined where it does not. What the provider says may be older than
 * what we know, never newer: a status that ours can have come from is no difference.
 * @param theirs an amount below zero is a line about money that went back, and compared with nothing.
 */
export function differenceOf(
  ours: { amount: number; status: ChargeStatus },
  theirs: { amount: number | undefined; status: ChargeStatus | null },
): Difference | undefined {
  if (theirs.amount !== undefined && theirs.amount >= 0 && theirs.amount !== ours.amount) return 'amount'
  if (theirs.status === null || theirs.status === ours.status || canMove(theirs.status, ours.status)) return undefined
  return 'status'
}

/** What a statement's word for a transaction says of money that leaves. A refund that is refunded has been made. */
const OF_DISBURSEMENTS = {
  PENDING: { refund: 'PENDING', withdrawal: 'PENDING' },
  APPROVED: { refund: 'APPROVED', withdrawal: 'APPROVED' },
  REJECTED: { refund: 'REJECTED', withdrawal: 'REJECTED' },
  REFUNDED: { refund: 'APPROVED', withdrawal: 'REJECTED' },
  CHARGEBACK: { refund: null, withdrawal: null },
} as const satisfies Record<ChargeStatus, Record<DisbursementKind, DisbursementStatus | null>>

/**
 * The same of a refund or a withdrawal.
 * @param ours `wasPaid`: it had been paid out, whatever became of it.
 */
export function disbursementDifferenceOf(
  ours: { kind: DisbursementKind; amount: number; status: DisbursementStatus; wasPaid: boolean },
  theirs: Pick<Stated, 'amount' | 'left' | 'status'>,
): Difference | undefined {
  const amount = theirs.left > 0 ? theirs.left : theirs.amount
  if (amount !== undefined && amount !== ours.amount) return 'amount'
  const status = disbursementStatusOf(ours.kind, theirs)
  if (status === null || status === ours.status || !isDisbursementSettled(status)) return undefined
  if (isDisbursementFailed(status) && isDisbursementFailed(ours.status)) return undefined
  // It was paid out and came back: the statement is from before.
  if (isPaidOut(status) && isDisbursementFailed(ours.status) && ours.wasPaid) return undefined
  return 'status'
}

/** What left and is listed as come in again has come back. */
export function disbursementStatusOf(
  kind: DisbursementKind,
  { amount, left, status }: Pick<Stated, 'amount' | 'left' | 'status'>,
): DisbursementStatus | null {
  if (kind === 'withdrawal' && left > 0 && amount === left) return 'REJECTED'
  return status === null ? null : OF_DISBURSEMENTS[status][kind]
}

/** What all lines of a statement about one transaction say together. */
export interface Stated {
  transactionId: string
  /** Undefined where only money that left is listed. */
  amount: number | undefined
  /** The most that one line says has left; 0 where none does. A fee may have a line of its own. */
  left: number
  status: ChargeStatus | null
  at: string | null
  fee: number
}

/**
 * The last word counts, and what went back in part leaves the rest paid.
 * @param lines in the order of the file.
 */
export function stateOf(
  transactionId: string,
  lines: readonly { amount: number; fee: number | null; at: string | null; meaning: ChargeStatus | null }[],
): Stated {
  const inOrder = lines.toSorted((one, other) => byText(one.at ?? '', other.at ?? ''))
  const amount = inOrder.find((line) => line.amount >= 0)?.amount
  const returned = inOrder.reduce((sum, line) => sum + Math.max(0, -line.amount), 0)
  const said = inOrder.findLast(({ meaning }) => meaning !== null)?.meaning ?? null
  const isPartial = amount !== undefined && returned > 0 && returned < amount && said !== null && isPaid(said)
  return {
    transactionId,
    amount,
    left: inOrder.reduce((most, line) => Math.max(most, -line.amount), 0),
    status: isPartial ? 'APPROVED' : said,
    at: inOrder.find(({ at }) => at !== null)?.at ?? null,
    fee: inOrder.reduce((sum, line) => sum + Math.abs(line.fee ?? 0), 0),
  }
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Words that people read in statements, without accents and in lower case. */
const WORDS: readonly (readonly [RegExp, ChargeStatus])[] = [
  [/charge ?back|contestad|disput|\bmed\b/, 'CHARGEBACK'],
  [/estorn|reembols|devolv|devoluc|refund/, 'REFUNDED'],
  [/\bnao |cancel|recusad|negad|expirad|vencid|rejeitad|falh|refused|failed|expired/, 'REJECTED'],
  [/pendent|aguard|process|pending|waiting/, 'PENDING'],
  [
    /\bpag[oa]s?\b|recebid|confirmad|aprovad|liquidad|concluid|\bpaid\b|approved|received|confirmed|completed/,
    'APPROVED',
  ],
]

/** What a word of a statement means; null where nobody can tell. */
export function meaningOfWord(word: string): ChargeStatus | null {
  const plain = word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return WORDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
