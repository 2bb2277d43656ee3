/** A refund's and a withdrawal's row: refunds never add up to more than the charge. */

import { and, eq, inArray, ne, or, sum } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { ChargeStatus } from '../../../domain/charge-status.ts'
import { canRefund } from '../../../domain/charge-status.ts'
import { isPayoutSettled } from '../../../domain/payout.ts'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Database, Queryable } from '../../client.ts'
import { charges, payoutEvents, payouts, routingDecisions } from '../../schema/index.ts'
import { byReference, type PayoutRow } from './read.ts'

export type Reservation =
  | { outcome: 'reserved'; payout: PayoutRow }
  | { outcome: 'noCharge' }
  | { outcome: 'notApproved'; status: ChargeStatus }
  | { outcome: 'tooMuch'; left: number }

/**
 * Sets money of the charge aside for a refund. The charge's row stays locked meanwhile, so any number of requests at once
 * reserve no more than what is left. Repeating it with the same id finds the refund that is there.
 * @param wish without `amount`: all that is left.
 */
export async function reserveRefund(
  db: Database,
  wish: { id: string; platformId: string; chargeId: string; amount?: number; by: string },
): Promise<Reservation> {
  const { id, platformId, chargeId, by } = wish
  return db.transaction(async (tx) => {
    const [charge] = await tx
      .select()
      .from(charges)
      .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
      .for('no key update')
    if (!charge) return { outcome: 'noCharge' }
    const [known] = await tx.select().from(payouts).where(eq(payouts.id, id))
    if (known) return { outcome: 'reserved', payout: known }
    const { status, provider, providerAccountId, transactionId } = charge
    if (!canRefund(status) || transactionId === null) return { outcome: 'notApproved', status }

    // A statement of its own, after the lock: it sees what whoever held the lock before has written.
    const left = charge.amount - (await promised(tx, chargeId))
    const amount = wish.amount ?? left
    if (left <= 0 || amount > left) return { outcome: 'tooMuch', left }
    const row = { id, platformId, kind: 'refund' as const, chargeId, amount, provider, providerAccountId }
    return { outcome: 'reserved', payout: await insert(tx, row, by) }
  })
}

/** What has surely gone back to the buyer. */
export async function approvedRefunds(db: Queryable, chargeId: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(payouts.amount).mapWith(Number) })
    .from(payouts)
    .where(and(eq(payouts.chargeId, chargeId), eq(payouts.status, 'APPROVED')))
  return row?.total ?? 0
}

export type NewWithdrawal = Omit<typeof payouts.$inferInsert, 'kind' | 'chargeId' | 'status'> & { id: string }

/** Repeating it with the same id, or the same reference, finds the withdrawal that is there. */
export async function insertWithdrawal(
  db: Database,
  withdrawal: NewWithdrawal,
  decision: RoutingDecision,
  by: string,
): Promise<PayoutRow> {
  return db.transaction(async (tx) => {
    const row = await insert(tx, { ...withdrawal, kind: 'withdrawal' }, by)
    if (row.id === withdrawal.id) {
      await tx
        .insert(routingDecisions)
        .values({ payoutId: row.id, ...decision })
        .onConflictDoNothing()
    }
    return row
  })
}

/** What refunds have given back to the buyer already, or still may. */
export async function promised(db: Queryable, chargeId: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(payouts.amount).mapWith(Number) })
    .from(payouts)
    .where(
      and(
        eq(payouts.chargeId, chargeId),
        or(inArray(payouts.status, ['PENDING', 'APPROVED']), eq(payouts.statusUnmapped, true)),
      ),
    )
  return row?.total ?? 0
}

async function insert(
  db: Queryable,
  row: typeof payouts.$inferInsert & { id: string },
  by: string,
): Promise<PayoutRow> {
  const [inserted] = await db.insert(payouts).values(row).onConflictDoNothing().returning()
  if (inserted) {
    await db
      .insert(payoutEvents)
      .values({ id: uuidv7(), payoutId: row.id, key: 'requested', type: 'requested', cause: 'api', detail: { by } })
    return inserted
  }
  const [known] = await db
    .select()
    .from(payouts)
    .where(or(eq(payouts.id, row.id), byReference(row)))
  if (!known) throw new Error('The insert returned no row')
  return known
}

/** Other refunds of the charge: `pending` ones that may still go back, and whether one was carried out since then. */
export async function otherRefunds(
  db: Queryable,
  { id, chargeId }: Pick<PayoutRow, 'id' | 'chargeId'>,
  since: string,
): Promise<{ pending: boolean; since: boolean }> {
  const rows = await db
    .select({ status: payouts.status, approvedAt: payouts.approvedAt })
    .from(payouts)
    .where(and(eq(payouts.chargeId, chargeId ?? ''), ne(payouts.id, id)))
  return {
    pending: rows.some(({ status }) => !isPayoutSettled(status)),
    since: rows.some(({ approvedAt }) => approvedAt !== null && Date.parse(approvedAt) >= Date.parse(since)),
  }
}
