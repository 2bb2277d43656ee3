/** What a reading of the payment says of a refund: all of it went back, or so much more than before it was sent. */
import type { Database } from '../db/client.ts'
import { approvedRefunds, otherRefunds } from '../db/queries/disbursement/create.ts'
import type { DisbursementSnapshot } from '../db/queries/disbursement/snapshot.ts'
import type { EventCause } from '../domain/cause.ts'
import { isRefunded } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import type { TransactionReading } from '../domain/transaction.ts'
import { type Connection, drive } from '../gateway/drive.ts'

export type RefundNews =
  | { outcome: 'done'; cause: EventCause; rawStatus?: string }
  /** Not carried out yet, as far as can be seen. */
  | { outcome: 'notYet' }
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
  if (isLast && isRefunded(payment.state)) return { outcome: 'done', cause: 'webhook' }
  const before = snapshot.attempt?.refundedBefore ?? snapshot.made?.refundedBefore ?? null
  if (!isLast && before === null) return IMPOSSIBLE
  const connection = await connect()
  if (!connection.provider.capabilities.operations.includes('readTransaction')) return isLast ? NOT_YET : IMPOSSIBLE
  const reading = await readPaid(connection, payment, charge)
  const { rawStatus } = reading
  if (isLast && isBack(reading, payment.amount)) {
    return { outcome: 'done', cause: 'poll', ...defined({ rawStatus }) }
  }
  const compared = await compare(db, snapshot, reading, before)
  return compared.outcome === 'impossible' && isLast ? NOT_YET : compared
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

/** Only of one refund at a time can be said that it made the difference. */
async function compare(
  db: Database,
  { disbursement, attempt, made }: DisbursementSnapshot,
  { returned }: TransactionReading,
  before: number | null,
): Promise<RefundNews> {
  const sentAt = attempt?.createdAt ?? made?.createdAt
  if (before === null || returned === undefined || sentAt === undefined) return IMPOSSIBLE
  const others = await otherRefunds(db, disbursement, sentAt)
  if (others.since) return IMPOSSIBLE
  if (others.pending || returned === before) return NOT_YET
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
