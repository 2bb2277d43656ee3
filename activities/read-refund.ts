/** What the provider says of a refund, asked for it or for its payment: all of that went back, or so much more than before it was sent. */
import { disbursementReference } from '../db/attempt-ids.ts'
import type { Database } from '../db/client.ts'
import type { DisbursementAttemptKey } from '../db/queries/disbursement/attempts.ts'
import { approvedRefunds, otherRefunds } from '../db/queries/disbursement/create.ts'
import { type DisbursementSnapshot, loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import type { EventCause } from '../domain/cause.ts'
import { isRefunded } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { type Cents, cents } from '../domain/money.ts'
import type { TransactionReading } from '../domain/transaction.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'

export type RefundNews =
  | { outcome: 'done'; cause: EventCause; rawStatus?: string }
  /** The provider has given it up: nothing goes back. */
  | { outcome: 'denied' }
  /** Not carried out yet, as far as can be seen; `isListed`: the provider itself has this very refund. */
  | { outcome: 'notYet'; isListed?: true; unknownWord?: string }
  /** Reading tells nothing of it. */
  | { outcome: 'impossible' }

const IMPOSSIBLE = { outcome: 'impossible' } as const
const NOT_YET = { outcome: 'notYet' } as const

/** @throws ProviderError of the reading. */
export async function readRefund(
  db: Database,
  snapshot: DisbursementSnapshot,
  connect: () => Promise<Connection>,
): Promise<RefundNews> {
  const { disbursement, charge, payment } = snapshot
  if (!charge || !payment) return IMPOSSIBLE
  // The last part of a payment leaves it refunded whole.
  const isLast = (await approvedRefunds(db, payment.id)) + disbursement.amount >= payment.amount
  const isOver = isLast && isRefunded(payment.state)
  const before = snapshot.attempt?.refundedBefore ?? snapshot.made?.refundedBefore ?? null
  const { operations } = findProvider(snapshot.account.provider).capabilities
  const canReadItself = operations.includes('readRefund')
  if (isOver && !canReadItself) return { outcome: 'done', cause: 'webhook' }
  if (!isLast && before === null && !canReadItself) return IMPOSSIBLE
  const connection = await connect()
  const own = canReadItself ? await readItself(connection, snapshot) : undefined
  // That all has gone back is newer than a word which still says that it is under way; that it was given up is the last word.
  if (own && !(isOver && own.outcome === 'notYet')) return own
  if (isOver) return { outcome: 'done', cause: 'webhook' }
  if (!operations.includes('readTransaction')) return isLast ? NOT_YET : IMPOSSIBLE
  const reading = await readPaid(connection, payment, charge)
  const { rawStatus } = reading
  if (isLast && isBack(reading, payment.amount)) {
    return { outcome: 'done', cause: 'poll', ...defined({ rawStatus }) }
  }
  const compared = await compare(db, snapshot, reading, before)
  return compared.outcome === 'impossible' && isLast ? NOT_YET : compared
}

/** Whether the provider says of a refund that was made that it has given it up; undefined where it tells of none by itself. */
export async function isDeniedLater(
  snapshot: DisbursementSnapshot,
  connect: () => Promise<Connection>,
): Promise<boolean | undefined> {
  const { operations } = findProvider(snapshot.account.provider).capabilities
  if (!operations.includes('readRefund')) return undefined
  return (await readItself(await connect(), snapshot))?.outcome === 'denied'
}

/** What the provider says of this very refund. @returns undefined where it lists none such. */
async function readItself(
  connection: Connection,
  { disbursement, charge, payment, account }: DisbursementSnapshot,
): Promise<RefundNews | undefined> {
  if (!charge || !payment) return undefined
  const { transactionId, amount } = payment
  const reference = disbursementReference(disbursement.id, account.id)
  const refund = {
    transactionId,
    paymentMethod: charge.paymentMethod,
    reference,
    chargeAmount: cents(amount),
    ...defined({ refundId: disbursement.externalId ?? undefined }),
  }
  const found = await drive(connection, connection.provider.readRefund(refund, connection.context))
  if (!found) return undefined
  if (!found.status) return { outcome: 'denied' }
  const { queued, unknownWord } = found
  return queued ? { ...NOT_YET, isListed: true, ...defined({ unknownWord }) } : { outcome: 'done', cause: 'poll' }
}

/** Whether a part that its answer calls under way has gone back by the sum that the same answer states. */
export async function hasGoneBack(db: Database, key: DisbursementAttemptKey, returned: Cents): Promise<boolean> {
  const snapshot = await loadDisbursementAttempt(db, key)
  const before = snapshot?.attempt?.refundedBefore ?? null
  return snapshot !== undefined && (await compare(db, snapshot, { returned }, before)).outcome === 'done'
}

/** What has gone back of a payment by now; null where nobody says, or the provider does not answer. */
export async function readReturned(
  connection: Connection,
  { charge, payment }: DisbursementSnapshot,
): Promise<number | null> {
  if (!charge || !payment || !connection.provider.capabilities.operations.includes('readTransaction')) return null
  const reading = await readPaid(connection, payment, charge).catch(() => undefined)
  return reading?.returned ?? null
}

/** Only of one refund at a time can be said that it made the difference; unless the sum is what all of them together give back. */
async function compare(
  db: Database,
  { disbursement, attempt, made }: DisbursementSnapshot,
  { returned }: Pick<TransactionReading, 'returned'>,
  before: number | null,
): Promise<RefundNews> {
  const sentAt = attempt?.createdAt ?? made?.createdAt
  if (before === null || returned === undefined || sentAt === undefined) return IMPOSSIBLE
  const others = await otherRefunds(db, disbursement, sentAt)
  const ofAll = (await approvedRefunds(db, disbursement.paymentId ?? '')) + others.pending + disbursement.amount
  // What had gone back before it was sent is none of it, whoever gave it back.
  if (returned === ofAll && returned >= before + disbursement.amount) return { outcome: 'done', cause: 'poll' }
  if (others.since) return IMPOSSIBLE
  if (others.pending > 0 || returned === before) return NOT_YET
  return returned === before + disbursement.amount ? { outcome: 'done', cause: 'poll' } : IMPOSSIBLE
}

function readPaid(
  connection: Connection,
  { transactionId }: NonNullable<DisbursementSnapshot['payment']>,
  { paymentMethod }: NonNullable<DisbursementSnapshot['charge']>,
): Promise<TransactionReading> {
  const question = { transactionId, paymentMethod }
  return drive(connection, connection.provider.readTransaction(question, connection.context))
}

/** Whether all of the payment has gone back, in the provider's word for refunds or in one for any return. */
function isBack({ status, isReturn, returned }: TransactionReading, amount: number): boolean {
  if (isReturn) return (returned ?? amount) >= amount
  return status !== null && isRefunded(status)
}
