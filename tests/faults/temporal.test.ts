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
const NON_DETERMINISTIC_ERROR = 24
const STOPPED = 'Script execution timed out after 5000ms'

interface Run {
  workflowId: string
  status?: string
  tries?: number
  failed?: { cause: number; message: string }
  /** Before the failure: a local activity ended in a task that took so long. */
  extendedMs?: number
}

function temporalOf(runs: readonly Run[]): Client {
  const historyOf = ({ failed, extendedMs }: Run) => ({
    events: [
      ...(extendedMs === undefined ? [] : extended(extendedMs)),
      ...(failed
        ? [
            {
              eventTime: { seconds: AT / 1_000 },
              workflowTaskFailedEventAttributes: { cause: failed.cause, failure: { message: failed.message } },
            },
          ]
        : []),
    ],
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

const extended = (ms: number) => [
  { eventId: 3, eventTime: { seconds: (AT - 60_000) / 1_000 } },
  {
    eventId: 4,
    eventTime: { seconds: (AT - 60_000 + ms) / 1_000 },
    workflowTaskCompletedEventAttributes: { startedEventId: 3 },
  },
  {
    eventId: 5,
    markerRecordedEventAttributes: { markerName: 'core_local_activity', workflowTaskCompletedEventId: 4 },
  },
]

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
  ['as its task was extended', 8_000, true, 0],
  ['as its task was extended, where there was room', 8_000, false, 1],
  ['in time', 2_000, true, 1],
])('a replay that fails counts, unless a local activity ended %s: %i ms', async (_, extendedMs, isCrowded, count) => {
  const failed = { cause: NON_DETERMINISTIC_ERROR, message: 'boom' }
  const temporal = temporalOf([{ workflowId: 'charge/1', status: 'RUNNING', tries: 5, failed, extendedMs }])
  const crowding = { from: () => isCrowded }
  expect(await failedTasks(temporal, crowding)).toHaveLength(count)
  const [sight] = await listWorkflows(temporal, crowding)
  expect(sight?.tries).toBe(count * 5)
})

test.each([
  ['RUNNING', 0, 0],
  ['RUNNING', 2, 0],
  ['RUNNING', 3, 1],
  ['FAILED', 0, 1],
  ['TERMINATED', 0, 1],
])('a workflow that is %s, whose task was begun %i times, breaks %i rules', async (status, tries, count) => {
  const books = { transactions: [], withdrawals: [], undelivered: [], delivered: [] }
  const workflows = await listWorkflows(temporalOf([{ workflowId: 'sweep', status, tries }]), crowded(false))
  const seen = { charges: [], waiting: [], untold: [], losses: [], books, workflows } as never as Observation
  const { violations } = judge([], seen, {
    kills: [],
    crowding: { from: () => false, roomAfter: () => 0 },
    isLosing: false,
  })
  expect(violations.map(({ failing }) => failing)).toEqual(Array.from({ length: count }, () => 'stuck'))
})
