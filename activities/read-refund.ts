/**
 * Reads a refund at its provider, by the refund itself or by its payment. The payment shows it if the whole payment was refunded, or if
 * the refunded total grew by the refund's amount since it was sent.
 */
import { disbursementReference } from '../db/attempt-ids.ts'
import type { Database } from '../db/client.ts'
import type { DisbursementAttemptKey } from '../db/queries/disbursement/attempts.ts'
import { approvedRefunds, otherRefunds } from '../db/queries/disbursement/create.ts'
import { type DisbursementSnapshot, loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import type { EventCause } from '../domain/cause.ts'
import { isRefunded } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { type Cents, cents } from '../domain/money.ts'
import { needs } from '../domain/refund.ts'
import { statusOf, type TransactionKey, type TransactionReading } from '../domain/transaction.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import { refundedPayment } from './disbursement-request.ts'

export type RefundNews =
  | { outcome: 'done'; cause: EventCause; rawStatus?: string }
  /** The provider has rejected the refund: no money goes back. */
  | { outcome: 'denied' }
  /** Not carried out yet, as far as the provider shows. `isListed`: the provider has a record of this very refund. */
  | { outcome: 'notYet'; isListed?: true; unknownWord?: string }
  /** A reading cannot tell. */
  | { outcome: 'impossible' }

const IMPOSSIBLE = { outcome: 'impossible' } as const
const NOT_YET = { outcome: 'notYet' } as const
const DONE = { outcome: 'done', cause: 'poll' } as const

/** @throws ProviderError of the reading. */
export async function readRefund(
  db: Database,
  snapshot: DisbursementSnapshot,
  connect: () => Promise<Connection>,
): Promise<RefundNews> {
  const { disbursement, payment } = snapshot
  const key = refundedPayment(snapshot)
  if (!key || !payment) return IMPOSSIBLE
  // The last part of a payment leaves it fully refunded.
  const given = await approvedRefunds(db, payment.id)
  const isLast = given + disbursement.amount >= payment.amount
  const isOver = isLast && isRefunded(payment.state)
  const before = snapshot.attempt?.refundedBefore ?? snapshot.made?.refundedBefore ?? null
  const { operations } = findProvider(snapshot.account.provider).capabilities
  const canReadItself = operations.includes('readRefund')
  if (isOver && !canReadItself) return { outcome: 'done', cause: 'webhook' }
  if (!isLast && before === null && !canReadItself) return IMPOSSIBLE
  const connection = await connect()
  const own = canReadItself ? await readItself(connection, snapshot) : undefined
  // A fully refunded payment outweighs the refund's own "queued", which may be older. It does not outweigh "denied", which is final.
  if (own && !(isOver && own.outcome === 'notYet')) return own
  if (isOver) return { outcome: 'done', cause: 'webhook' }
  if (!operations.includes('readTransaction')) return isLast ? NOT_YET : IMPOSSIBLE
  const reading = await readPaid(connection, key)
  const { rawStatus } = reading
  if (isLast && isBack(reading, payment.amount, given)) {
    return { outcome: 'done', cause: 'poll', ...defined({ rawStatus }) }
  }
  const compared = await compare(db, snapshot, reading, before)
  return compared.outcome === 'impossible' && isLast ? NOT_YET : compared
}

/** What the provider says of this very refund, however its payment reads; undefined if it does not report refunds. */
export async function readRefundItself(
  snapshot: DisbursementSnapshot,
  connect: () => Promise<Connection>,
): Promise<RefundNews | undefined> {
  const { operations } = findProvider(snapshot.account.provider).capabilities
  if (!operations.includes('readRefund')) return undefined
  return (await readItself(await connect(), snapshot)) ?? NOT_YET
}

/** Reads this very refund. @returns undefined if the provider has no record of it. */
async function readItself(connection: Connection, snapshot: DisbursementSnapshot): Promise<RefundNews | undefined> {
  const { disbursement, payment, account } = snapshot
  const key = refundedPayment(snapshot)
  if (!key || !payment) return undefined
  const refund = {
    ...key,
    reference: disbursementReference(disbursement.id, account.id),
    amount: cents(disbursement.amount),
    chargeAmount: cents(payment.amount),
    ...defined({ refundId: disbursement.externalId ?? undefined }),
  }
  const found = await drive(connection, connection.provider.readRefund(refund, connection.context))
  if (!found) return undefined
  if (!found.status) return { outcome: 'denied' }
  const { queued, unknownWord } = found
  return queued ? { ...NOT_YET, isListed: true, ...defined({ unknownWord }) } : DONE
}

/** Whether a partial refund whose answer says "queued" was already paid, according to the refunded total in the same answer. */
export async function hasGoneBack(db: Database, key: DisbursementAttemptKey, returned: Cents): Promise<boolean> {
  const snapshot = await loadDisbursementAttempt(db, key)
  const before = snapshot?.attempt?.refundedBefore ?? null
  return snapshot !== undefined && (await compare(db, snapshot, { returned }, before)).outcome === 'done'
}

/** The payment's refunded total now; null if the provider does not state it or does not answer. */
export async function readReturned(connection: Connection, snapshot: DisbursementSnapshot): Promise<number | null> {
  const key = refundedPayment(snapshot)
  if (!key || !connection.provider.capabilities.operations.includes('readTransaction')) return null
  const reading = await readPaid(connection, key).catch(() => undefined)
  return reading?.returned ?? null
}

/**
 * Compares the refunded total with the total before the refund was sent. It identifies a refund if it is the sum of all of them, or of
 * some that include this one and cannot be had without it. The difference alone does only if no other one was sent meanwhile.
 */
async function compare(
  db: Database,
  { disbursement, attempt, made }: DisbursementSnapshot,
  { returned }: Pick<TransactionReading, 'returned'>,
  before: number | null,
): Promise<RefundNews> {
  const sentAt = attempt?.createdAt ?? made?.createdAt
  if (before === null || returned === undefined || sentAt === undefined) return IMPOSSIBLE
  const others = await otherRefunds(db, disbursement, sentAt)
  const given = await approvedRefunds(db, disbursement.paymentId ?? '')
  const ofAll = given + others.pending + disbursement.amount
  // Money that was returned before this refund was sent is not part of it.
  if (returned === ofAll && returned >= before + disbursement.amount) return DONE
  // Earlier refunds may have reached the total only now.
  if (returned === before || returned <= given) return NOT_YET
  const isEnough = returned >= Math.max(before, given) + disbursement.amount
  if (isEnough && needs(returned, disbursement.amount, others.amounts)) return DONE
  if (others.since) return IMPOSSIBLE
  if (others.pending > 0) return NOT_YET
  if (returned !== before + disbursement.amount) return IMPOSSIBLE
  return isEnough ? DONE : NOT_YET
}

const readPaid = (connection: Connection, key: TransactionKey): Promise<TransactionReading> =>
  drive(connection, connection.provider.readTransaction(key, connection.context))

/**
 * Whether the whole payment was returned, according to the provider's status for refunds or for any return. Without a sum, the latter
 * may be about an earlier refund.
 */
function isBack(reading: TransactionReading, amount: number, given: number): boolean {
  if (reading.isReturn) return reading.returned === undefined ? given === 0 : reading.returned >= amount
  const status = statusOf(reading, amount)
  return status !== null && isRefunded(status)
}
