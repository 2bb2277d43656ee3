/** Refunds and withdrawals as the API reads them. Every statement is bound to one platform. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { DisbursementKind } from '../../../domain/disbursement.ts'
import type { Database } from '../../client.ts'
import { given, prepared } from '../../prepared.ts'
import { disbursementAttempts, disbursementEvents, disbursements } from '../../schema/index.ts'
import { type Proved, withNotices } from '../movement/proof.ts'

export type DisbursementRow = typeof disbursements.$inferSelect
export type DisbursementEventRow = typeof disbursementEvents.$inferSelect
export type DisbursementAttemptRow = Omit<typeof disbursementAttempts.$inferSelect, 'sealedJournal' | 'reference'>

/** Finds a withdrawal by its reference, which is unique per platform. */
export const byReference = ({ platformId, reference }: Record<'platformId' | 'reference', string | SQL>) =>
  and(
    eq(disbursements.platformId, platformId),
    sql`${disbursements.kind} = 'withdrawal'`,
    eq(disbursements.reference, reference),
  )

const withdrawalCalled = prepared((db) =>
  db
    .select()
    .from(disbursements)
    .where(byReference({ platformId: given('platformId'), reference: given('reference') }))
    .prepare('withdrawal_called'),
)

export async function findWithdrawalCalled(
  db: Database,
  platformId: string,
  reference: string,
): Promise<DisbursementRow | undefined> {
  const [row] = await withdrawalCalled(db).execute({ platformId, reference })
  return row
}

const ofPlatform = (platformId: string | SQL, kind: DisbursementKind | SQL, id: string | SQL) =>
  and(eq(disbursements.platformId, platformId), eq(disbursements.kind, kind), eq(disbursements.id, id))

const disbursementById = prepared((db) =>
  db
    .select()
    .from(disbursements)
    .where(ofPlatform(given('platformId'), given('kind'), given('id')))
    .prepare('disbursement_by_id'),
)

export async function findDisbursement(
  db: Database,
  platformId: string,
  kind: DisbursementKind,
  id: string,
): Promise<DisbursementRow | undefined> {
  const [row] = await disbursementById(db).execute({ platformId, kind, id })
  return row
}

/** Oldest first; undefined when the platform has no such disbursement. */
export async function listDisbursementEvents(
  db: Database,
  platformId: string,
  kind: DisbursementKind,
  id: string,
): Promise<Proved<DisbursementEventRow>[] | undefined> {
  const rows = await db
    .select({ event: disbursementEvents })
    .from(disbursements)
    .leftJoin(disbursementEvents, eq(disbursementEvents.disbursementId, disbursements.id))
    .where(ofPlatform(platformId, kind, id))
    .orderBy(asc(disbursementEvents.at), asc(disbursementEvents.id))
  if (rows.length === 0) return undefined
  return withNotices(
    db,
    platformId,
    rows.flatMap(({ event }) => event ?? []),
  )
}

/** Oldest first; undefined when the platform has no such disbursement. */
export async function listDisbursementAttempts(
  db: Database,
  platformId: string,
  kind: DisbursementKind,
  id: string,
): Promise<DisbursementAttemptRow[] | undefined> {
  const rows = await db
    .select({ attempt: disbursementAttempts })
    .from(disbursements)
    .leftJoin(disbursementAttempts, eq(disbursementAttempts.disbursementId, disbursements.id))
    .where(ofPlatform(platformId, kind, id))
    .orderBy(asc(disbursementAttempts.number))
  return rows.length === 0 ? undefined : rows.flatMap(({ attempt }) => attempt ?? [])
}
