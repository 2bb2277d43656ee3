/** Sums of a platform's charges, from the precomputed figures. */
import { and, between, eq, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AnalyticsKey } from '../../../domain/analytics.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Database, Queryable } from '../../client.ts'
import { approvalTimes, chargeFigures, unpaidFigures } from '../../schema/index.ts'

export interface FiguresWanted {
  platformId: string
  currency: Currency
  /** The first and the last day, both inclusive. */
  from: string
  to: string
}

export type ChargeFigures = Awaited<ReturnType<typeof chargeFiguresBy>>[number]

/** The keys by which all charges can be grouped. */
export type FigureKey = Exclude<AnalyticsKey, 'reason'>
type Table = typeof chargeFigures | typeof approvalTimes | typeof unpaidFigures

const COLUMNS = { day: 'day', provider: 'provider', method: 'paymentMethod' } as const satisfies Record<
  FigureKey,
  string
>

const wanted = (table: Table, { platformId, currency, from, to }: FiguresWanted) =>
  and(eq(table.platformId, platformId), eq(table.currency, currency), between(table.day, from, to))

const total = (column: AnyPgColumn) => sum(column).mapWith(Number)

/** Figures by key, in the key's order. Keys without charges are absent. */
export function chargeFiguresBy(db: Queryable, by: FigureKey, period: FiguresWanted) {
  const key = sql<string>`${chargeFigures[COLUMNS[by]]}`
  const { created, pending, rejected, approved, chargebacks } = chargeFigures
  const { pendingAmount, approvedAmount, refundedAmount } = chargeFigures
  return db
    .select({
      key,
      created: total(created),
      pending: total(pending),
      pendingAmount: total(pendingAmount),
      rejected: total(rejected),
      approved: total(approved),
      approvedAmount: total(approvedAmount),
      refundedAmount: total(refundedAmount),
      chargebacks: total(chargebacks),
    })
    .from(chargeFigures)
    .where(wanted(chargeFigures, period))
    .groupBy(key)
    .having(sql`sum(${created}) > 0`)
    .orderBy(key)
}

/** How many charges were paid within each time bucket, by key. */
export function approvalTimesBy(db: Queryable, by: FigureKey, period: FiguresWanted) {
  const key = sql<string>`${approvalTimes[COLUMNS[by]]}`
  return db
    .select({ key, bucket: approvalTimes.bucket, approved: total(approvalTimes.approved) })
    .from(approvalTimes)
    .where(wanted(approvalTimes, period))
    .groupBy(key, approvalTimes.bucket)
}

/** Unpaid charges, by key. */
export function unpaidBy(db: Queryable, by: AnalyticsKey, period: FiguresWanted) {
  const key = sql<string>`${by === 'reason' ? unpaidFigures.reason : unpaidFigures[COLUMNS[by]]}`
  const { rejected, rejectedAmount } = unpaidFigures
  return db
    .select({ key, rejected: total(rejected), rejectedAmount: total(rejectedAmount) })
    .from(unpaidFigures)
    .where(wanted(unpaidFigures, period))
    .groupBy(key)
    .having(sql`sum(${rejected}) > 0`)
    .orderBy(key)
}

/** Merges the per-connection rows of days before this one. Each table in a separate statement, so that a writer waits for only one. */
export async function putFiguresTogether(db: Database, before: string): Promise<void> {
  await db.execute(sql`SELECT put_figures_together(${before})`)
  await db.execute(sql`SELECT put_times_together(${before})`)
  await db.execute(sql`SELECT put_unpaid_together(${before})`)
}
