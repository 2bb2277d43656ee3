/** Compares a provider's records with ours: which ones differ, and which are only older. */
import { bringsMoney, type ChargeStatus, canMove, isPaid, isRefused, isSettled } from './charge.ts'
import { defined } from './defined.ts'
import {
  type DisbursementKind,
  type DisbursementStatus,
  isDisbursementFailed,
  isDisbursementSettled,
  isPaidOut,
} from './disbursement.ts'
import type { Currency } from './money.ts'

export const DIFFERENCES = ['missingHere', 'missingThere', 'amount', 'status'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** Where a difference was found: in a statement, in a reading, or in a notice about an unknown id. */
export const ITEM_SOURCES = ['statement', 'reading', 'notice'] as const
export type ItemSource = (typeof ITEM_SOURCES)[number]

export const ITEM_STATES = ['open', 'resolvedAutomatically', 'resolvedByHand'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** The properties of each state of a difference. A new state must define all of them. */
const ITEM_MEANINGS = {
  open: { isOpen: true, isByHand: false },
  resolvedAutomatically: { isOpen: false, isByHand: false },
  resolvedByHand: { isOpen: false, isByHand: true },
} as const satisfies Record<ItemState, Record<string, boolean>>

/** The difference still exists, and no operator has explained it. */
export const isItemOpen = (state: ItemState): boolean => ITEM_MEANINGS[state].isOpen

/** An operator has explained it: it is not listed again while nothing about it changes. */
export const isResolvedByHand = (state: ItemState): boolean => ITEM_MEANINGS[state].isByHand

/** What one side knows of a movement. Amounts are integer cents, times ISO 8601. */
export interface Side {
  amount?: number
  /** Ours alone: a provider's record names none. */
  currency?: Currency
  status?: string
  at?: string
  fee?: number
  /** The part that went back. */
  returned?: number
}

/** The columns of a statement that we use. Their names are in its first line. */
export const STATEMENT_COLUMNS = ['transactionId', 'amount', 'fee', 'status', 'date'] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]
export type StatementColumns = Partial<Record<StatementColumn, string>> & Record<'transactionId' | 'amount', string>

/** What we know of one transaction of a charge. Amounts are integer cents. */
export interface KnownTransaction {
  amount: number
  status: ChargeStatus
  /** What has gone back of it. */
  returned: number
}

/** What a statement's word means. A return that was refused says nothing against its charge, which is still paid. */
export type Meaning = ChargeStatus | 'returnRefused'

const isStatus = (meaning: Meaning | null): meaning is ChargeStatus => meaning !== null && meaning !== 'returnRefused'

/** What its provider says of it. */
export interface SaidOfTransaction {
  /** The amounts that the record may mean: of its first line, of all its lines, and with the fee, if it lists what is left of them. */
  amounts: readonly number[]
  status: Meaning | null
  /** What came in by all its lines; what left, and of that what a word calls returned: the rest may be a fee. */
  paid?: number | undefined
  gone?: number
  returned?: number
}

/**
 * How a charge's transaction differs from its provider's record. The provider's record may be older than ours, never newer, so a status from
 * which ours can follow is no difference, and neither is it if less went back than we know of.
 */
export function differencesOf(ours: KnownTransaction, theirs: SaidOfTransaction): Difference[] {
  const isOtherAmount = theirs.amounts.length > 0 && !theirs.amounts.includes(ours.amount)
  const isMoreReturned = bringsMoney(ours.status) && returnedIn(ours, theirs) > ours.returned
  const status = statusIn(ours, theirs)
  const isOlder = status === null || status === ours.status || canMove(status, ours.status)
  // What left without a word may have been a refund or a chargeback.
  const isSame = status !== theirs.status && isReturn(ours.status)
  return [
    ...(isOtherAmount || isMoreReturned ? (['amount'] as const) : []),
    ...(isOlder || isSame ? [] : (['status'] as const)),
  ]
}

/** The part that went back, if it is known that it was returned and was not all. */
export const returnedIn = (
  ours: Pick<KnownTransaction, 'amount'>,
  { paid, gone = 0, returned = 0 }: SaidOfTransaction,
) => (gone >= wholeOf(ours, paid) ? 0 : returned)

/** Money that came in and left again was returned, whatever the words. After a partial return the rest is still paid. */
export function statusIn(
  ours: Pick<KnownTransaction, 'amount'>,
  { paid, status: said, gone = 0, returned = 0 }: SaidOfTransaction,
): ChargeStatus | null {
  const status = said === 'returnRefused' ? 'APPROVED' : said
  const isReturned = status !== null && isReturn(status)
  if (gone > 0 && gone >= wholeOf(ours, paid)) return isReturned ? status : 'REFUNDED'
  return isReturned && returned > 0 ? 'APPROVED' : status
}

/** A record may list what is left after the fee. */
const wholeOf = ({ amount }: Pick<KnownTransaction, 'amount'>, paid: number | undefined) =>
  Math.min(amount, paid || amount)

const isReturn = (status: ChargeStatus) => isPaid(status) && !bringsMoney(status)

/** The meaning of a statement's status for a disbursement. A refund listed as REFUNDED was carried out. */
const OF_DISBURSEMENTS = {
  PENDING: { refund: 'PENDING', withdrawal: 'PENDING' },
  APPROVED: { refund: 'APPROVED', withdrawal: 'APPROVED' },
  REJECTED: { refund: 'REJECTED', withdrawal: 'REJECTED' },
  REFUNDED: { refund: 'APPROVED', withdrawal: 'REJECTED' },
  CHARGEBACK: { refund: null, withdrawal: null },
  returnRefused: { refund: 'REJECTED', withdrawal: 'REJECTED' },
} as const satisfies Record<Meaning, Record<DisbursementKind, DisbursementStatus | null>>

export interface KnownDisbursement {
  kind: DisbursementKind
  amount: number
  status: DisbursementStatus
  /** It was paid out at some time, even if it was returned since. */
  wasPaid: boolean
}

/** How a refund or a withdrawal differs from its provider's record. */
export function disbursementDifferencesOf(
  ours: KnownDisbursement,
  theirs: Pick<Stated, 'amount' | 'left' | 'status'>,
): Difference[] {
  const amount = theirs.left > 0 ? theirs.left : theirs.amount
  const isOtherAmount = amount !== undefined && amount !== ours.amount
  const status = disbursementStatusOf(ours.kind, theirs)
  return [
    ...(isOtherAmount ? (['amount'] as const) : []),
    ...(status === null || isSameOrOlder(status, ours) ? [] : (['status'] as const)),
  ]
}

function isSameOrOlder(status: DisbursementStatus, ours: KnownDisbursement): boolean {
  if (status === ours.status || !isDisbursementSettled(status)) return true
  if (isDisbursementFailed(status)) return isDisbursementFailed(ours.status)
  // It was paid out and then returned: the statement is older than the return.
  return isPaidOut(status) && isDisbursementFailed(ours.status) && ours.wasPaid
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
export interface Stated extends Required<SaidOfTransaction> {
  transactionId: string
  /** Undefined if only money that left is listed. */
  amount: number | undefined
  /** The largest amount that left in one line; 0 if none did. A fee may have a separate line. */
  left: number
  /** The first and the last time in the lines. */
  at: string | null
  saidAt: string | null
  fee: number
}

/** The provider's side of a difference. */
export const sideOf = ({ amount, status, at, fee }: Stated): Side =>
  defined({
    amount,
    status: isStatus(status) ? status : undefined,
    at: at ?? undefined,
    fee: fee === 0 ? undefined : fee,
  })

/** The same of a transaction that we do not know, judged as if it had the amount that came in: by this the difference ends one day. */
export function sideOfUnknown(theirs: Stated): Side {
  const { paid, status } = theirs
  const side = sideOf(theirs)
  if (!paid) return { ...side, ...(status === 'returnRefused' && { status: 'REJECTED' }) }
  const said = statusIn({ amount: paid }, theirs)
  const returned = returnedIn({ amount: paid }, theirs)
  return { ...side, ...defined({ status: said ?? undefined, returned: returned || undefined }) }
}

interface MeantLine {
  amount: number
  fee: number | null
  at: string | null
  meaning: Meaning | null
}

/**
 * The last status counts; of one moment, the word for a return, because the newest line may stand first or last in a file.
 * What is still to be done, such as a refund, takes back no payment. A line below zero has left, unless its word says that it was refused.
 * @param lines in the order of the file.
 */
export function stateOf(transactionId: string, lines: readonly MeantLine[]): Stated {
  const isPayment = ({ meaning }: MeantLine) => isStatus(meaning) && isPaid(meaning)
  const isBack = ({ meaning }: MeantLine) => isStatus(meaning) && isReturn(meaning)
  const isRefusal = ({ meaning }: MeantLine) => meaning === 'returnRefused' || (meaning !== null && isRefused(meaning))
  const inOrder = lines.toSorted(
    (one, other) => byText(one.at ?? '', other.at ?? '') || Number(isBack(one)) - Number(isBack(other)),
  )
  const incoming = inOrder.filter(({ amount }) => amount >= 0)
  // One line may say that all of it was returned. Beside others, it is the return.
  const paid = incoming.some((line) => !isBack(line)) ? incoming.filter((line) => !isBack(line)) : incoming
  const isPaidLine = new Set(paid)
  const outgoing = inOrder.filter((line) => !isPaidLine.has(line) && (line.amount >= 0 || !isRefusal(line)))
  const [total, fee] = [sumOf(paid, ({ amount }) => amount), sumOf(paid, (line) => line.fee ?? 0)]
  const [first] = paid
  const said = inOrder.findLast(({ meaning }) => meaning !== null)?.meaning ?? null
  const words = new Set(paid.map(({ meaning }) => meaning))
  return {
    transactionId,
    amount: words.size > 1 ? first?.amount : first && total,
    amounts: first ? [first.amount, total, first.amount + (first.fee ?? 0), total + fee] : [],
    left: inOrder.reduce((most, line) => Math.max(most, -line.amount), 0),
    paid: first && total,
    gone: sumOf(outgoing, ({ amount }) => Math.abs(amount)),
    returned: sumOf(outgoing.filter(isBack), ({ amount }) => Math.abs(amount)),
    status: isStatus(said) && !isSettled(said) ? (inOrder.findLast(isPayment)?.meaning ?? said) : said,
    at: inOrder.find(({ at }) => at !== null)?.at ?? null,
    saidAt: inOrder.at(-1)?.at ?? null,
    fee: sumOf(inOrder, (line) => line.fee ?? 0),
  }
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A return of money, by its name. */
const RETURN = '(estorn(o|ar)|reembols(o|ar)|devol(ucao|ver)|refund)(?![a-z])'
/** No later word says that what was asked for is done. */
const NOT_DONE =
  '(?!.*(?<!(nao|nao foi|ser|sera) )(realizad|concluid|efetuad|processad|aprovad|completed|processed|approved))'

/** A return that is under way, by the word after it. */
const IS_UNDER_WAY =
  '( (parcial|total))?( (foi|esta))?[ _:(-]+(em (processamento|andamento|analise|aberto)|solicitad|pedida|pedido pel|pendent|aguard|agendad|process(ing|ando)|pending|request)'
/** A return that was asked for, by the word before it. An order is a "pedido" too, and "a" may belong to any noun. */
const ASKED_FOR = [
  '(pendent|aguard|pending|waiting).*',
  '(solicita|request)[a-z _]*',
  'pedidos? d[eo] ',
  String.raw`\ba (ser )?(?=estornar|reembolsar|devolver)`,
].join('|')

/** Status words of statements, without accents and in lower case. The first that fits counts. */
const WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/(charge ?back|contestacao|disput[ae]?\b).*(revertid|ganh|cancelad|reversed|\bwon\b)/, 'APPROVED'],
  [/charge ?back|contestad|contestacao|disput|\bmed\b/, 'CHARGEBACK'],
  [
    /\b(estorno|reembolso|devolucao|refund)( foi)?[ _](nao |recusad|negad|rejeitad|falh|refused|failed|denied)/,
    'returnRefused',
  ],
  // A return that was only asked for. Its payment is still paid, and its refund is under way.
  [new RegExp(RETURN + IS_UNDER_WAY + NOT_DONE), 'PENDING'],
  [new RegExp(`(${ASKED_FOR})${RETURN}${NOT_DONE}`), 'PENDING'],
  [/estorn|reembols|devolv|devoluc|refund/, 'REFUNDED'],
  [/\bnao |cancel|recusad|negad|expirad|vencid|rejeitad|falh|refused|failed|expired/, 'REJECTED'],
  [/\bprocessad[oa]s?\b|\bprocessed\b/, 'APPROVED'],
  [/pendent|aguard|process|pending|waiting/, 'PENDING'],
  [
    /\bpag[oa]s?\b|recebid|confirmad|aprovad|liquidad|concluid|\bpaid\b|approved|received|confirmed|completed/,
    'APPROVED',
  ],
]

/** The meaning of a statement's word; null if it is unknown. */
export function meaningOfWord(word: string): Meaning | null {
  const plain = word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return WORDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
