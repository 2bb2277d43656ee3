import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { platforms } from './platforms.ts'

/** The kinds of rows that can be searched. */
export const SEARCHED = ['charge', 'refund', 'withdrawal', 'receiver', 'customer', 'dispute'] as const
export type Searched = (typeof SEARCHED)[number]

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of every charge, refund, withdrawal, receiver, customer and dispute. They are in a separate table because the rows change often
 * and their words hardly ever. Triggers write it: see db/migrations/0002_functions.sql and docs/decisions/0011-one-way-of-finding.md.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** The id of the row. */
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
  ],
)

const inBytes = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * Every word of a document again, sorted. Reading the rows with a prefix can stop after any number of rows, which is not possible with an
 * inverted index.
 */
export const searchWords = pgTable(
  'search_words',
  {
    platformId: uuid('platform_id').notNull(),
    kind: text('kind', { enum: SEARCHED }).notNull(),
    word: inBytes('word').notNull(),
    id: uuid('id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platformId, table.kind, table.word, table.id] })],
)
