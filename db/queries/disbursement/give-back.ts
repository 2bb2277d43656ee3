/** What a refund's end does to its payment and its charge. */
import { eq, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { charges, payments } from '../../schema/index.ts'
import { applyTransition } from '../charge/transitions.ts'
import { approvedOfPayment } from './create.ts'
import { findExternalRefund } from './external.ts'
import type { DisbursementRow } from './read.ts'
import type { DisbursementTransition } from './transitions.ts'

/**
 * Applies an approved refund to its payment and its charge: the sum, the history, and REFUNDED once everything was returned.
 *
 * Locks here are no stronger than NO KEY UPDATE. A disbursement that is updated twice in one transaction has its foreign keys checked,
 * which share-locks the charge's row together with every other refund of it. A stronger lock would then deadlock.
 */
export async function giveBack(
  tx: Queryable,
  { id: refundId, amount, paymentId }: Pick<DisbursementRow, 'id' | 'amount' | 'paymentId'>,
  chargeId: string,
  { cause, by }: Pick<DisbursementTransition, 'cause' | 'by'>,
): Promise<void> {
  await tx.execute(sql`SELECT FROM ${charges} WHERE id = ${chargeId} FOR NO KEY UPDATE`)
  const { transactionId, provider, providerAccountId: accountId } = payments
  const [payment] = await tx
    .select({ transactionId, provider, accountId, returned: approvedOfPayment })
    .from(payments)
    .where(eq(payments.id, paymentId ?? ''))
  if (!payment) throw new TypeError(`Refund ${refundId} goes against no payment`)
  const { returned, ...of } = payment
  await applyTransition(tx, {
    chargeId,
    to: 'REFUNDED',
    cause,
    key: `refund/${refundId}`,
    of,
    returned,
    refund: { refundId, amount },
    ...defined({ by }),
  })
}

/** The refund was not made, so returned money that it might have accounted for was an external refund. */
export async function findInstead(
  tx: Queryable,
  { paymentId }: Pick<DisbursementRow, 'paymentId'>,
  chargeId: string,
  { cause }: Pick<DisbursementTransition, 'cause'>,
): Promise<void> {
  const found = paymentId === null ? undefined : await findExternalRefund(tx, { chargeId, paymentId }, cause)
  if (found) await giveBack(tx, found, chargeId, { cause })
}
