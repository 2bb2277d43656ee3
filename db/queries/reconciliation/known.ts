/** What we know of one transaction of a charge: of its payment, and of the charge itself only where it has none. */
import { sql } from 'drizzle-orm'
import type { ChargeStatus } from '../../../domain/charge.ts'
import { charges, payments } from '../../schema/index.ts'

/** For queries of charges that join the transaction's payment. Another payment of the charge may have another status and amount. */
export const KNOWN = {
  status: sql<ChargeStatus>`known_status(${charges}, ${payments})`,
  /** Integer cents: what was paid, or what was asked for, unless an operator has accepted another amount. */
  amount: sql<number>`known_amount(${charges}, ${payments})`.mapWith(Number),
  /** Integer cents, also what others than we have given back. */
  returned:
    sql<number>`coalesce(greatest(${payments.refundedAmount}, ${payments.returnedSeen}), ${charges.refundedAmount})`.mapWith(
      Number,
    ),
}
