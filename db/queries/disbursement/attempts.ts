/** The rows behind one try of a refund or withdrawal: loaded, and claimed before the bytes leave. */

import { and, desc, eq, isNull, max, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { given, prepared } from '../../prepared.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { disbursementAttempts, disbursements, platforms, providerAccounts } from '../../schema/index.ts'
import type { PlatformRow } from '../access/people.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { DisbursementRow } from './read.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './transitions.ts'

export type DisbursementAttemptRow = typeof disbursementAttempts.$inferSelect

/** As of a charge's: something was sent, and nobody knows an id of it, whoever said that there is none. */
export const isUnansweredDisbursement = and(
  isNull(disbursementAttempts.externalId),
  ne(disbursementAttempts.state, 'created'),
  sql`${disbursementAttempts.outcome} IS DISTINCT FROM 'refused'`,
)

export interface DisbursementAttemptKey {
  disbursementId: string
  accountId: string
  /** 1 for the first try, whichever account it is at. */
  number: number
}

/** The disbursement with one of its platform's accounts. */
export async function loadAccountOf(
  db: Database,
  disbursementId: string,
  accountId: string,
): Promise<{ disbursement: DisbursementRow; account: ProviderAccountRow; platform: PlatformRow } | undefined> {
  const isOfPlatform = eq(providerAccounts.platformId, disbursements.platformId)
  const [row] = await db
    .select({ disbursement: disbursements, account: providerAccounts, platform: platforms })
    .from(disbursements)
    .innerJoin(platforms, eq(platforms.id, disbursements.platformId))
    .innerJoin(providerAccounts, and(eq(providerAccounts.id, accountId), isOfPlatform))
    .where(eq(disbursements.id, disbursementId))
  return row
}

const accountTaking = prepared((db) =>
  db
    .select({ disbursement: disbursements, account: providerAccounts, platform: platforms })
    .from(disbursements)
    .innerJoin(platforms, eq(platforms.id, disbursements.platformId))
    .innerJoin(providerAccounts, eq(providerAccounts.id, disbursements.providerAccountId))
    .where(eq(disbursements.id, given('disbursementId')))
    .prepare('disbursement_account'),
)

/** The disbursement with the account that took it. */
export async function loadDisbursementAccount(
  db: Database,
  disbursementId: string,
): Promise<{ disbursement: DisbursementRow; account: ProviderAccountRow; platform: PlatformRow } | undefined> {
  const [row] = await accountTaking(db).execute({ disbursementId })
  return row
}

/** The number of the disbursement's last attempt; 0 before the first. */
export async function latestDisbursementAttempt(db: Database, disbursementId: string): Promise<number> {
  const [row] = await db
    .select({ number: max(disbursementAttempts.number) })
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
  return row?.number ?? 0
}

/** The disbursement's last attempt; undefined before the first. */
export async function findLastDisbursementAttempt(
  db: Database,
  disbursementId: string,
): Promise<DisbursementAttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
    .orderBy(desc(disbursementAttempts.number))
    .limit(1)
  return row
}

/** The attempt of which nobody knows what came, if there is one. */
export async function findUncertainAttempt(
  db: Database,
  disbursementId: string,
): Promise<(NewDisbursementAttempt & { claimedBy: string | null }) | undefined> {
  const [row] = await db
    .select()
    .from(disbursementAttempts)
    .where(and(eq(disbursementAttempts.disbursementId, disbursementId), eq(disbursementAttempts.state, 'sending')))
  if (!row) return undefined
  const { providerAccountId: accountId, ...rest } = row
  return { ...rest, accountId, createdAt: new Date(row.createdAt).toISOString() }
}

export interface NewDisbursementAttempt extends DisbursementAttemptKey {
  id: string
  provider: string
  reference: string
  createdAt: string
}

const claiming = prepared((db) => {
  const open = db.$with('open').as(
    db
      .update(disbursements)
      .set({ provider: given('provider'), providerAccountId: given('accountId'), updatedAt: sql`now()` })
      .where(
        and(
          eq(disbursements.id, given('disbursementId')),
          eq(disbursements.status, 'PENDING'),
          sql`${disbursements.approval} IS DISTINCT FROM 'awaited'`,
        ),
      )
      .returning({ id: disbursements.id }),
  )
  const claimed = db.$with('claimed', { id: sql<string>`id`.as('id') }).as(sql`
    INSERT INTO ${disbursementAttempts} AS attempt (id, disbursement_id, number, provider_account_id, provider, reference, created_at,
      state, claimed_by, sealed_journal, refunded_before)
    SELECT ${given('id')}::uuid, open.id, ${given('number')}::integer, ${given('accountId')}::uuid, ${given('provider')}::text,
      ${given('reference')}::text, ${given('createdAt')}::timestamptz, 'sending', ${given('by')}::text,
      ${given('sealedJournal')}::text, ${given('refundedBefore')}::bigint
    FROM open
    ON CONFLICT (disbursement_id, number) DO UPDATE SET
      state = 'sending', claimed_by = excluded.claimed_by, sealed_journal = excluded.sealed_journal,
      refunded_before = excluded.refunded_before
    WHERE attempt.state = 'created' OR ${given('repeatable')}::boolean AND attempt.state = 'sending'
    RETURNING attempt.id`)
  return db.with(open, claimed).select({ id: claimed.id }).from(claimed).prepare('disbursement_attempt_claim')
})

/**
 * Commits `sending` before the bytes leave: one statement, that takes the disbursement's row first.
 * @param claim `by`: the run that sends; `repeatable`: the provider's idempotency key makes a second sending harmless.
 * @returns false when it must not be sent: it was begun or answered by somebody else, another attempt of the same disbursement may
 * have paid, the disbursement has come to its end, or a second person has yet to approve it.
 */
export async function claimDisbursementAttempt(
  db: Database,
  attempt: NewDisbursementAttempt,
  claim: { by: string; sealedJournal: string | null; repeatable: boolean; refundedBefore: number | null },
): Promise<boolean> {
  try {
    const rows = await claiming(db).execute({ ...attempt, ...claim })
    return rows.length === 1
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** As `holdAttempt` of a charge: where the row is missing, or does not say that it was sent, no run sends. */
export async function holdDisbursementAttempt(db: Database, attempt: NewDisbursementAttempt): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDisbursement(tx, attempt.disbursementId)
    await tx
      .insert(disbursementAttempts)
      .values({ ...disbursementAttemptColumns(attempt), state: 'sending' })
      .onConflictDoUpdate({
        target: [disbursementAttempts.disbursementId, disbursementAttempts.number],
        set: { state: 'sending' },
        setWhere: sql`${disbursementAttempts.state} = 'created'`,
      })
  })
}

/** Before its attempts' rows, always: whoever takes them in another order may wait for each other. */
export async function lockDisbursement(tx: Queryable, disbursementId: string): Promise<void> {
  await tx
    .select({ id: disbursements.id })
    .from(disbursements)
    .where(eq(disbursements.id, disbursementId))
    .for('no key update')
}

/** What only the run that claimed the attempt may do while it is `sending`; before that, any run may. */
export const ofDisbursementRun = (claimedBy: string | null | SQL) =>
  sql`(${disbursementAttempts.state} = 'created' OR ${disbursementAttempts.state} = 'sending' AND ${disbursementAttempts.claimedBy} IS NOT DISTINCT FROM ${claimedBy}::text)`

/** An attempt as its row's columns. */
export function disbursementAttemptColumns(attempt: NewDisbursementAttempt) {
  const { id, disbursementId, number, accountId, provider, reference, createdAt } = attempt
  return { id, disbursementId, number, providerAccountId: accountId, provider, reference, createdAt }
}

/**
 * Back to `created`: what was sent is surely not processed, or its answers are in the journal. Only the run that claimed
 * the attempt may take it back from `sending`. Together with what the history says of it.
 */
export async function releaseDisbursementAttempt(
  db: Database,
  attempt: NewDisbursementAttempt,
  claimedBy: string,
  {
    event,
    ...change
  }: {
    sealedJournal: string | null
    exchange: ExchangeEntry[]
    errorKind?: string
    errorMessage?: string
    event: DisbursementEventDraft
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDisbursement(tx, attempt.disbursementId)
    await appendDisbursementEvents(tx, attempt.disbursementId, [event])
    await tx
      .insert(disbursementAttempts)
      .values({ ...disbursementAttemptColumns(attempt), state: 'created', ...change })
      .onConflictDoUpdate({
        target: [disbursementAttempts.disbursementId, disbursementAttempts.number],
        set: { state: 'created', claimedBy: null, ...change },
        setWhere: ofDisbursementRun(claimedBy),
      })
  })
}

const saving = prepared((db) =>
  db
    .update(disbursementAttempts)
    .set({ sealedJournal: given('sealedJournal') })
    .where(and(eq(disbursementAttempts.id, given('id')), ofDisbursementRun(given('claimedBy'))))
    .prepare('disbursement_journal'),
)

/** Keeps answers that have come in while the attempt goes on. */
export async function saveDisbursementJournal(
  db: Database,
  { id }: Pick<NewDisbursementAttempt, 'id'>,
  claimedBy: string,
  sealedJournal: string,
): Promise<void> {
  await saving(db).execute({ id, claimedBy, sealedJournal })
}
