import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { platforms } from './platforms.ts'

/**
 * A platform's customers. A trigger adds a row with a customer's first charge. The row has no contact data of its own:
 * docs/decisions/0097-customers-are-known-by-their-charges.md, 0183-a-public-page-renames-nobody.md and
 * 0314-a-customer-is-found-by-every-name.md
 */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    /** The document or, if there is none, the e-mail address in lower case. */
    identity: text('identity').notNull(),
    /** The time of the first charge. */
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('customers_identity').on(table.platformId, table.identity),
    index('customers_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
  ],
)
