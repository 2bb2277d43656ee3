/** Refunds and withdrawals whose request failed before their workflow was started, so nothing was sent. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DisbursementKind } from '../../../domain/disbursement.ts'
import type { Database } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { disbursementWaits } from '../movement/statuses.ts'
import { goneAfter, isDraft } from '../movement/unstarted.ts'

const isUnsent = and(
  disbursementWaits(disbursements.status),
  isNull(disbursements.attention),
  isNull(disbursementAttempts.id),
)

/** Refunds required by a policy that were not sent yet. Only the sweep starts them. Platforms take turns. */
export async function unsentPolicyRefunds(db: Database, limit: number): Promise<PolicyRefund[]> {
  const { id, platformId, providerAccountId, provider, createdAt } = disbursements
  const rows = await db
    .select({ id, platformId, providerAccountId, provider })
    .from(disbursements)
    .leftJoin(disbursementAttempts, eq(disbursementAttempts.disbursementId, disbursements.id))
    .where(and(isUnsent, isNotNull(disbursements.policy)))
    .orderBy(sql`row_number() OVER (PARTITION BY ${platformId} ORDER BY ${createdAt}, ${id}), ${createdAt}, ${id}`)
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

export async function unstartedDisbursements(
  db: Database,
  limit: number,
): Promise<{ id: string; kind: DisbursementKind }[]> {
  return db
    .select({ id: disbursements.id, kind: disbursements.kind })
    .from(disbursements)
    .leftJoin(disbursementAttempts, eq(disbursementAttempts.disbursementId, disbursements.id))
    .where(and(isUnsent, isNull(disbursements.policy), isDraft(disbursements.createdAt)))
    .orderBy(disbursements.createdAt)
    .limit(limit)
}

/** Removes a disbursement that was not sent. One with an attempt, or that waits for approval, stays. @returns whether nothing stands of it. */
export async function abandonDisbursement(db: Database, disbursementId: string): Promise<boolean> {
  return goneAfter(
    db,
    disbursements,
    disbursementId,
    db
      .delete(disbursements)
      .where(
        and(
          eq(disbursements.id, disbursementId),
          disbursementWaits(disbursements.status),
          isNull(disbursements.attention),
          sql`NOT EXISTS (SELECT FROM ${disbursementAttempts} WHERE ${disbursementAttempts.disbursementId} = ${disbursementId})`,
        ),
      )
      .returning({ id: disbursements.id }),
  )
}
