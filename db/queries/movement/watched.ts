/** Movements that somebody should be working on: visited in turn, however many there are. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { charges, disbursements, receivers } from '../../schema/index.ts'

export interface Watched {
  id: string
  kind: 'charge' | 'refund' | 'withdrawal' | 'receiver'
  createdAt: string
  updatedAt: string
  /** A charge or a withdrawal of which nothing is known at a provider; a refund may have no id there. */
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
      const { id: key, createdAt, updatedAt, status, attention, transactionId } = charges
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, createdAt, updatedAt, transactionId })
        .from(charges)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map(({ transactionId: known, ...row }) => ({ ...row, kind: 'charge', isUnmade: known === null }))
    }
    case 'disbursements': {
      const { id: key, kind, createdAt, updatedAt, status, attention, externalId } = disbursements
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, kind, createdAt, updatedAt, externalId })
        .from(disbursements)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map(({ externalId: known, ...row }) => ({
        ...row,
        isUnmade: row.kind === 'withdrawal' && known === null,
      }))
    }
    case 'receivers': {
      const { id: key, createdAt, updatedAt, status, attention } = receivers
      const isWatched = and(eq(status, 'PENDING'), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, createdAt, updatedAt })
        .from(receivers)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map((row) => ({ ...row, kind: 'receiver' }))
    }
  }
}

/** As `isUnmade`, now: a provider may have answered since it was listed. */
export async function isStillUnmade(db: Database, { id, kind }: Watched): Promise<boolean> {
  const rows =
    kind === 'charge'
      ? await db
          .select({ id: charges.id })
          .from(charges)
          .where(and(eq(charges.id, id), isNull(charges.transactionId)))
      : await db
          .select({ id: disbursements.id })
          .from(disbursements)
          .where(and(eq(disbursements.id, id), isNull(disbursements.externalId)))
  return rows.length > 0
}
