/** What a provider says of how much has gone back of a payment. */

import { and, eq, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { returnedWithoutUs } from '../../../domain/refund.ts'
import type { Database } from '../../client.ts'
import { charges, payments } from '../../schema/index.ts'
import { findExternalRefund, loadReturned } from './external.ts'
import { giveBack } from './transitions.ts'

export interface SaidReturned {
  chargeId: string
  paymentId: string
  /** In all, whoever gave it back. Integer cents. */
  returned: number
  cause: EventCause
}

/** Keeps it, and writes down the refund that somebody made there, with what follows for the payment and its charge. */
export async function noteReturned(
  db: Database,
  { chargeId, paymentId, returned, cause }: SaidReturned,
): Promise<void> {
  const known = await loadReturned(db, paymentId)
  if (!known) return
  const isNews = returned > known.payment.returnedSeen
  if (!isNews && returnedWithoutUs(known) === 0) return
  await db.transaction(async (tx) => {
    // In this order everywhere: whoever takes a charge's payments in another may wait for each other.
    await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId)).for('no key update')
    await tx
      .update(payments)
      .set({ returnedSeen: sql`greatest(${payments.returnedSeen}, least(${returned}::bigint, ${payments.amount}))` })
      .where(and(eq(payments.id, paymentId), eq(payments.chargeId, chargeId)))
    const found = await findExternalRefund(tx, { chargeId, paymentId }, cause)
    if (found) await giveBack(tx, found, chargeId, { cause })
  })
}
