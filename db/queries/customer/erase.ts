import { sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'

/** `underWay`: a movement of the customer has not ended, so nothing was erased. */
export type Erasure = 'unknown' | 'underWay' | 'erased'

/** Erases personal data from all rows of a customer's charges, in one transaction. */
export async function eraseCustomer(db: Queryable, platformId: string, id: string): Promise<Erasure> {
  const [row] = await db.execute<{ erasure: Erasure }>(
    sql`SELECT erase_customer(${platformId}::uuid, ${id}::uuid) AS erasure`,
  )
  return row?.erasure ?? 'unknown'
}
