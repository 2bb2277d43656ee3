/** Codes that a person's own device makes, and what stands in for it when it is lost. */
import { bigint, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { createdAt, id, time } from './columns.ts'

export const secondFactors = pgTable('second_factors', {
  id: id(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  /** The session that began the enrolment, which alone may finish it. */
  startedBy: text('started_by').notNull(),
  createdAt: createdAt(),
  /** Null: it does not count yet. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last accepted code: it and those before it are used up. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Since the last right one. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  lastWrongAt: time('last_wrong_at'),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    /** SHA-256 of 80 random bits. */
    codeHash: text('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_code').on(table.factorId, table.codeHash)],
)

/** A right password whose code has not come yet: no session. */
export const pendingSignIns = pgTable('pending_sign_ins', {
  id: id(),
  /** SHA-256 of what the browser holds. */
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  codesTried: integer('codes_tried').notNull().default(0),
  expiresAt: time('expires_at').notNull(),
})
