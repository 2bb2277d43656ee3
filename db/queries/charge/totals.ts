/** Totals of a list of charges. */
import { and, between, eq, sql, sum } from 'drizzle-orm'
import { dayOf, isDay, startOf } from '../../../domain/analytics.ts'
import { defined } from '../../../domain/defined.ts'
import { type Ended, LISTED_STATUSES, statusNameOf, statusNamesOf } from '../../../domain/ending.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Database } from '../../client.ts'
import { chargeFigures, charges } from '../../schema/index.ts'
import { COUNTED, countTabs, type ListCounts, NEEDS_ATTENTION } from '../list/counts.ts'
import { findAll } from '../list/find.ts'
import { type ChargeFilter, chargeListing } from './list.ts'
import { paidOrAsked } from './paid-amounts.ts'

export interface ChargeTotal extends Ended {
  currency: Currency
  needsAttention: boolean
  count: number
  /** What was paid, or asked for. Integer cents. */
  amount: number
  /** Integer cents. */
  refundedAmount: number
}

/** The totals of a list, in parts. Null if the list is too long to be counted. */
export async function totalCharges(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
): Promise<ChargeTotal[] | null> {
  const found = await findAll(db, chargeListing(platformId, filter), COUNTED)
  if (!found) return null
  const needsAttention = sql<boolean>`${charges.attention} IS NOT NULL`
  const ids = sql.param(found)
  return db
    .select({
      currency: charges.currency,
      status: charges.status,
      ending: charges.ending,
      needsAttention,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${paidOrAsked})`.mapWith(Number),
      refundedAmount: sql<number>`sum(${charges.refundedAmount})`.mapWith(Number),
    })
    .from(charges)
    .where(and(eq(charges.platformId, platformId), sql`${charges.id} = ANY(${ids}::uuid[])`))
    .groupBy(charges.currency, charges.status, charges.ending, needsAttention)
    .orderBy(charges.currency, charges.status, charges.ending, needsAttention)
}

const STATUS = 1
const ATTENTION = 3
const TABS = [
  ...LISTED_STATUSES.map((ended) => ({
    name: statusNameOf(ended),
    facet: STATUS,
    is: statusNamesOf(ended.ending ? { ending: ended.ending } : { status: ended.status }),
  })),
  { name: NEEDS_ATTENTION, facet: ATTENTION, is: true },
]

/**
 * The number of charges in each tab. For a long list, numbers from the figures are exact. The figures cannot be filtered by search text,
 * order or person.
 */
export async function countCharges(db: Database, platformId: string, filter: ChargeFilter): Promise<ListCounts> {
  const { status: _status, ending: _ending, needsAttention: _attention, ...narrowed } = filter
  const [counts, figures] = await Promise.all([
    countTabs(db, chargeListing(platformId, narrowed), TABS),
    figuresOf(db, platformId, narrowed),
  ])
  if (!figures || !counts.total.isMore) return counts
  const untaken = { status: 'PENDING' as const, provider: '' }
  // Charges that are being created are in no figure. There are few at any time, so they are counted.
  const making =
    narrowed.provider === undefined
      ? await findAll(db, chargeListing(platformId, { ...narrowed, ...untaken }), COUNTED)
      : []
  if (!making) return counts
  const exact: Record<string, number> = { PENDING: figures.pending + making.length, CHARGEBACK: figures.chargebacks }
  return {
    total: { ...counts.total, count: figures.created + making.length, isMore: false },
    tabs: counts.tabs.map((tab) => {
      const count = exact[tab.name]
      return count === undefined ? tab : { ...tab, count, isMore: false }
    }),
  }
}

/** Undefined if the list is filtered by something that the figures do not have. */
async function figuresOf(db: Database, platformId: string, filter: ChargeFilter) {
  const { provider, paymentMethod, currency, createdFrom, createdTo, ...others } = filter
  if (Object.keys(defined(others)).length > 0) return undefined
  const from = createdFrom === undefined ? '0001-01-01' : wholeDay(createdFrom)
  const to = createdTo === undefined ? '9999-12-31' : dayBefore(createdTo)
  if (from === undefined || to === undefined) return undefined
  const total = (column: typeof chargeFigures.created) => sum(column).mapWith((value) => Number(value ?? 0))
  const [row] = await db
    .select({
      created: total(chargeFigures.created),
      pending: total(chargeFigures.pending),
      chargebacks: total(chargeFigures.chargebacks),
    })
    .from(chargeFigures)
    .where(
      and(
        eq(chargeFigures.platformId, platformId),
        between(chargeFigures.day, from, to),
        provider === undefined ? undefined : eq(chargeFigures.provider, provider),
        paymentMethod === undefined ? undefined : eq(chargeFigures.paymentMethod, paymentMethod),
        currency === undefined ? undefined : eq(chargeFigures.currency, currency),
      ),
    )
  return row && { created: row.created ?? 0, pending: row.pending ?? 0, chargebacks: row.chargebacks ?? 0 }
}

/** The day that begins at this moment; undefined if the moment is within a day, a leap second, or in a year without four digits. */
function wholeDay(moment: string): string | undefined {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) return undefined
  const day = dayOf(new Date(at).toISOString())
  return isDay(day) && Date.parse(startOf(day)) === at ? day : undefined
}

/** The day that ends at this moment; undefined if the moment is within a day. */
function dayBefore(moment: string): string | undefined {
  return wholeDay(moment) && dayOf(new Date(Date.parse(moment) - 1).toISOString())
}
