import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { FULL_PACE } from '../../domain/pace.ts'
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'
import { READING_KINDS } from '../../domain/reading.ts'
import { time } from './columns.ts'
import { providerAccounts } from './platforms.ts'

/**
 * The movements that are read at a provider, and when each is read next. Triggers write the rows in the statement that records that the
 * provider has a movement, and in the one that settles it.
 */
export const readings = pgTable(
  'readings',
  {
    kind: text('kind', { enum: READING_KINDS }).notNull(),
    /** The movement's id. */
    id: uuid('id').notNull(),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    /** The movement is settled here, but may still change at the provider. */
    settled: boolean('settled').notNull().default(false),
    /** When it began, or when it was settled. */
    since: time('since').notNull().defaultNow(),
    /** Brings no news of money and may be numerous, so other due readings go first. */
    canWait: boolean('can_wait').notNull().generatedAlwaysAs(sql.raw(`kind = 'void' OR kind = 'receiver' AND settled`)),
    /** Null if it is not read again. */
    nextReadAt: time('next_read_at').default(sql.raw(`now() + interval '${POLL_RHYTHM.firstMs} milliseconds'`)),
    /** The number of readings since it began, or since it was settled. */
    reads: integer('reads').notNull().default(0),
    readAt: time('read_at'),
    /** When the wait for a payment is over. Its workflow is signalled then, once. */
    expiresAt: time('expires_at'),
    /** Set while a run of the reader has claimed it. After this time that run counts as dead. */
    leaseUntil: time('lease_until'),
    /** When its workflow was signalled a reading's change; cleared once the workflow was checked. */
    toldAt: time('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('readings_due').on(table.providerAccountId, table.nextReadAt),
    index('readings_turns').on(table.providerAccountId, table.canWait, table.nextReadAt),
    index('readings_told').on(table.toldAt).where(sql`told_at IS NOT NULL`),
  ],
)

/** How fast an account may be read, and when its reader was last active. */
export const accountReaders = pgTable('account_readers', {
  providerAccountId: uuid('provider_account_id')
    .primaryKey()
    .references(() => providerAccounts.id),
  perSecond: doublePrecision('per_second').notNull().default(FULL_PACE.perSecond),
  concurrency: integer('concurrency').notNull().default(FULL_PACE.concurrency),
  /** The end of the pause that the provider asked for. */
  resumeAt: time('resume_at'),
  /** When the pace last changed. */
  pacedAt: time('paced_at'),
  seenAt: time('seen_at'),
  wokenAt: time('woken_at'),
  /** When an operator paused the reader. */
  pausedAt: time('paused_at'),
})

/** The last known balances of accounts at their providers. */
export const accountBalances = pgTable('account_balances', {
  providerAccountId: uuid('provider_account_id')
    .primaryKey()
    .references(() => providerAccounts.id),
  /** Cents; negative if the account owes money. Null until the provider has answered. */
  available: bigint('available', { mode: 'number' }),
  /** Null also if the provider does not state it. */
  pending: bigint('pending', { mode: 'number' }),
  /** When the stored balance was requested. */
  readAt: time('read_at'),
  /** When the balance was last requested. */
  askedAt: time('asked_at').notNull().defaultNow(),
  /** Why the last request failed. */
  problem: text('problem'),
})
