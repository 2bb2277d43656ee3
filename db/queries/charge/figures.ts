/** What a platform's charges come to, from the figures that are kept beside them. */
import { and, between, eq, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AnalyticsKey } from '../../../domain/analytics.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Database, Queryable } from '../../client.ts'
import { approvalTimes, chargeFigures, unpaidFigures } from '../../schema/index.ts'

export interface FiguresWanted {
  platformId: string
  currency: Currency
  /** The first and the last day, both included. */
  from: string
  to: string
}

export type ChargeFigures = Awaited<ReturnType<typeof chargeFiguresBy>>[number]

/** What charges are told apart by, whatever has become of them. */
export type FigureKey = Exclude<AnalyticsKey, 'reason'>
type Table = typeof chargeFigures | typeof approvalTimes | typeof unpaidFigures

const COLUMNS = { day: 'day', provider: 'provider', method: 'paymentMethod' } as const satisfies Record<
  FigureKey,
  string
>

const wanted = (table: Table, { platformId, currency, from, to }: FiguresWanted) =>
  and(eq(table.platformId, platformId), eq(table.currency, currency), between(table.day, from, to))

const total = (column: AnyPgColumn) => sum(column).mapWith(Number)

/** By key, in its order; keys without a charge are not there. */
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

/** How many were paid how soon, by key. */
export function approvalTimesBy(db: Queryable, by: FigureKey, period: FiguresWanted) {
  const key = sql<string>`${approvalTimes[COLUMNS[by]]}`
  return db
    .select({ key, bucket: approvalTimes.bucket, approved: total(approvalTimes.approved) })
    .from(approvalTimes)
    .where(wanted(approvalTimes, period))
    .groupBy(key, approvalTimes.bucket)
}

/** What was not paid, by key. */
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

/** Puts the rows of single connections before this day together. Each table by itself: who waits for a row waits for one of them. */
export async function putFiguresTogether(db: Database, before: string): Promise<void> {
  await db.execute(sql`SELECT put_figures_together(${before})`)
  await db.execute(sql`SELECT put_times_together(${before})`)
  await db.execute(sql`SELECT put_unpaid_together(${before})`)
}
