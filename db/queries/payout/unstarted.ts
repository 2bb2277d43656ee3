/** Refunds and withdrawals whose request died before their workflow began: nothing was sent anywhere. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PayoutKind } from '../../../domain/payout.ts'
import type { Database } from '../../client.ts'
import { unlessHeld } from '../../errors.ts'
import { payoutAttempts, payouts } from '../../schema/index.ts'
import { isDraft } from '../movement/unstarted.ts'

const isUnsent = and(eq(payouts.status, 'PENDING'), isNull(payouts.attention), isNull(payoutAttempts.id))

/** Refunds that a policy asks for, of which nothing was sent yet: nobody waits for them but the sweep. */
export async function unsentPolicyRefunds(db: Database, limit: number): Promise<PolicyRefund[]> {
  const { id, platformId, providerAccountId, provider } = payouts
  const rows = await db
    .select({ id, platformId, providerAccountId, provider })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(and(isUnsent, isNotNull(payouts.policy)))
    .orderBy(payouts.createdAt)
    .limit(limit)
  return rows.flatMap(({ providerAccountId: accountId, provider: code, ...refund }) =>
    accountId === null || code === null ? [] : [{ ...refund, accountId, provider: code }],
  )
}

export interface PolicyRefund {
  id: string
  platformId: string
  accountId: string
  provider: string
}

export async function unstartedPayouts(db: Database, limit: number): Promise<{ id: string; kind: PayoutKind }[]> {
  return db
    .select({ id: payouts.id, kind: payouts.kind })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(and(isUnsent, isNull(payouts.policy), isDraft(payouts.createdAt)))
    .orderBy(payouts.createdAt)
    .limit(limit)
}

/** Removes a payout of which nothing was sent: one with an attempt, or that waits for a person, stays. @returns whether it is gone. */
export async function abandonPayout(db: Database, payoutId: string): Promise<boolean> {
  return unlessHeld(
    db
      .delete(payouts)
      .where(
        and(
          eq(payouts.id, payoutId),
          eq(payouts.status, 'PENDING'),
          isNull(payouts.attention),
          sql`NOT EXISTS (SELECT FROM ${payoutAttempts} WHERE ${payoutAttempts.payoutId} = ${payoutId})`,
        ),
      )
      .returning({ id: payouts.id }),
  )
}
