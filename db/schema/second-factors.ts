/** Second factors: codes from a user's own device, and recovery codes for when it is lost. */
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
  /** The session that began the enrolment. Only this session may finish it. */
  startedBy: text('started_by').notNull(),
  createdAt: createdAt(),
  /** Null while the enrolment is not confirmed. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last accepted code. This step and earlier ones are no longer accepted. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Wrong codes since the last correct one. */
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

/** A sign-in with a correct password that still waits for its code. It is no session yet. */
export const pendingSignIns = pgTable('pending_sign_ins', {
  id: id(),
  /** SHA-256 of the browser's token. */
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  codesTried: integer('codes_tried').notNull().default(0),
  expiresAt: time('expires_at').notNull(),
})
