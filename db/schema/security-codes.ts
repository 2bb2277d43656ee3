import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { cards } from './cards.ts'
import { charges } from './charges.ts'
import { createdAt, id } from './columns.ts'

/**
 * Security codes of cards that we store, kept until the first answer to the charge that each was given for. A trigger deletes the row in
 * the statement that records the answer. The sweep deletes codes that were never used.
 */
export const securityCodes = pgTable(
  'security_codes',
  {
    id: id(),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    /** Null until a charge uses the code, and again if that charge is removed unsent. */
    chargeId: uuid('charge_id').references(() => charges.id, { onDelete: 'set null' }),
    sealedCode: text('sealed_code').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('security_codes_charge').on(table.chargeId),
    index('security_codes_card').on(table.cardId),
    index('security_codes_age').on(table.createdAt),
  ],
)
