/** What one unit of work costs, whatever the machine: counted on a few units, one at a time. */
import type { HistoryReader, WorkflowCosts } from './histories.ts'
import type { Subject } from './load.ts'
import type { StatementCount, StatementCounter } from './statements.ts'
import { average } from './statistics.ts'

export interface UnitCosts extends WorkflowCosts {
  sqlStatements: number
  /** Each statement with how often a unit sends it. */
  statements: StatementCount[]
}

export async function measureCosts(
  subject: Subject,
  histories: HistoryReader,
  statements: StatementCounter,
  units: number,
): Promise<UnitCosts> {
  const measured: WorkflowCosts[] = []
  const counted = await statements.during(async () => {
    for (let unit = 0; unit < units; unit += 1) {
      const { workflowId, finish } = await subject.create()
      await finish()
      measured.push(await histories.costs(workflowId))
    }
  })
  const mean = (name: keyof WorkflowCosts) => average(measured.map((costs) => costs[name]))
  const perUnit = counted.map((statement) => ({ ...statement, calls: statement.calls / units }))
  return {
    historyEvents: mean('historyEvents'),
    historyBytes: mean('historyBytes'),
    regularActivities: mean('regularActivities'),
    localActivities: mean('localActivities'),
    activityAttempts: mean('activityAttempts'),
    sqlStatements: perUnit.reduce((sum, { calls }) => sum + calls, 0),
    statements: perUnit,
  }
}
