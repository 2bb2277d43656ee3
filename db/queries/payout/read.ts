/** Refunds and withdrawals as the API reads them. Every statement is bound to one platform. */
import { and, asc, eq } from 'drizzle-orm'
import type { PayoutKind } from '../../../domain/payout.ts'
import type { Database } from '../../client.ts'
import { payoutAttempts, payoutEvents, payouts } from '../../schema/index.ts'
import type { NewWithdrawal } from './create.ts'

export type PayoutRow = typeof payouts.$inferSelect
export type PayoutEventRow = typeof payoutEvents.$inferSelect
export type PayoutAttemptRow = Omit<typeof payoutAttempts.$inferSelect, 'sealedJournal' | 'reference'>

/** Every withdrawal of a platform has a reference of its own, where it has one. */
export const byReference = ({ platformId, reference }: Pick<NewWithdrawal, 'platformId' | 'reference'>) =>
  and(eq(payouts.platformId, platformId), eq(payouts.kind, 'withdrawal'), eq(payouts.reference, reference ?? ''))

export async function findWithdrawalCalled(
  db: Database,
  platformId: string,
  reference: string,
): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(byReference({ platformId, reference }))
  return row
}

const ofPlatform = (platformId: string, kind: PayoutKind, id: string) =>
  and(eq(payouts.platformId, platformId), eq(payouts.kind, kind), eq(payouts.id, id))

export async function findPayout(
  db: Database,
  platformId: string,
  kind: PayoutKind,
  id: string,
): Promise<PayoutRow | undefined> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(ofPlatform(platformId, kind, id))
  return row
}

/** Oldest first; undefined when the platform has no such payout. */
export async function listPayoutEvents(
  db: Database,
  platformId: string,
  kind: PayoutKind,
  id: string,
): Promise<PayoutEventRow[] | undefined> {
  const rows = await db
    .select({ event: payoutEvents })
    .from(payouts)
    .leftJoin(payoutEvents, eq(payoutEvents.payoutId, payouts.id))
    .where(ofPlatform(platformId, kind, id))
    .orderBy(asc(payoutEvents.at), asc(payoutEvents.id))
  return rows.length === 0 ? undefined : rows.flatMap(({ event }) => event ?? [])
}

/** Oldest first; undefined when the platform has no such payout. */
export async function listPayoutAttempts(
  db: Database,
  platformId: string,
  kind: PayoutKind,
  id: string,
): Promise<PayoutAttemptRow[] | undefined> {
  const rows = await db
    .select({ attempt: payoutAttempts })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(ofPlatform(platformId, kind, id))
    .orderBy(asc(payoutAttempts.number))
  return rows.length === 0 ? undefined : rows.flatMap(({ attempt }) => attempt ?? [])
}
