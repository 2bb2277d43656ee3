/** Which workflows, and which of their tasks, count as failed, of all that Temporal lists. */
import type { Client } from '@temporalio/client'
import { defaultDataConverter } from '@temporalio/common'
import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { Observation } from './observe.ts'
import { failedTasks, listWorkflows } from './temporal.ts'

const AT = Date.UTC(2026, 5, 1)
const UNHANDLED_COMMAND = 1
const UNHANDLED_FAILURE = 14
const STOPPED = 'Script execution timed out after 5000ms'

interface Run {
  workflowId: string
  status?: string
  tries?: number
  failed?: { cause: number; message: string }
}

function temporalOf(runs: readonly Run[]): Client {
  const historyOf = ({ failed }: Run) => ({
    events: failed
      ? [
          {
            eventTime: { seconds: AT / 1_000 },
            workflowTaskFailedEventAttributes: { cause: failed.cause, failure: { message: failed.message } },
          },
        ]
      : [],
  })
  const workflow = {
    list: async function* () {
      for (const { workflowId, status = 'COMPLETED' } of runs)
        yield { workflowId, runId: `run of ${workflowId}`, type: 'charge', status: { name: status } }
    },
    getHandle: (workflowId: string) => {
      const run = runs.find((one) => one.workflowId === workflowId) ?? { workflowId }
      return {
        fetchHistory: async () => historyOf(run),
        describe: async () => ({ raw: { pendingWorkflowTask: run.tries ? { attempt: run.tries } : null } }),
      }
    },
  }
  return { workflow, options: { loadedDataConverter: defaultDataConverter } } as never
}

const crowded = (isSo: boolean) => ({ from: (moment: number) => isSo && moment === AT - 5_000 })

test.each([
  ['of a charge', 'charge/1', 'boom', false, 1],
  ['of a delivery, which has no row', 'delivery/1/charge.paid', 'boom', true, 1],
  ['stopped by the clock on a crowded machine', 'charge/1', STOPPED, true, 0],
  ['stopped by the clock where there was room', 'charge/1', STOPPED, false, 1],
  ['stopped by another limit', 'charge/1', 'Script execution timed out after 50ms', true, 1],
])('a task that failed counts: %s', async (_, workflowId, message, isCrowded, count) => {
  const temporal = temporalOf([{ workflowId: 'fine' }, { workflowId, failed: { cause: UNHANDLED_FAILURE, message } }])
  const failed = await failedTasks(temporal, crowded(isCrowded))
  expect(failed).toHaveLength(count)
  if (count > 0) {
    const [task] = failed
    expect(task).toEqual({ workflowId, runId: `run of ${workflowId}`, text: `${workflowId}: ${message}` })
  }
})

test('one that a signal overtook does not', async () => {
  const failed = { cause: UNHANDLED_COMMAND, message: 'UnhandledCommand' }
  expect(await failedTasks(temporalOf([{ workflowId: 'charge/1', failed }]), crowded(false))).toEqual([])
})

test.each([
  ['RUNNING', 0, 0],
  ['RUNNING', 2, 0],
  ['RUNNING', 3, 1],
  ['FAILED', 0, 1],
  ['TERMINATED', 0, 1],
])('a workflow that is %s, whose task was begun %i times, breaks %i rules', async (status, tries, count) => {
  const books = { transactions: [], withdrawals: [], undelivered: [], delivered: [] }
  const workflows = await listWorkflows(temporalOf([{ workflowId: 'sweep', status, tries }]))
  const seen = { charges: [], waiting: [], untold: [], losses: [], books, workflows } as never as Observation
  const { violations } = judge([], seen, { kills: [], crowding: { from: () => false }, isLosing: false })
  expect(violations.map(({ failing }) => failing)).toEqual(Array.from({ length: count }, () => 'stuck'))
})
