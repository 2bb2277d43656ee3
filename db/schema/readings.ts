import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { FULL_PACE } from '../../domain/pace.ts'
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'
import { READING_KINDS } from '../../domain/reading.ts'
import { time } from './columns.ts'
import { providerAccounts } from './platforms.ts'

/**
 * What is read on at a provider, and when next. Triggers write the rows, in the statement that learns that the provider has
 * something, and in the one that settles it.
 */
export const readings = pgTable(
  'readings',
  {
    kind: text('kind', { enum: READING_KINDS }).notNull(),
    /** The movement's. */
    id: uuid('id').notNull(),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    /** Its life is over here, and may not be over there. */
    settled: boolean('settled').notNull().default(false),
    /** When it began, or when it was settled. */
    since: time('since').notNull().defaultNow(),
    /** No news of money waits for it, and there may be very many of its kind: what is due besides goes first. */
    canWait: boolean('can_wait').notNull().generatedAlwaysAs(sql.raw(`kind = 'void' OR kind = 'receiver' AND settled`)),
    /** Null when it is read no more. */
    nextReadAt: time('next_read_at').default(sql.raw(`now() + interval '${POLL_RHYTHM.firstMs} milliseconds'`)),
    /** Since it began, or since it was settled. */
    reads: integer('reads').notNull().default(0),
    readAt: time('read_at'),
    /** When nobody waits for a payment any longer: its workflow is told then, once. */
    expiresAt: time('expires_at'),
    /** A run of the reader has it. After this that run is dead. */
    leaseUntil: time('lease_until'),
    /** When its workflow was told of what a reading changed, until it is seen to have heard of it. */
    toldAt: time('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('readings_due').on(table.providerAccountId, table.nextReadAt),
    index('readings_turns').on(table.providerAccountId, table.canWait, table.nextReadAt),
    index('readings_told').on(table.toldAt).where(sql`told_at IS NOT NULL`),
  ],
)

/** How fast an account may be read, and when its reader was last at work. */
export const accountReaders = pgTable('account_readers', {
  providerAccountId: uuid('provider_account_id')
    .primaryKey()
    .references(() => providerAccounts.id),
  perSecond: doublePrecision('per_second').notNull().default(FULL_PACE.perSecond),
  concurrency: integer('concurrency').notNull().default(FULL_PACE.concurrency),
  /** The provider asked for patience until then. */
  resumeAt: time('resume_at'),
  /** When its pace changed last. */
  pacedAt: time('paced_at'),
  seenAt: time('seen_at'),
  wokenAt: time('woken_at'),
  /** An operator has paused it. */
  pausedAt: time('paused_at'),
})

/** What accounts hold at their providers, as last said. */
export const accountBalances = pgTable('account_balances', {
  providerAccountId: uuid('provider_account_id')
    .primaryKey()
    .references(() => providerAccounts.id),
  /** Cents; below zero where the account owes. Null until the provider has said it. */
  available: bigint('available', { mode: 'number' }),
  /** Null also where the provider does not say it. */
  pending: bigint('pending', { mode: 'number' }),
  /** When it was asked for what it said. */
  readAt: time('read_at'),
  /** When it was asked last. */
  askedAt: time('asked_at').notNull().defaultNow(),
  /** Why it did not say it then. */
  problem: text('problem'),
})
