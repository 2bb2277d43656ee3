/** Records a payment's refunded total, as its provider states it. */

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
  /** The total returned by anyone. Integer cents. */
  returned: number
  cause: EventCause
}

/** Stores the total, and records an external refund if there was one, with its effect on the payment and the charge. */
export async function noteReturned(
  db: Database,
  { chargeId, paymentId, returned, cause }: SaidReturned,
): Promise<void> {
  const known = await loadReturned(db, paymentId)
  if (!known) return
  const isNews = returned > known.payment.returnedSeen
  if (!isNews && returnedWithoutUs(known) === 0) return
  await db.transaction(async (tx) => {
    // The charge is locked before its payments everywhere, because another order could deadlock.
    await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId)).for('no key update')
    await tx
      .update(payments)
      .set({ returnedSeen: sql`greatest(${payments.returnedSeen}, least(${returned}::bigint, ${payments.amount}))` })
      .where(and(eq(payments.id, paymentId), eq(payments.chargeId, chargeId)))
    const found = await findExternalRefund(tx, { chargeId, paymentId }, cause)
    if (found) await giveBack(tx, found, chargeId, { cause })
  })
}
