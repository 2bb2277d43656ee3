/** A cursor is a keyset that clients need not understand. */
import type { Keyset, Page } from '../db/queries/list/pages.ts'
import { defined } from '../domain/defined.ts'
import type { AnySort } from '../domain/list-sort.ts'
import { isUuid } from '../domain/uuid.ts'
import { problem } from './problem.ts'

export const encodeCursor = ({ at, id }: Keyset) => Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** @throws ApiProblem 400 when it is not one of ours. */
export function decodeCursor(cursor: string, sort?: AnySort): Keyset {
  const parts = parseCursor(cursor)
  if (Array.isArray(parts) && parts.length === 2) {
    const [at, id] = parts
    if (typeof at === 'string' && typeof id === 'string' && isPlace(at, sort) && isUuid(id)) {
      return { at, id }
    }
  }
  throw notOurCursor()
}

export const notOurCursor = () =>
  problem('malformed_request', { errors: [{ path: '/cursor', message: 'is not one of ours', rule: 'cursor' }] })

/** A cursor goes on with the order that it comes from. */
function isPlace(at: string, sort: AnySort | undefined): boolean {
  switch (sort) {
    case 'amount':
    case '-amount':
    case 'approvedAmount':
    case '-approvedAmount':
      return /^\d{1,18}$/.test(at)
    case 'paidAt':
    case '-paidAt':
    case 'approvedAt':
    case '-approvedAt':
    case 'dueAt':
    case '-dueAt':
    case 'lastChargeAt':
    case '-lastChargeAt':
      return isTime(at) || at === 'infinity' || at === '-infinity'
    case 'createdAt':
    case '-createdAt':
    case undefined:
      return isTime(at)
  }
}

/** Only what Postgres, too, takes for a time: its own spelling, or ISO 8601, of a day that exists. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)$/.test(text)) return false
  const day = text.slice(0, 10)
  return !day.startsWith('0000') && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Undefined when it is no JSON. */
export function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

const TOO_MANY = {
  words: {
    path: '/q',
    rule: 'tooMany',
    message: 'Too many have these words, and none of the newest fits the rest: add a word, or say another period',
  },
  toRank: { path: '/sort', rule: 'tooMany', message: 'Too many to be ranked: say a period, or another filter' },
} as const satisfies Record<NonNullable<Page<unknown>['tooMany']>, object>

/** What a list query takes from a request's query string. */
export function pageFrom<Sort extends AnySort = never>({
  limit,
  cursor,
  sort,
}: PageQuery<Sort>): { limit: number; after?: Keyset; sort?: Sort } {
  return { limit, ...defined({ sort, after: cursor === undefined ? undefined : decodeCursor(cursor, sort) }) }
}

interface PageQuery<Sort> {
  limit: number
  cursor?: string | undefined
  sort?: Sort | undefined
}

/** @throws ApiProblem 422 when it could not be looked through. */
export function presentPage<Row, Shown>(page: Page<Row>, present: (row: Row) => Shown) {
  if (page.tooMany) throw problem('rule_broken', { errors: [TOO_MANY[page.tooMany]] })
  return { data: page.rows.map(present), nextCursor: page.next ? encodeCursor(page.next) : null }
}
