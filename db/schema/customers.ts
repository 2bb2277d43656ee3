import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

/**
 * Who bought at a platform. A trigger adds a row with a customer's first charge; what they are called is what their last charge
 * says: docs/decisions/0097-customers-are-known-by-their-charges.md
 */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    /** The document, or the e-mail in lower case where there is none. */
    identity: text('identity').notNull(),
    /** When the words that find it were written last. */
    describedAt: time('described_at').notNull().defaultNow(),
    /** Of the first charge. */
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('customers_identity').on(table.platformId, table.identity),
    index('customers_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
  ],
)
