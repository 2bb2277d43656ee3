/** The customers of one platform, and the totals of their charges. Every statement is bound to one platform. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { type CustomerRank, type CustomerSort, isRank } from '../../../domain/list-sort.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Customer } from '../../../domain/transaction.ts'
import type { Database, Queryable } from '../../client.ts'
import { age } from '../../schema/columns.ts'
import { charges, customers } from '../../schema/index.ts'
import { paidOrAsked } from '../charge/paid-amounts.ts'
import { countTabs, type ListCounts } from '../list/counts.ts'
import { find } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { findRanked, type Ranked } from '../list/ranked.ts'
import { rowsOf } from '../list/rows.ts'

export interface CustomerTotal {
  currency: Currency
  charges: number
  approved: number
  approvedAmount: number
  refundedAmount: number
}

export interface CustomerRow {
  id: string
  createdAt: string
  /** From the seller's last charge to the customer or, if there is none, from the customer's first purchase. */
  contact: Customer
  lastChargeAt: string
  totals: CustomerTotal[]
}

export interface CustomerFilter {
  createdFrom?: string
  createdTo?: string
  q?: string
}

/** Ordered by first purchase, newest first, unless `sort` says otherwise. */
export async function listCustomers(
  db: Queryable,
  platformId: string,
  filter: CustomerFilter,
  { sort, ...page }: Omit<Wanted, 'sort'> & { sort?: CustomerSort },
): Promise<Page<CustomerRow>> {
  const listing = listingOf(platformId, filter)
  const keys = isRank(sort)
    ? await findRanked(db, listing, rankedBy(platformId)[sort], sort, page)
    : await find(db, listing, { ...page, ...defined({ sort }) })
  return rowsOf(keys, (ids) => load(db, platformId, ids))
}

/** Of what is paid in other currencies nothing is added. */
function rankedBy(platformId: string): Record<CustomerRank, Ranked> {
  const theirs = sql`${charges.platformId} = ${platformId} AND ${charges.customerId} = ${customers.id}`
  const last: Ranked = {
    by: sql`coalesce((SELECT ${charges.createdAt} FROM ${charges} WHERE ${theirs}
      ORDER BY ${age(charges.createdAt)} DESC NULLS LAST, ${charges.id} DESC LIMIT 1), ${customers.createdAt})`,
    type: 'timestamptz',
  }
  const paid: Ranked = {
    by: sql`(SELECT coalesce(sum(${paidOrAsked}) FILTER (WHERE ${charges.paidAt} IS NOT NULL AND ${charges.currency} = 'BRL'), 0)
      FROM ${charges} WHERE ${theirs})::bigint`,
    type: 'bigint',
    readFor: (ids) =>
      sql`SELECT FROM ${charges} WHERE ${charges.platformId} = ${platformId} AND ${charges.customerId} = ${ids}`,
  }
  return { '-lastChargeAt': last, lastChargeAt: last, '-approvedAmount': paid, approvedAmount: paid }
}

/** The number of customers. */
export function countCustomers(db: Database, platformId: string, filter: CustomerFilter): Promise<ListCounts> {
  return countTabs(db, listingOf(platformId, filter), [])
}

function listingOf(platformId: string, { createdFrom, createdTo, q }: CustomerFilter): Listing {
  const at = customers.createdAt
  const kind = 'customer'
  return {
    table: customers,
    at,
    kind,
    platformId,
    scope: undefined,
    facets: [],
    rare: [],
    from: createdFrom,
    to: createdTo,
    q,
  }
}

export async function findCustomer(db: Queryable, platformId: string, id: string): Promise<CustomerRow | undefined> {
  return (await load(db, platformId, [id]))[0]
}

async function load(db: Queryable, platformId: string, ids: readonly string[]): Promise<CustomerRow[]> {
  const theirs = and(eq(charges.platformId, customers.platformId), eq(charges.customerId, customers.id))
  const byCurrency = sql`
    SELECT ${charges.currency} AS currency, count(*) AS charges, count(${charges.paidAt}) AS approved,
      coalesce(sum(${paidOrAsked}) FILTER (WHERE ${charges.paidAt} IS NOT NULL), 0) AS "approvedAmount",
      sum(${charges.refundedAmount}) AS "refundedAmount"
    FROM ${charges} WHERE ${theirs} GROUP BY ${charges.currency} ORDER BY ${charges.currency}`
  const one = (which: SQL | undefined, order: SQL) =>
    db
      .select({ customer: charges.customer, createdAt: charges.createdAt })
      .from(charges)
      .where(which)
      .orderBy(order)
      .limit(1)
  const age = sql`(${charges.createdAt} - 'epoch'::timestamptz)`
  const newest = sql`${age} DESC NULLS LAST, ${charges.id} DESC`
  const last = one(theirs, newest).as('last')
  const first = one(theirs, sql`${age} ASC NULLS FIRST, ${charges.id} ASC`).as('first')
  // Any buyer can type a stranger's document on a public page.
  const sellers = one(and(theirs, isNull(charges.checkoutOrderId)), newest).as('sellers')
  return db
    .select({
      id: customers.id,
      createdAt: customers.createdAt,
      contact: sql<Customer>`coalesce(${sellers.customer}, ${first.customer})`,
      lastChargeAt: last.createdAt,
      totals: sql<CustomerTotal[]>`(SELECT json_agg(total) FROM (${byCurrency}) AS total)`,
    })
    .from(customers)
    .innerJoinLateral(last, sql`true`)
    .innerJoinLateral(first, sql`true`)
    .leftJoinLateral(sellers, sql`true`)
    .where(and(eq(customers.platformId, platformId), inArray(customers.id, [...ids])))
}
