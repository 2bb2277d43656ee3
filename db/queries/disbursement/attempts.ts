/** The rows of attempts at a refund or withdrawal: loads them, and claims them before a request is sent. */
import { and, desc, eq, isNull, max, not, type SQL, sql } from 'drizzle-orm'
import { attemptId, disbursementReference } from '../../attempt-ids.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { given, prepared } from '../../prepared.ts'
import { disbursementAttempts, disbursements, platforms, providerAccounts } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import { ofPresentKeys } from '../account/keys-version.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { Released } from '../charge/attempt-ends.ts'
import type { AttemptClaim } from '../charge/attempts.ts'
import { attemptIsUncertain, attemptIsUnclaimed, disbursementWaits } from '../movement/statuses.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './events.ts'
import { takeKeptId } from './kept-ids.ts'
import type { DisbursementRow } from './read.ts'
import { isStillRefundable } from './still-refundable.ts'

export type DisbursementAttemptRow = typeof disbursementAttempts.$inferSelect

/**
 * As for a charge: the attempt was sent and no id is known. There may be one, even if it was declared absent. As the index
 * `disbursement_attempts_unanswered` has it.
 */
export const isUnansweredDisbursement = and(
  isNull(disbursementAttempts.externalId),
  not(attemptIsUnclaimed(disbursementAttempts.state)),
  sql`${disbursementAttempts.outcome} IS DISTINCT FROM 'refused'`,
)

export interface DisbursementAttemptKey {
  disbursementId: string
  accountId: string
  /** 1 for the first attempt. Counted over all accounts. */
  number: number
  /** When the row was made that it is for, if another one may stand under the id. */
  madeAt?: string
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

/** The disbursement with the account that accepted it. */
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

/** The attempt with an unknown outcome, if there is one. */
export async function findUncertainAttempt(
  db: Database,
  disbursementId: string,
): Promise<(NewDisbursementAttempt & { claimedBy: string | null }) | undefined> {
  const [row] = await db
    .select()
    .from(disbursementAttempts)
    .where(and(eq(disbursementAttempts.disbursementId, disbursementId), attemptIsUncertain(disbursementAttempts.state)))
  return row && { ...asKnownAttempt(row), claimedBy: row.claimedBy }
}

/**
 * The attempt to which a provider's id belongs that the disbursement does not have: the last one at its account. It is derived if its row
 * was lost.
 * @returns undefined if the disbursement has an id.
 */
export async function findNamelessAttempt(
  db: Database,
  disbursementId: string,
): Promise<NewDisbursementAttempt | undefined> {
  const [row] = await db.select().from(disbursements).where(eq(disbursements.id, disbursementId))
  if (!row || row.externalId !== null || row.providerAccountId === null || row.provider === null) return undefined
  const { providerAccountId: accountId, provider } = row
  const tries = await db
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
    .orderBy(desc(disbursementAttempts.number))
  const last = tries.find((each) => each.providerAccountId === accountId)
  if (last) return asKnownAttempt(last)
  const number = (tries[0]?.number ?? 0) + 1
  return {
    disbursementId,
    accountId,
    number,
    id: attemptId(disbursementId, number),
    provider,
    reference: disbursementReference(disbursementId, accountId),
    createdAt: new Date(row.createdAt).toISOString(),
  }
}

/** An attempt from its row. */
export function asKnownAttempt(row: DisbursementAttemptRow): NewDisbursementAttempt {
  const { id, disbursementId, number, providerAccountId: accountId, provider, reference } = row
  return {
    id,
    disbursementId,
    number,
    accountId,
    provider,
    reference,
    createdAt: new Date(row.createdAt).toISOString(),
  }
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
          eq(disbursements.createdAt, given('madeAt')),
          disbursementWaits(disbursements.status),
          sql`${disbursements.approval} IS DISTINCT FROM 'awaited'`,
          isStillRefundable(db),
          sql`NOT EXISTS (SELECT FROM ${disbursementAttempts} AS named WHERE named.disbursement_id = ${given('disbursementId')} AND named.external_id IS NOT NULL)`,
        ),
      )
      .returning({ id: disbursements.id }),
  )
  const claimed = db.$with('claimed', { id: sql<string>`id`.as('id') }).as(sql`
    INSERT INTO ${disbursementAttempts} AS attempt (id, disbursement_id, number, provider_account_id, provider, reference, created_at,
      state, claimed_by, keys_version, sealed_journal, refunded_before)
    SELECT ${given('id')}::uuid, open.id, ${given('number')}::integer, ${given('accountId')}::uuid, ${given('provider')}::text,
      ${given('reference')}::text, ${given('createdAt')}::timestamptz, 'sending', ${given('by')}::text,
      ${given('keysVersion')}::integer, ${given('sealedJournal')}::text, ${given('refundedBefore')}::bigint
    FROM open
    ON CONFLICT (disbursement_id, number) DO UPDATE SET
      state = 'sending', claimed_by = excluded.claimed_by, keys_version = excluded.keys_version,
      sealed_journal = excluded.sealed_journal, refunded_before = excluded.refunded_before
    WHERE ${attemptIsUnclaimed(sql`attempt.state`)} OR ${given('repeatable')}::boolean AND ${attemptIsUncertain(sql`attempt.state`)}
    RETURNING attempt.id`)
  return db.with(open, claimed).select({ id: claimed.id }).from(claimed).prepare('disbursement_attempt_claim')
})

/**
 * Commits `sending` before the request is sent, in one statement that locks the disbursement's row first.
 * @param claim `madeAt`: when the row was made that is sent.
 * @returns false if it must not be sent: another run is sending or has answered it, another attempt of the same disbursement may have
 * paid, a provider's id is kept with an attempt, the disbursement has ended, a second person has not approved it yet, its payment is no
 * longer to be refunded so far, or another row stands under its id by now.
 */
export async function claimDisbursementAttempt(
  db: Database,
  attempt: NewDisbursementAttempt,
  claim: AttemptClaim & { refundedBefore: number | null; madeAt: string },
): Promise<boolean> {
  try {
    const rows = await claiming(db).execute({ ...attempt, ...claim })
    return rows.length === 1
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** As `holdAttempt` of a charge: marks the attempt as `sending`, so that no run sends it because its row is missing or outdated. */
export async function holdDisbursementAttempt(db: Database, attempt: NewDisbursementAttempt): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDisbursement(tx, attempt.disbursementId)
    await tx
      .insert(disbursementAttempts)
      .values({ ...disbursementAttemptColumns(attempt), state: 'sending' })
      .onConflictDoUpdate({
        target: [disbursementAttempts.disbursementId, disbursementAttempts.number],
        set: { state: 'sending' },
        setWhere: attemptIsUnclaimed(disbursementAttempts.state),
      })
  })
}

/** Always locked before its attempts' rows, because another order could deadlock. */
export async function lockDisbursement(tx: Queryable, disbursementId: string): Promise<void> {
  await tx
    .select({ id: disbursements.id })
    .from(disbursements)
    .where(eq(disbursements.id, disbursementId))
    .for('no key update')
}

/** A condition: while the attempt is `sending`, only the run that claimed it may change it; before that, any run may. */
export const ofDisbursementRun = (claimedBy: string | null | SQL) =>
  sql`(${attemptIsUnclaimed(disbursementAttempts.state)} OR ${attemptIsUncertain(disbursementAttempts.state)} AND ${disbursementAttempts.claimedBy} IS NOT DISTINCT FROM ${claimedBy}::text)`

/** An attempt as its row's columns. */
export function disbursementAttemptColumns(attempt: NewDisbursementAttempt) {
  const { id, disbursementId, number, accountId, provider, reference, createdAt } = attempt
  return { id, disbursementId, number, providerAccountId: accountId, provider, reference, createdAt }
}

/**
 * Sets the attempt back to `created`: the request was certainly not processed, or its answers are in the journal. Only the run that
 * claimed the attempt may do so while it is `sending`. Writes the history event in the same transaction. An id that was kept meanwhile
 * becomes the answer.
 */
export async function releaseDisbursementAttempt(
  db: Database,
  attempt: NewDisbursementAttempt,
  claimedBy: string,
  { event, ...change }: Released & { event: DisbursementEventDraft },
): Promise<void> {
  const unsent = { ...disbursementAttemptColumns(attempt), ...ofPresentKeys(attempt) }
  await db.transaction(async (tx) => {
    await lockDisbursement(tx, attempt.disbursementId)
    await appendDisbursementEvents(tx, attempt.disbursementId, [event])
    await tx
      .insert(disbursementAttempts)
      .values({ ...unsent, state: 'created', claimedBy, ...change })
      .onConflictDoUpdate({
        target: [disbursementAttempts.disbursementId, disbursementAttempts.number],
        set: { state: 'created', ...change },
        setWhere: ofDisbursementRun(claimedBy),
      })
    await takeKeptId(tx, attempt.disbursementId)
  })
}

const saving = prepared((db) =>
  db
    .update(disbursementAttempts)
    .set({ sealedJournal: given('sealedJournal') })
    .where(and(eq(disbursementAttempts.id, given('id')), ofDisbursementRun(given('claimedBy'))))
    .prepare('disbursement_journal'),
)

/** Saves the answers so far while the attempt continues. */
export async function saveDisbursementJournal(
  db: Database,
  { id }: Pick<NewDisbursementAttempt, 'id'>,
  claimedBy: string,
  sealedJournal: string,
): Promise<void> {
  await saving(db).execute({ id, claimedBy, sealedJournal })
}
