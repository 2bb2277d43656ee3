/** SQL statements that the product sent, counted by PostgreSQL itself (pg_stat_statements; BEGIN and COMMIT count too). */
import type postgres from 'postgres'

export interface StatementCount {
  query: string
  calls: number
  /** Milliseconds in the server, planning included, per call. */
  ms: number
}

export interface StatementCounter {
  /** Statements sent while `work` ran, those left out that the processes also send when nothing is asked of them. */
  during(work: () => Promise<void>): Promise<StatementCount[]>
}

/** `role` is the product's; the counter itself is asked by another, so that it does not count itself. */
export function statementCounter(sql: postgres.Sql, role: string): StatementCounter {
  const counted = () => sql<StatementCount[]>`
    SELECT query, sum(calls)::int AS calls, sum(total_exec_time + total_plan_time) / sum(calls) AS ms
    FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
    WHERE rolname = ${role} AND toplevel AND query !~ ${ASKED_BY_A_TRIGGER}
    GROUP BY query ORDER BY calls DESC, query`
  const idle = new Set<string>()
  return {
    during: async (work) => {
      if (idle.size === 0) {
        await sql`SELECT pg_stat_statements_reset()`
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
        for (const { query } of await counted()) idle.add(query)
      }
      await sql`SELECT pg_stat_statements_reset()`
      await work()
      return (await counted()).filter(({ query }) => !idle.has(query))
    },
  }
}

/** What a deferred trigger asks at the commit counts as `toplevel`, though no process has sent it. */
const ASKED_BY_A_TRIGGER = String.raw`\mNEW\.`

/** Long enough for every periodic question (health, the sweep) to be asked at least once. */
const IDLE_MS = 11_000
