/** The sweep is a schedule: made by whichever worker starts first, kept up to date by all of them, never without a run for long. */
import { ScheduleOverlapPolicy } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureSweep } from '../../worker/start-sweep.ts'
import { SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

/** A server may take this long before it serves the schedules of a namespace that has just been made. */
const BEGIN_MS = 90_000

let stack: ChargeStack

beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const schedule = () => stack.temporal.schedule.getHandle(SWEEP_ID)

/** The runs that the schedule has begun and that go on. */
async function running() {
  const { info } = await schedule().describe()
  return info.runningActions.flatMap((action) => (action.type === 'startWorkflow' ? [action.workflow] : []))
}
async function onlyRun() {
  await expect.poll(async () => (await running()).length, { timeout: BEGIN_MS }).toBe(1)
  const [run] = await running()
  return run
}
/** A change is a signal to the server's own scheduler: answered before it is applied, and two at once in either order. */
const becomes = (expected: { everyMs: number; paused: boolean }) =>
  expect
    .poll(
      async () => {
        const { spec, state } = await schedule().describe()
        return { everyMs: spec.intervals?.[0]?.every, paused: state.paused }
      },
      { timeout: 60_000 },
    )
    .toEqual(expected)
/** What the next minute does. */
const tick = () => schedule().trigger(ScheduleOverlapPolicy.SKIP)

test('it runs from the start, once, whatever the minutes and the workers that start', async () => {
  const run = await onlyRun()
  await stack.restartWorker()
  await tick()
  expect(await onlyRun()).toEqual(run)
}, 300_000)

test('one that an operator has ended begins anew with the next minute', async () => {
  const run = await onlyRun()
  await stack.temporal.workflow.getHandle(run?.workflowId ?? '').terminate('by mistake')
  await expect
    .poll(
      async () => {
        await tick()
        const [next] = await running()
        return next !== undefined && next.firstExecutionRunId !== run?.firstExecutionRunId
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true)
}, 300_000)

test('a worker that starts puts the schedule right, and leaves an operator’s pause', async () => {
  await schedule().update((previous) => ({ ...previous, spec: { intervals: [{ every: '1 day' }] } }))
  await becomes({ everyMs: 86_400_000, paused: false })
  await schedule().pause('maintenance')
  await becomes({ everyMs: 86_400_000, paused: true })
  await stack.restartWorker()
  await becomes({ everyMs: 60_000, paused: true })
  expect((await schedule().describe()).state.note).toBe('maintenance')
}, 300_000)

/** A client whose changes of the schedule are counted, and before the first of which something happens. */
function watched(meanwhile: () => Promise<void>) {
  const { schedule, workflowService, options } = stack.temporal
  let updates = 0
  const service: object = workflowService
  const watching = new Proxy(service, {
    get: (target, name) => {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return async (...args: unknown[]) => {
        if (name !== 'updateSchedule') return own.apply(target, args)
        updates += 1
        if (updates === 1) await meanwhile()
        return own.apply(target, args)
      }
    },
  })
  return {
    client: { schedule, workflowService: watching as typeof workflowService, options },
    updates: () => updates,
  }
}

test('a pause that comes between the look and the change stands, and the schedule is put right all the same', async () => {
  await schedule().unpause()
  await schedule().update((previous) => ({ ...previous, spec: { intervals: [{ every: '1 day' }] } }))
  await becomes({ everyMs: 86_400_000, paused: false })
  const { client } = watched(async () => {
    await schedule().pause('an incident')
    await becomes({ everyMs: 86_400_000, paused: true })
  })
  await ensureSweep(client)
  await becomes({ everyMs: 60_000, paused: true })
  expect((await schedule().describe()).state.note).toBe('an incident')
}, 300_000)

test('a schedule that is as it should be is not written again', async () => {
  const { client, updates } = watched(async () => undefined)
  await ensureSweep(client)
  expect(updates()).toBe(0)
  const { spec, policies, action } = await schedule().describe()
  expect(spec.intervals).toMatchObject([{ every: 60_000 }])
  expect(policies).toMatchObject({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 })
  expect(action).toMatchObject({ workflowType: WORKFLOW_TYPES.sweep, taskQueue: TASK_QUEUES.recovery })
})

test('a run ends by itself, so that none becomes old', async () => {
  await stack.temporal.workflow.execute(WORKFLOW_TYPES.sweep, {
    workflowId: 'short-sweep',
    taskQueue: TASK_QUEUES.recovery,
    args: [{ everyMs: 100, lastsMs: 1_500 }],
  })
})
