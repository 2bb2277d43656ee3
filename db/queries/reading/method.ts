/** The payment method of a reading, which determines how long after its end it may still change. */
import { eq } from 'drizzle-orm'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import type { Database } from '../../client.ts'
import { charges, payments } from '../../schema/index.ts'

/** @param kind for a payment, the method of its charge. */
export async function methodOf(
  db: Database,
  kind: 'charge' | 'payment',
  id: string,
): Promise<PaymentMethod | undefined> {
  const { paymentMethod } = charges
  const [row] = await (kind === 'charge'
    ? db.select({ paymentMethod }).from(charges).where(eq(charges.id, id))
    : db
        .select({ paymentMethod })
        .from(payments)
        .innerJoin(charges, eq(charges.id, payments.chargeId))
        .where(eq(payments.id, id)))
  return row?.paymentMethod
}
