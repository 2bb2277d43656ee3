/** What statements read, as `EXPLAIN (ANALYZE)` counts it: rows, not time, so that it is the same on every machine. */
import type { TestApi } from '../api/support.ts'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** What a plan's every step has read, or thrown away, in all its loops. */
const readBy = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
    plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0)

/** The rows that the most thorough of the statements reads that `run` makes the app ask, of those that match. */
export async function mostRead(api: TestApi, matching: RegExp, run: () => Promise<unknown>): Promise<number> {
  const { options } = api.app.database.sql
  const asked: { query: string; parameters: unknown[] }[] = []
  options.debug = (_connection, query, parameters) => asked.push({ query, parameters })
  try {
    await run()
  } finally {
    options.debug = false
  }
  const read = []
  for (const { query, parameters } of asked.filter((statement) => matching.test(statement.query))) {
    const [row] = await api.database.sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`, parameters as string[])
    read.push(readBy(row?.['QUERY PLAN'][0].Plan))
  }
  if (read.length === 0) throw new Error(`Nothing was asked that matches ${matching}`)
  return Math.max(...read)
}
