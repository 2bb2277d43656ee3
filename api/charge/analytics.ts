import type { Database } from '../../db/client.ts'
import {
  approvalTimesBy,
  type ChargeFigures,
  chargeFiguresBy,
  type FigureKey,
  type FiguresWanted,
  unpaidBy,
} from '../../db/queries/charge/figures.ts'
import { type AnalyticsKey, daysBetween, medianSeconds } from '../../domain/analytics.ts'
import type { Analytics } from '../schemas/analytics.ts'

type Times = Awaited<ReturnType<typeof approvalTimesBy>>
type Unpaid = Awaited<ReturnType<typeof unpaidBy>>

/** Every day of the period has its row; of providers, methods and reasons those that charges have. */
export async function analyticsOf(db: Database, by: AnalyticsKey, period: FiguresWanted): Promise<Analytics> {
  if (by !== 'reason') return figuresBy(db, by, period)
  const [{ from, to, total }, reasons] = await Promise.all([figuresBy(db, 'method', period), unpaidBy(db, by, period)])
  const data = reasons.map((row) => ({
    key: row.key,
    ...present({ ...NOTHING, ...row, created: row.rejected }, [], [row]),
  }))
  return { from, to, data, total }
}

async function figuresBy(db: Database, by: FigureKey, period: FiguresWanted): Promise<Analytics> {
  const [figures, times, unpaid] = await Promise.all([
    chargeFiguresBy(db, by, period),
    approvalTimesBy(db, by, period),
    unpaidBy(db, by, period),
  ])
  const { from, to } = period
  const known = new Map(figures.map((row) => [row.key, row]))
  const keys = by === 'day' ? daysBetween(from, to) : figures.map(({ key }) => key)
  const timesOf = Map.groupBy(times, ({ key }) => key)
  const unpaidOf = Map.groupBy(unpaid, ({ key }) => key)
  const data = keys.map((key) => ({
    key,
    ...present(known.get(key) ?? NOTHING, timesOf.get(key) ?? [], unpaidOf.get(key) ?? []),
  }))
  return { from, to, data, total: present(figures.reduce(plus, NOTHING), times, unpaid) }
}

type Counted = Omit<ChargeFigures, 'key'>

const NOTHING: Counted = {
  created: 0,
  pending: 0,
  pendingAmount: 0,
  rejected: 0,
  approved: 0,
  approvedAmount: 0,
  refundedAmount: 0,
  chargebacks: 0,
}

function plus(sum: Counted, row: Counted): Counted {
  const names = Object.keys(NOTHING) as (keyof Counted)[]
  return Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as unknown as Counted
}

function present({ created, approved, ...counted }: Counted, times: Times, unpaid: Unpaid): Analytics['total'] {
  const { pending, pendingAmount, rejected, approvedAmount, refundedAmount, chargebacks } = counted
  return {
    created,
    pending,
    pendingAmount,
    rejected,
    rejectedAmount: unpaid.reduce((sum, { rejectedAmount }) => sum + rejectedAmount, 0),
    approved,
    approvedAmount,
    refundedAmount,
    chargebacks,
    approvalRate: approved + rejected === 0 ? null : approved / (approved + rejected),
    p50ApprovalSeconds: medianSeconds(times),
  }
}
