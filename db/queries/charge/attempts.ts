/** The rows of a charge's attempts: loads them, and claims them before a request is sent. */
import { and, desc, eq, isNull, max, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { attemptId, attemptReference, referredAttempt } from '../../attempt-ids.ts'
import type { Database } from '../../client.ts'
import { excluded, given, prepared } from '../../prepared.ts'
import { cards, chargeAttempts, charges, platforms, providerAccounts, securityCodes } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import { attemptHasAnswer, attemptIsUncertain, attemptIsUnclaimed } from '../movement/statuses.ts'
import { paidTransactions } from './known-ids.ts'
import type { ChargeRow } from './read.ts'

export type AttemptRow = typeof chargeAttempts.$inferSelect

/** The attempt was sent and no transaction is known. There may be one, even if it was declared absent. */
export const isUnanswered = and(
  isNull(chargeAttempts.transactionId),
  not(attemptIsUnclaimed(chargeAttempts.state)),
  sql`${chargeAttempts.outcome} IS DISTINCT FROM 'refused'`,
)

export interface AttemptSnapshot {
  charge: ChargeRow
  account: ProviderAccountRow
  platform: PlatformRow
  attempt: AttemptRow | null
  /** The attempt that created the charge's transaction, of any number. */
  made: AttemptRow | null
  /** The attempt that was begun after this one. If there is one, this attempt is over. */
  next: Pick<AttemptRow, 'providerAccountId'> | null
  /** The database's time, which all processes share. */
  now: string
  /** The saved card that pays, if a card pays. */
  card: { sealedToken: string; providerAccountId: string } | null
  /** The card's security code, if there is one for this charge. */
  code: { sealedCode: string } | null
}

const made = alias(chargeAttempts, 'made')
const next = alias(chargeAttempts, 'next')
const attemptSnapshot = prepared((db) =>
  db
    .select({
      charge: charges,
      account: providerAccounts,
      platform: platforms,
      attempt: chargeAttempts,
      made,
      next: { providerAccountId: next.providerAccountId },
      now: sql<string>`now()`,
      card: { sealedToken: cards.sealedToken, providerAccountId: cards.providerAccountId },
      code: { sealedCode: securityCodes.sealedCode },
    })
    .from(charges)
    .innerJoin(platforms, eq(platforms.id, charges.platformId))
    .innerJoin(
      providerAccounts,
      and(eq(providerAccounts.id, sql.placeholder('accountId')), eq(providerAccounts.platformId, charges.platformId)),
    )
    .leftJoin(
      chargeAttempts,
      and(eq(chargeAttempts.chargeId, charges.id), eq(chargeAttempts.number, sql.placeholder('number'))),
    )
    .leftJoin(cards, eq(cards.id, charges.cardId))
    .leftJoin(securityCodes, eq(securityCodes.chargeId, charges.id))
    .leftJoin(made, and(eq(made.chargeId, charges.id), eq(made.outcome, 'created')))
    .leftJoin(next, and(eq(next.chargeId, charges.id), eq(next.number, sql.placeholder('nextNumber'))))
    .where(eq(charges.id, sql.placeholder('chargeId')))
    .prepare('attempt_snapshot'),
)

/** Loads everything that an attempt needs in one statement. Undefined if the charge was removed because it was never started. */
export async function loadAttempt(
  db: Database,
  { chargeId, accountId, number }: { chargeId: string; accountId: string; number: number },
): Promise<AttemptSnapshot | undefined> {
  const [row] = await attemptSnapshot(db).execute({ chargeId, accountId, number, nextNumber: number + 1 })
  return row && { ...row, now: new Date(row.now).toISOString() }
}

/** The number of the charge's last attempt; 0 before the first. */
export async function latestAttempt(db: Database, chargeId: string): Promise<number> {
  const [row] = await db
    .select({ number: max(chargeAttempts.number) })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId))
  return row?.number ?? 0
}

/** The charge's last attempt; undefined before the first. */
export async function findLastAttempt(db: Database, chargeId: string): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId))
    .orderBy(desc(chargeAttempts.number))
    .limit(1)
  return row
}

/** How many attempts may have begun in the second that a database failover loses. */
const MAY_BE_LOST = 3

/** Whether a reference belongs to one of the charge's attempts, including attempts whose row was lost, because references are derived. */
export async function isAttemptOf(db: Database, chargeId: string, reference: string): Promise<boolean> {
  const rows = await db
    .select({ id: chargeAttempts.id, number: chargeAttempts.number })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId))
  const latest = Math.max(0, ...rows.map(({ number }) => number))
  const lost = Array.from({ length: MAY_BE_LOST }, (_, index) => attemptId(chargeId, latest + 1 + index))
  return [...rows.map(({ id }) => id), ...lost].some((id) => attemptReference(id) === reference)
}

/** The charge with the account that holds its transaction, or with `accountId` of its platform, and what was paid there. */
export async function loadChargeAccount(
  db: Database,
  chargeId: string,
  accountId?: string,
): Promise<
  { charge: ChargeRow; account: ProviderAccountRow; platform: PlatformRow; transactions: string[] } | undefined
> {
  const [row] = await db
    .select({ charge: charges, account: providerAccounts, platform: platforms, transactions: paidTransactions })
    .from(charges)
    .innerJoin(platforms, eq(platforms.id, charges.platformId))
    .innerJoin(
      providerAccounts,
      and(
        eq(providerAccounts.id, accountId ?? charges.providerAccountId),
        eq(providerAccounts.platformId, charges.platformId),
      ),
    )
    .where(eq(charges.id, chargeId))
  return row
}

export interface NewAttempt {
  id: string
  chargeId: string
  number: number
  accountId: string
  provider: string
  createdAt: string
}

/** As `attemptColumns`, with placeholders for a prepared statement. */
export const GIVEN_ATTEMPT = {
  id: given('id'),
  chargeId: given('chargeId'),
  number: given('number'),
  providerAccountId: given('accountId'),
  provider: given('provider'),
  createdAt: given('createdAt'),
}

const claim = prepared((db) =>
  db
    .insert(chargeAttempts)
    .values({
      ...GIVEN_ATTEMPT,
      state: 'sending',
      claimedBy: given('by'),
      keysVersion: given('keysVersion'),
      sealedJournal: given('sealedJournal'),
    })
    .onConflictDoUpdate({
      target: [chargeAttempts.chargeId, chargeAttempts.number],
      set: {
        state: 'sending',
        claimedBy: excluded(chargeAttempts.claimedBy),
        keysVersion: excluded(chargeAttempts.keysVersion),
        sealedJournal: excluded(chargeAttempts.sealedJournal),
        createdAt: excluded(chargeAttempts.createdAt),
      },
      setWhere: sql`${attemptIsUnclaimed(chargeAttempts.state)} OR ${given('repeatable')}::boolean AND ${attemptIsUncertain(chargeAttempts.state)}`,
    })
    .returning({ id: chargeAttempts.id })
    .prepare('attempt_claim'),
)

/** One run's claim of an attempt. */
export interface AttemptClaim {
  /** The run that sends. */
  by: string
  /** The account's, whose keys the run sends with. */
  keysVersion: number
  sealedJournal: string | null
  /** The provider's idempotency key makes a second request harmless. */
  repeatable: boolean
}

/**
 * Commits `sending` before the request is sent.
 * @returns false if another run is sending the attempt or it was answered: do not send then.
 */
export async function claimAttempt(db: Database, attempt: NewAttempt, run: AttemptClaim): Promise<boolean> {
  const rows = await claim(db).execute({ ...attempt, ...run })
  return rows.length === 1
}

/**
 * Marks an attempt as `sending`, so that no run sends it again. Its row may be missing, or say that nothing was sent, although it was,
 * because a failover loses the last second.
 */
export async function holdAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  await db
    .insert(chargeAttempts)
    .values({ ...attemptColumns(attempt), state: 'sending' })
    .onConflictDoUpdate({
      target: [chargeAttempts.chargeId, chargeAttempts.number],
      set: { state: 'sending' },
      setWhere: attemptIsUnclaimed(chargeAttempts.state),
    })
}

/**
 * Closes every earlier attempt for good before this one may send. A run of them that is still alive finds its row answered and does not
 * claim it. The rows keep their references, so that a late payment is still matched.
 */
export async function supersedeBefore(db: Database, attempt: NewAttempt): Promise<void> {
  const number = attempt.number - 1
  await db
    .insert(chargeAttempts)
    .values({
      ...attemptColumns(attempt),
      id: attemptId(attempt.chargeId, number),
      number,
      state: 'answered',
      outcome: 'superseded',
    })
    .onConflictDoUpdate({
      target: [chargeAttempts.chargeId, chargeAttempts.number],
      set: { state: 'answered', outcome: 'superseded', answeredAt: sql`now()` },
      setWhere: not(attemptHasAnswer(chargeAttempts.state)),
    })
}

/** An attempt as its row's columns. */
export function attemptColumns(attempt: NewAttempt) {
  const { id, chargeId, number, accountId, provider, createdAt } = attempt
  return { id, chargeId, number, providerAccountId: accountId, provider, createdAt }
}

/** A condition: while the attempt is `sending`, only the run that claimed it may change it; before that, any run may. */
export const ofRun = (claimedBy: string | null | SQL) =>
  sql`(${attemptIsUnclaimed(chargeAttempts.state)} OR ${attemptIsUncertain(chargeAttempts.state)} AND ${chargeAttempts.claimedBy} IS NOT DISTINCT FROM ${claimedBy}::text)`

const saving = prepared((db) =>
  db
    .update(chargeAttempts)
    .set({ sealedJournal: given('sealedJournal') })
    .where(and(eq(chargeAttempts.id, given('id')), ofRun(given('claimedBy'))))
    .prepare('attempt_journal'),
)

/** Saves the answers so far while the attempt continues. */
export async function saveJournal(
  db: Database,
  { id }: Pick<NewAttempt, 'id'>,
  claimedBy: string,
  sealedJournal: string,
): Promise<void> {
  await saving(db).execute({ id, claimedBy, sealedJournal })
}

/** Our reference for the attempt that made the transaction at the account. */
export async function findReferenceOf(
  db: Database,
  accountId: string,
  transactionId: string,
): Promise<string | undefined> {
  const { id, providerAccountId } = chargeAttempts
  const [row] = await db
    .select({ id })
    .from(chargeAttempts)
    .where(and(eq(providerAccountId, accountId), eq(chargeAttempts.transactionId, transactionId)))
    .limit(1)
  return row && attemptReference(row.id)
}

/** The transaction that the attempt with this reference made at the account; null while none is known. */
export async function findTransactionOf(db: Database, accountId: string, reference: string): Promise<string | null> {
  const attemptId = referredAttempt(reference)
  if (attemptId === undefined) return null
  const { id, providerAccountId, transactionId } = chargeAttempts
  const [row] = await db
    .select({ transactionId })
    .from(chargeAttempts)
    .where(and(eq(id, attemptId), eq(providerAccountId, accountId)))
  return row?.transactionId ?? null
}
