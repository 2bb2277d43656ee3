/** The rows behind one try of a refund or withdrawal: loaded, and claimed before the bytes leave. */

import { and, count, desc, eq, max, min, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { charges, payments, payoutAttempts, payouts, platforms, providerAccounts } from '../../schema/index.ts'
import type { PlatformRow } from '../access/people.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { PaymentRow } from '../charge/payments.ts'
import type { ChargeRow } from '../charge/read.ts'
import type { PayoutRow } from './read.ts'

export type PayoutAttemptRow = typeof payoutAttempts.$inferSelect

export interface PayoutScene {
  payout: PayoutRow
  /** Refunds only. */
  charge: ChargeRow | null
  /** Refunds only: what it goes against. */
  payment: PaymentRow | null
  account: ProviderAccountRow
  platform: PlatformRow
  attempt: PayoutAttemptRow | null
  /** The attempt that the provider took, whichever number it has. */
  made: PayoutAttemptRow | null
  /** The attempt before this one. */
  previous: PayoutAttemptRow | null
  /** The attempt that was begun after this one: this one is over, and the workflow took this way. */
  next: Pick<PayoutAttemptRow, 'providerAccountId'> | null
  /** When its reference was first used at the account, and by how many attempts; null and 0 before that. */
  firstAt: string | null
  sends: number
  /** By the database's clock, which all processes share. */
  now: string
}

export interface PayoutAttemptKey {
  payoutId: string
  accountId: string
  /** 1 for the first try, whichever account it is at. */
  number: number
}

const made = alias(payoutAttempts, 'made')
const previous = alias(payoutAttempts, 'previous')
const next = alias(payoutAttempts, 'next')
const earlier = alias(payoutAttempts, 'earlier')

/** Everything that an attempt needs, in one statement. Undefined when the payout is gone: it was never started. */
export async function loadPayoutAttempt(
  db: Database,
  { payoutId, accountId, number }: PayoutAttemptKey,
): Promise<PayoutScene | undefined> {
  const atAccount = (selected: { at: SQL<string | null> } | { sends: SQL<number> }) =>
    db
      .select(selected as Record<string, SQL>)
      .from(earlier)
      .where(and(eq(earlier.payoutId, payoutId), eq(earlier.providerAccountId, accountId)))
  const [row] = await db
    .select({
      payout: payouts,
      charge: charges,
      payment: payments,
      account: providerAccounts,
      platform: platforms,
      attempt: payoutAttempts,
      made,
      previous,
      next: { providerAccountId: next.providerAccountId },
      firstAt: sql<string | null>`(${atAccount({ at: min(earlier.createdAt) })})`,
      sends: sql<number>`(${atAccount({ sends: count() })})`.mapWith(Number),
      now: sql<string>`now()`,
    })
    .from(payouts)
    .innerJoin(platforms, eq(platforms.id, payouts.platformId))
    .innerJoin(
      providerAccounts,
      and(eq(providerAccounts.id, accountId), eq(providerAccounts.platformId, payouts.platformId)),
    )
    .leftJoin(charges, eq(charges.id, payouts.chargeId))
    .leftJoin(payments, eq(payments.id, payouts.paymentId))
    .leftJoin(payoutAttempts, and(eq(payoutAttempts.payoutId, payouts.id), eq(payoutAttempts.number, number)))
    .leftJoin(made, and(eq(made.payoutId, payouts.id), eq(made.outcome, 'created')))
    .leftJoin(previous, and(eq(previous.payoutId, payouts.id), eq(previous.number, number - 1)))
    .leftJoin(next, and(eq(next.payoutId, payouts.id), eq(next.number, number + 1)))
    .where(eq(payouts.id, payoutId))
  return row && { ...row, firstAt: isoOrNull(row.firstAt), now: new Date(row.now).toISOString() }
}

const isoOrNull = (at: string | null) => (at === null ? null : new Date(at).toISOString())

/** The payout with one of its platform's accounts. */
export async function loadAccountOf(
  db: Database,
  payoutId: string,
  accountId: string,
): Promise<{ payout: PayoutRow; account: ProviderAccountRow; platform: PlatformRow } | undefined> {
  const isOfPlatform = eq(providerAccounts.platformId, payouts.platformId)
  const [row] = await db
    .select({ payout: payouts, account: providerAccounts, platform: platforms })
    .from(payouts)
    .innerJoin(platforms, eq(platforms.id, payouts.platformId))
    .innerJoin(providerAccounts, and(eq(providerAccounts.id, accountId), isOfPlatform))
    .where(eq(payouts.id, payoutId))
  return row
}

/** The payout with the account that took it. */
export async function loadPayoutAccount(
  db: Database,
  payoutId: string,
): Promise<{ payout: PayoutRow; account: ProviderAccountRow; platform: PlatformRow } | undefined> {
  const [row] = await db
    .select({ payout: payouts, account: providerAccounts, platform: platforms })
    .from(payouts)
    .innerJoin(platforms, eq(platforms.id, payouts.platformId))
    .innerJoin(providerAccounts, eq(providerAccounts.id, payouts.providerAccountId))
    .where(eq(payouts.id, payoutId))
  return row
}

/** The number of the payout's last attempt; 0 before the first. */
export async function latestPayoutAttempt(db: Database, payoutId: string): Promise<number> {
  const [row] = await db
    .select({ number: max(payoutAttempts.number) })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payoutId))
  return row?.number ?? 0
}

/** The payout's last attempt; undefined before the first. */
export async function findLastPayoutAttempt(db: Database, payoutId: string): Promise<PayoutAttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payoutId))
    .orderBy(desc(payoutAttempts.number))
    .limit(1)
  return row
}

/** The attempt of which nobody knows what came, if there is one. */
export async function findUncertainAttempt(
  db: Database,
  payoutId: string,
): Promise<(NewPayoutAttempt & { claimedBy: string | null }) | undefined> {
  const [row] = await db
    .select()
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payoutId), eq(payoutAttempts.state, 'sending')))
  if (!row) return undefined
  const { providerAccountId: accountId, ...rest } = row
  return { ...rest, accountId, createdAt: new Date(row.createdAt).toISOString() }
}

export interface NewPayoutAttempt extends PayoutAttemptKey {
  id: string
  provider: string
  reference: string
  createdAt: string
}

/**
 * Commits `sending` before the bytes leave.
 * @param claim `by`: the run that sends; `repeatable`: the provider's idempotency key makes a second sending harmless.
 * @returns false when it must not be sent: it was begun or answered by somebody else, another attempt of the same payout may
 * have paid, the payout has come to its end, or a second person has yet to approve it.
 */
export async function claimPayoutAttempt(
  db: Database,
  attempt: NewPayoutAttempt,
  {
    by,
    sealedJournal,
    repeatable,
    refundedBefore,
  }: { by: string; sealedJournal: string | null; repeatable: boolean; refundedBefore: number | null },
): Promise<boolean> {
  const claimable = repeatable ? sql`'created', 'sending'` : sql`'created'`
  const claiming = db.transaction(async (tx) => {
    const open = await tx
      .update(payouts)
      .set({ provider: attempt.provider, providerAccountId: attempt.accountId, updatedAt: sql`now()` })
      .where(
        and(
          eq(payouts.id, attempt.payoutId),
          eq(payouts.status, 'PENDING'),
          sql`${payouts.approval} IS DISTINCT FROM 'awaited'`,
        ),
      )
      .returning({ id: payouts.id })
    if (open.length === 0) return false
    const rows = await tx
      .insert(payoutAttempts)
      .values({ ...payoutAttemptColumns(attempt), state: 'sending', claimedBy: by, sealedJournal, refundedBefore })
      .onConflictDoUpdate({
        target: [payoutAttempts.payoutId, payoutAttempts.number],
        set: { state: 'sending', claimedBy: by, sealedJournal, refundedBefore },
        setWhere: sql`${payoutAttempts.state} IN (${claimable})`,
      })
      .returning({ id: payoutAttempts.id })
    return rows.length === 1
  })
  return claiming.catch((error: unknown) => {
    if (isUniqueViolation(error)) return false
    throw error
  })
}

/** As `holdAttempt` of a charge: for want of a row, or of word of it in the row, nobody sends. */
export async function holdPayoutAttempt(db: Database, attempt: NewPayoutAttempt): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPayout(tx, attempt.payoutId)
    await tx
      .insert(payoutAttempts)
      .values({ ...payoutAttemptColumns(attempt), state: 'sending' })
      .onConflictDoUpdate({
        target: [payoutAttempts.payoutId, payoutAttempts.number],
        set: { state: 'sending' },
        setWhere: sql`${payoutAttempts.state} = 'created'`,
      })
  })
}

/** Before its attempts' rows, always: whoever takes them in another order may wait for each other. */
export async function lockPayout(tx: Queryable, payoutId: string): Promise<void> {
  await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.id, payoutId)).for('no key update')
}

/** What only the run that claimed the attempt may do while it is `sending`; before that, any run may. */
export const ofPayoutRun = (claimedBy: string | null) =>
  sql`(${payoutAttempts.state} = 'created' OR ${payoutAttempts.state} = 'sending' AND ${payoutAttempts.claimedBy} IS NOT DISTINCT FROM ${claimedBy}::text)`

/** An attempt as its row's columns. */
export function payoutAttemptColumns(attempt: NewPayoutAttempt) {
  const { id, payoutId, number, accountId, provider, reference, createdAt } = attempt
  return { id, payoutId, number, providerAccountId: accountId, provider, reference, createdAt }
}

/**
 * Back to `created`: what was sent is surely not processed, or its answers are in the journal. Only the run that claimed
 * the attempt may take it back from `sending`.
 */
export async function releasePayoutAttempt(
  db: Database,
  attempt: NewPayoutAttempt,
  claimedBy: string,
  change: { sealedJournal: string | null; exchange: ExchangeEntry[]; errorKind?: string; errorMessage?: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPayout(tx, attempt.payoutId)
    await tx
      .insert(payoutAttempts)
      .values({ ...payoutAttemptColumns(attempt), state: 'created', ...change })
      .onConflictDoUpdate({
        target: [payoutAttempts.payoutId, payoutAttempts.number],
        set: { state: 'created', claimedBy: null, ...change },
        setWhere: ofPayoutRun(claimedBy),
      })
  })
}

/** Keeps answers that have come in while the attempt goes on. */
export async function savePayoutJournal(
  db: Database,
  { id }: Pick<NewPayoutAttempt, 'id'>,
  claimedBy: string,
  sealedJournal: string,
): Promise<void> {
  await db
    .update(payoutAttempts)
    .set({ sealedJournal })
    .where(and(eq(payoutAttempts.id, id), ofPayoutRun(claimedBy)))
}
