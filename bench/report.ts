/** The figures, to be read in a terminal. */
import type { UnitCosts } from './costs.ts'
import { atMost, type Goal, goalsBeside, printGoals } from './goals.ts'
import type { Figures, Pair } from './rounds.ts'
import { printTable } from './table.ts'

export interface Report {
  machine: { cpu: string; cores: number; memoryGiB: number; node: string; system: string }
  options: { charges: number; concurrency: number; rounds: number; provider: string }
  /** At full concurrency. */
  loaded: Pair<Figures>
  /** One at a time. */
  alone: Pair<Figures>
  costs: { bare: UnitCosts; providers: Record<string, UnitCosts> }
  goals: Goal[]
}

/** Its webhook is only a reason to ask: what that costs has a goal of its own. */
const ASKED_PROVIDER = 'MERCADOPAGO'

export function goalsOf({ loaded, costs, options }: Omit<Report, 'goals'>): Goal[] {
  const believed = costs.providers[options.provider]
  const asked = costs.providers[ASKED_PROVIDER]
  return [
    ...goalsBeside('charge', loaded),
    atMost('history events, webhook believed', believed?.historyEvents ?? Number.NaN, 17),
    atMost('history events, provider asked', asked?.historyEvents ?? Number.NaN, 20),
    atMost('SQL statements', believed?.sqlStatements ?? Number.NaN, 25),
  ]
}

export function printReport(report: Report): void {
  const { loaded, alone, costs, goals, options } = report
  const { concurrency, rounds, charges } = options
  const number = (value: number | null, digits = 1) => (value === null ? '-' : value.toFixed(digits))
  const compare = (label: string, of: (figures: Figures) => number, pair: Pair<Figures>) => [
    label,
    number(of(pair.bare)),
    number(of(pair.charge)),
    number(of(pair.charge) / of(pair.bare), 2),
  ]
  const span = ({ throughput: { min, max } }: Figures) => `${number(min)} to ${number(max)}`
  const processes = Object.keys(loaded.charge.cpuMs)

  console.log(`\n${charges} of each in ${rounds} alternating rounds, ${concurrency} at a time`)
  printTable([
    ['', 'bare workflow', 'whole charge', 'ratio'],
    compare('per second (median round)', ({ throughput }) => throughput.median, loaded),
    ['  slowest to fastest round', span(loaded.bare), span(loaded.charge), ''],
    compare('create p50 ms', ({ createMs }) => createMs.p50, loaded),
    compare('create p99 ms', ({ createMs }) => createMs.p99, loaded),
    compare('paid to end p50 ms', ({ finishMs }) => finishMs.p50, loaded),
    compare('paid to end p99 ms', ({ finishMs }) => finishMs.p99, loaded),
    compare('alone: create p50 ms', ({ createMs }) => createMs.p50, alone),
    compare('alone: create p99 ms', ({ createMs }) => createMs.p99, alone),
    compare('alone: paid to end p50 ms', ({ finishMs }) => finishMs.p50, alone),
    ...processes.map((name) => [
      `CPU ms: ${name}`,
      number(loaded.bare.cpuMs[name] ?? null),
      number(loaded.charge.cpuMs[name] ?? null),
      '',
    ]),
    compare('CPU ms: all together', cpuTotal, loaded),
  ])

  console.log('\nPer charge paid by webhook, one at a time')
  const columns: [string, UnitCosts][] = [['bare', costs.bare], ...Object.entries(costs.providers)]
  const row = (label: string, of: (costs: UnitCosts) => number) => [
    label,
    ...columns.map(([, unit]) => number(of(unit), Number.isInteger(of(unit)) ? 0 : 1)),
  ]
  printTable([
    ['', ...columns.map(([name]) => name)],
    row('history events', ({ historyEvents }) => historyEvents),
    row('history bytes', ({ historyBytes }) => Math.round(historyBytes)),
    row('regular activities', ({ regularActivities }) => regularActivities),
    row('activity runs', ({ activityAttempts }) => activityAttempts),
    row('local activities', ({ localActivities }) => localActivities),
    row('SQL statements', ({ sqlStatements }) => sqlStatements),
  ])

  printGoals(goals)
}

/** Not a number where the machine does not tell. */
function cpuTotal({ cpuMs }: Figures): number {
  return Object.values(cpuMs).reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0)
}
