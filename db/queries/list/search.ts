/**
 * Full-text search. A common word is found quickly by walking the newest rows, and a rare word has few rows in all, so both ways are
 * tried, each up to a fixed number of rows.
 */
import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { ListSort } from '../../../domain/list-sort.ts'
import type { Queryable } from '../../client.ts'
import { searchDocuments, searchWords } from '../../schema/search.ts'
import { all, fits, type SearchedListing, sortOf, type Wanted, within } from './listing.ts'
import { inOrder, type Keyset, type Page } from './pages.ts'
import { wordsOf } from './words.ts'

/** How many of the first rows are walked. */
const WALKED = 2000
/** A word with more rows than this counts as common. */
const FEW = 2000
/** How many words are tried. */
const WAYS = 4
/** Sorts after everything that begins with a word. */
const LAST = '\u{10ffff}'

const OTHER_WAY = { '-createdAt': 'createdAt', createdAt: '-createdAt' } as const satisfies Record<ListSort, ListSort>

interface Found extends Record<string, unknown> {
  id: string
  at: string
  /** `hit`: a matching row. `last`: the last row that was examined, if there may be more. */
  role: 'hit' | 'last'
}

/** A search without a word matches nothing. */
export async function search(db: Queryable, listing: SearchedListing, q: string, page: Wanted): Promise<Page<Keyset>> {
  const words = wordsOf(q)
  if (words === undefined) return { rows: [], next: null }
  const walked = await run(db, walk(listing, words.query, page))
  if (walked.hits.length > page.limit || walked.last === undefined) return pageOfKeys(walked.hits, page.limit)
  // If the words of a piece with punctuation are too common, the whole piece is searched: order-77.
  for (const { query, ways } of words.whole ? [words, words.whole] : [words]) {
    for (const way of ways.slice(0, WAYS)) {
      const rare = await run(db, few(listing, way, query, page))
      if (rare.last === undefined) return pageOfKeys(rare.hits, page.limit)
    }
  }
  // Every word is too common. The hits of the walk form a page, and the next page continues where the walk ended.
  if (walked.hits.length > 0 || page.after) return { rows: walked.hits, next: walked.last }
  // Many words may begin with the typed order number, but only one equals it.
  for (const way of words.exact.ways.slice(0, WAYS)) {
    const named = await run(db, few(listing, way, words.exact.query, page, 'exact'))
    if (named.last === undefined && named.hits.length > 0) return pageOfKeys(named.hits, page.limit)
  }
  return { rows: [], next: null, tooMany: 'words' }
}

async function run(db: Queryable, query: SQL): Promise<{ hits: Keyset[]; last: Keyset | undefined }> {
  const rows = [...(await db.execute<Found>(query))]
  const keys = (wanted: Found['role']) => rows.flatMap(({ id, at, role }) => (role === wanted ? [{ id, at }] : []))
  return { hits: keys('hit'), last: keys('last')[0] }
}

function pageOfKeys(hits: Keyset[], limit: number): Page<Keyset> {
  const rows = hits.slice(0, limit)
  return { rows, next: hits.length > limit ? (rows.at(-1) ?? null) : null }
}

function walk(listing: SearchedListing, words: string, page: Wanted): SQL {
  const sort = sortOf(page)
  return sql`
    WITH walked AS MATERIALIZED (${listing.hasOwnTime ? firstRows(listing, page) : firstDocuments(listing, page)})
    (${hits(sql`walked`, listing, sql`looked.words @@ ${words}::tsquery`, page)})
    UNION ALL
    (SELECT id, created_at::text, 'last' FROM walked ORDER BY ${inOrder(sql`created_at`, sql`id`, OTHER_WAY[sort])} LIMIT 1 OFFSET
      (SELECT CASE WHEN count(*) < ${WALKED} THEN ${WALKED} ELSE 0 END FROM walked))`
}

function firstDocuments(listing: SearchedListing, page: Wanted): SQL {
  const { platformId, kind, createdAt, id } = searchDocuments
  const conditions = [
    eq(platformId, listing.platformId),
    eq(kind, listing.kind),
    ...within(createdAt, id, listing, page),
  ]
  return sql`
    SELECT ${id}, ${createdAt}, words FROM ${searchDocuments} WHERE ${all(conditions)}
    ORDER BY ${inOrder(createdAt, id, sortOf(page))} LIMIT ${WALKED}`
}

/** By the list's own time, which the documents do not have. */
function firstRows(listing: SearchedListing, page: Wanted): SQL {
  const { table, at, platformId, scope } = listing
  return sql`
    SELECT first.id, first.at AS created_at, words FROM (
      SELECT ${table.id}, ${at} AS at FROM ${table}
      WHERE ${all([eq(table.platformId, platformId), scope, ...within(at, table.id, listing, page)])}
      ORDER BY ${inOrder(at, table.id, sortOf(page))} LIMIT ${WALKED}
    ) first CROSS JOIN LATERAL (SELECT words FROM ${searchDocuments} WHERE ${searchDocuments.id} = first.id OFFSET 0) document`
}

/** The rows with a word that has one of these prefixes or, with `exact`, equals one. If there are too many, only that fact. */
function few(
  listing: SearchedListing,
  way: readonly string[],
  words: string,
  page: Wanted,
  as: 'beginning' | 'exact' = 'beginning',
): SQL {
  const { platformId, kind, word } = searchWords
  const each = [...new Set(way)].map(
    (beginning) => sql`(
      SELECT id FROM ${searchWords} WHERE ${all([
        eq(platformId, listing.platformId),
        eq(kind, listing.kind),
        sql`${word} >= ${beginning}`,
        as === 'exact' ? sql`${word} <= ${beginning}` : sql`${word} < ${beginning + LAST}`,
      ])} ORDER BY word, id LIMIT ${FEW + 1})`,
  )
  return sql`
    WITH entries AS MATERIALIZED (${sql.join(each, sql` UNION ALL `)}),
    few AS MATERIALIZED (
      SELECT document.* FROM (SELECT DISTINCT id FROM entries WHERE (SELECT count(*) FROM entries) <= ${FEW}) entry
      CROSS JOIN LATERAL (
        SELECT id, created_at, words FROM ${searchDocuments} WHERE ${searchDocuments.id} = entry.id OFFSET 0
      ) document
    )
    (${hits(sql`few`, listing, all([sql`looked.words @@ ${words}::tsquery`, ...within(timeOf(listing), sql`looked.id`, listing, page)]), page)})
    UNION ALL
    (SELECT id, '', 'last' FROM entries WHERE (SELECT count(*) FROM entries) > ${FEW} LIMIT 1)`
}

/**
 * The matching rows among those that were examined. Each is looked up in the list's table by id alone: with another condition beside the
 * id, PostgreSQL might use the filters' index once for every row if it expects few matches.
 */
function hits(looked: SQL, listing: SearchedListing, condition: SQL, page: Wanted): SQL {
  const { table, platformId, scope, facets, rare, common = [] } = listing
  const at = timeOf(listing)
  const given = facets.flatMap(({ column, given }) => (given === undefined ? [] : [fits(column, given)]))
  const own = all([eq(table.platformId, platformId), scope, ...given, ...rare, ...common])
  return sql`
    SELECT looked.id, ${at}::text AS at, 'hit' AS role FROM ${looked} looked
    CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${table.id} = looked.id OFFSET 0) ${sql.identifier(getTableName(table))}
    WHERE ${all([condition, own])} ORDER BY ${inOrder(at, sql`looked.id`, sortOf(page))} LIMIT ${page.limit + 1}`
}

/** The time of a row that was looked up. */
const timeOf = ({ at, hasOwnTime }: SearchedListing): SQL => (hasOwnTime ? sql`${at}` : sql`looked.created_at`)
