/** Movements that should have a running workflow. They are visited in turn. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { charges, disbursements, receivers } from '../../schema/index.ts'
import { chargeWaits, disbursementWaits, receiverWaits } from './statuses.ts'

export type WatchedTable = 'charges' | 'disbursements' | 'receivers'

export interface Watched {
  id: string
  kind: 'charge' | 'refund' | 'withdrawal' | 'receiver'
  createdAt: string
  updatedAt: string
  /** It has no provider id yet. A refund may never get one. */
  isUnmade?: boolean
}

/** The PENDING movements of a table without attention, after the one visited last. */
export async function pendingAfter(db: Database, table: WatchedTable, id: string, limit: number): Promise<Watched[]> {
  switch (table) {
    case 'charges': {
      const { id: key, createdAt, updatedAt, status, attention, transactionId } = charges
      const isWatched = and(chargeWaits(status), isNull(attention), gt(key, id))
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
      const isWatched = and(disbursementWaits(status), isNull(attention), gt(key, id))
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
      const { id: key, createdAt, updatedAt, status, attention, receiverId } = receivers
      const isWatched = and(receiverWaits(status), isNull(attention), gt(key, id))
      const rows = await db
        .select({ id: key, createdAt, updatedAt, receiverId })
        .from(receivers)
        .where(isWatched)
        .orderBy(asc(key))
        .limit(limit)
      return rows.map(({ receiverId: known, ...row }) => ({ ...row, kind: 'receiver', isUnmade: known === null }))
    }
  }
}

/** Checks `isUnmade` again, because the provider may have answered since the movement was listed. */
export async function isStillUnmade(db: Database, { id, kind }: Watched): Promise<boolean> {
  const [rows, known] = MADE[kind]
  const found = await db
    .select({ id: rows.id })
    .from(rows)
    .where(and(eq(rows.id, id), isNull(known)))
  return found.length > 0
}

/** The column with the provider's id, for each kind. */
const MADE = {
  charge: [charges, charges.transactionId],
  refund: [disbursements, disbursements.externalId],
  withdrawal: [disbursements, disbursements.externalId],
  receiver: [receivers, receivers.receiverId],
} as const
