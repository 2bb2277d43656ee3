import { sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'

/** `underWay`: something of theirs has not ended, and nothing was erased. */
export type Erasure = 'unknown' | 'underWay' | 'erased'

/** Takes what is personal from all that a customer's charges have left, at once or not at all. */
export async function eraseCustomer(db: Queryable, platformId: string, id: string): Promise<Erasure> {
  const [row] = await db.execute<{ erasure: Erasure }>(
    sql`SELECT erase_customer(${platformId}::uuid, ${id}::uuid) AS erasure`,
  )
  return row?.erasure ?? 'unknown'
}
