import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { platforms } from './platforms.ts'

/** What people search for. */
export const SEARCHED = ['charge', 'refund', 'withdrawal', 'receiver'] as const
export type Searched = (typeof SEARCHED)[number]

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of every charge, refund, withdrawal and receiver, apart from their rows: those change often, their words hardly
 * ever. Triggers write it: see 0001_functions.sql and docs/decisions/0011-one-way-of-finding.md.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** The row's own. */
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    kind: text('kind', { enum: SEARCHED }).notNull(),
    createdAt: time('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('search_documents_newest').on(table.platformId, table.kind, table.createdAt.desc(), table.id.desc()),
    // What is not merged yet is read by every search: little of it.
    index('search_documents_words').using('gin', table.words).with({ gin_pending_list_limit: 256 }),
  ],
)
