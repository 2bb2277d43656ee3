/** Compares a provider's records with ours: which ones differ, and which are only older. */
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

/** Where a difference was found: in a statement, in a reading, or in a notice about an unknown id. */
export const ITEM_SOURCES = ['statement', 'reading', 'notice'] as const
export type ItemSource = (typeof ITEM_SOURCES)[number]

export const ITEM_STATES = ['open', 'resolvedAutomatically', 'resolvedByHand'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** What one side knows of a movement. Amounts are integer cents, times ISO 8601. */
export interface Side {
  amount?: number
  status?: string
  at?: string
  fee?: number
}

/** The columns of a statement that we use. Their names are in its first line. */
export const STATEMENT_COLUMNS = ['transactionId', 'amount', 'fee', 'status', 'date'] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]
export type StatementColumns = Partial<Record<StatementColumn, string>> & Record<'transactionId' | 'amount', string>

/**
 * How a charge differs from its provider's record; undefined if it does not. The provider's record may be older than ours, never newer,
 * so a status from which ours can follow is no difference.
 * @param theirs a negative amount is a line about returned money and is not compared.
 */
export function differenceOf(
  ours: { amount: number; status: ChargeStatus },
  theirs: { amount: number | undefined; status: ChargeStatus | null },
): Difference | undefined {
  if (theirs.amount !== undefined && theirs.amount >= 0 && theirs.amount !== ours.amount) return 'amount'
  if (theirs.status === null || theirs.status === ours.status || canMove(theirs.status, ours.status)) return undefined
  return 'status'
}

/** The meaning of a statement's status for a disbursement. A refund listed as REFUNDED was carried out. */
const OF_DISBURSEMENTS = {
  PENDING: { refund: 'PENDING', withdrawal: 'PENDING' },
  APPROVED: { refund: 'APPROVED', withdrawal: 'APPROVED' },
  REJECTED: { refund: 'REJECTED', withdrawal: 'REJECTED' },
  REFUNDED: { refund: 'APPROVED', withdrawal: 'REJECTED' },
  CHARGEBACK: { refund: null, withdrawal: null },
} as const satisfies Record<ChargeStatus, Record<DisbursementKind, DisbursementStatus | null>>

/**
 * How a refund or a withdrawal differs from its provider's record; undefined if it does not.
 * @param ours `wasPaid`: it was paid out at some time, even if it was returned since.
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
  // It was paid out and then returned: the statement is older than the return.
  if (isPaidOut(status) && isDisbursementFailed(ours.status) && ours.wasPaid) return undefined
  return 'status'
}

/** Money that left and is listed as received again was returned. */
export function disbursementStatusOf(
  kind: DisbursementKind,
  { amount, left, status }: Pick<Stated, 'amount' | 'left' | 'status'>,
): DisbursementStatus | null {
  if (kind === 'withdrawal' && left > 0 && amount === left) return 'REJECTED'
  return status === null ? null : OF_DISBURSEMENTS[status][kind]
}

/** The combined content of all statement lines about one transaction. */
export interface Stated {
  transactionId: string
  /** Undefined if only money that left is listed. */
  amount: number | undefined
  /** The largest amount that left in one line; 0 if none did. A fee may have a separate line. */
  left: number
  status: ChargeStatus | null
  at: string | null
  fee: number
}

/**
 * The last status counts. After a partial return the rest is still paid.
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

/** Status words of statements, without accents and in lower case. */
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

/** The meaning of a statement's word; null if it is unknown. */
export function meaningOfWord(word: string): ChargeStatus | null {
  const plain = word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return WORDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
