/** Movements that somebody should be working on: visited in turn, however many there are. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { charges, disbursements, receivers } from '../../schema/index.ts'

export interface Watched {
  id: string
  kind: 'charge' | 'refund' | 'withdrawal' | 'receiver'
  createdAt: string
  /** A charge of which no transaction is known. */
  isUnmade?: boolean
}

/** PENDING ones of a table about which nobody has been asked, after the one that was visited last. */
export async function pendingAfter(
  db: Database,
  table: 'charges' | 'disbursements' | 'receivers',
  id: string,
  limit: number,
): Promise<Watched[]> {
  switch (table) {
    case 'charges': {
      const { id: key, createdAt, status, attention, transactionId } = charges
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, createdAt, transactionId })
        .from(charges)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map(({ transactionId: known, ...row }) => ({ ...row, kind: 'charge', isUnmade: known === null }))
    }
    case 'disbursements': {
      const { id: key, kind, createdAt, status, attention } = disbursements
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      return db.select({ id: key, kind, createdAt }).from(disbursements).where(isWatched).orderBy(asc(key)).limit(limit)
    }
    case 'receivers': {
      const { id: key, createdAt, status, attention } = receivers
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, createdAt })
        .from(receivers)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map((row) => ({ ...row, kind: 'receiver' }))
    }
  }
}
