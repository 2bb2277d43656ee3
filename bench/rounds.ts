/** Both kinds of work in turn, so that whatever else the machine does strikes both alike. */
import { type Round, runRound, type Subject } from './load.ts'
import { average, median, percentile } from './statistics.ts'

export interface MeasuredRound extends Round {
  /** Milliseconds of processor time per unit, by process. */
  cpuMs: Record<string, number | null>
}

export type Pair<T> = { bare: T; charge: T }

export interface Figures {
  /** Units per second: the median round, the slowest and the fastest. */
  throughput: { median: number; min: number; max: number }
  createMs: { p50: number; p99: number }
  finishMs: { p50: number; p99: number }
  cpuMs: Record<string, number | null>
}

export async function alternate(
  subjects: Pair<Subject>,
  options: { rounds: number; units: number; concurrency: number; cpu: () => Record<string, number | null> },
): Promise<Pair<MeasuredRound[]>> {
  const { rounds, units, concurrency, cpu } = options
  const measured: Pair<MeasuredRound[]> = { bare: [], charge: [] }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['bare', 'charge'] as const) : (['charge', 'bare'] as const)
    for (const kind of order) {
      const before = cpu()
      const result = await runRound(subjects[kind], units, concurrency)
      measured[kind].push({ ...result, cpuMs: spent(before, cpu(), units) })
    }
  }
  return measured
}

export function figuresOf(rounds: readonly MeasuredRound[]): Figures {
  const throughputs = rounds.map(({ throughput }) => throughput)
  const spread = (values: readonly number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) })
  const processes = Object.keys(rounds[0]?.cpuMs ?? {})
  return {
    throughput: { median: median(throughputs), min: Math.min(...throughputs), max: Math.max(...throughputs) },
    createMs: spread(rounds.flatMap(({ createMs }) => createMs)),
    finishMs: spread(rounds.flatMap(({ finishMs }) => finishMs)),
    cpuMs: Object.fromEntries(
      processes.map((name) => {
        const values = rounds.map(({ cpuMs }) => cpuMs[name] ?? null)
        return [name, values.every((value) => value !== null) ? average(values) : null]
      }),
    ),
  }
}

function spent(
  before: Record<string, number | null>,
  after: Record<string, number | null>,
  units: number,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(after).map(([name, ms]) => {
      const start = before[name] ?? null
      return [name, ms === null || start === null ? null : (ms - start) / units]
    }),
  )
}
