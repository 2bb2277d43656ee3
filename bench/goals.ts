/** What a whole movement may cost beside the bare workflow, measured in the same run. */
import type { Figures, Pair } from './rounds.ts'
import { printTable } from './table.ts'

export interface Goal {
  name: string
  measured: number
  limit: number
  met: boolean
}

const THROUGHPUT_SHARE = 0.75
const CREATE_TIMES = 1.5
const WORKER_TIMES = 1.5

export const atMost = (name: string, measured: number, limit: number): Goal => ({
  name,
  measured,
  limit,
  met: measured <= limit,
})

/** Those of every movement, at full concurrency. */
export function goalsBeside(what: string, { bare, charge: whole }: Pair<Figures>): Goal[] {
  const share = whole.throughput.median / bare.throughput.median
  const workers = (whole.cpuMs.worker ?? Number.NaN) / (bare.cpuMs.bareWorker ?? Number.NaN)
  return [
    {
      name: `${what}: throughput, share of the bare one, at least`,
      measured: share,
      limit: THROUGHPUT_SHARE,
      met: share >= THROUGHPUT_SHARE,
    },
    atMost(`${what}: create p50, times the bare one`, whole.createMs.p50 / bare.createMs.p50, CREATE_TIMES),
    atMost(`${what}: processor time of the worker, times the bare one's`, workers, WORKER_TIMES),
  ]
}

export function printGoals(goals: readonly Goal[]): void {
  console.log('')
  printTable([
    ['goal', 'measured', 'limit', ''],
    ...goals.map(({ name, measured, limit, met }) => [
      name,
      measured.toFixed(2),
      String(limit),
      met ? 'met' : 'NOT MET',
    ]),
  ])
}
