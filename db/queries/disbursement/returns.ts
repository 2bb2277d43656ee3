/** Records a payment's refunded total, as its provider states it. */
import { and, eq, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { returnedWithoutUs } from '../../../domain/refund.ts'
import type { Database } from '../../client.ts'
import { payments } from '../../schema/index.ts'
import { lockCharge } from '../charge/payments.ts'
import { findExternalRefund, loadReturned } from './external.ts'
import { giveBack } from './give-back.ts'

export interface SaidReturned {
  chargeId: string
  paymentId: string
  /** The total returned, by us or at the provider. Integer cents. */
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
    await lockCharge(tx, chargeId)
    await tx
      .update(payments)
      .set({ returnedSeen: sql`greatest(${payments.returnedSeen}, least(${returned}::bigint, ${payments.amount}))` })
      .where(and(eq(payments.id, paymentId), eq(payments.chargeId, chargeId)))
    const found = await findExternalRefund(tx, { chargeId, paymentId }, cause)
    if (found) await giveBack(tx, found, chargeId, { cause })
  })
}
