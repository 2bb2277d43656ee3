import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  type Workflow,
} from '@temporalio/client'
import proto from '@temporalio/proto'
import { SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../workflows/messages.ts'

/** Tries to update the schedule, because a concurrent change of it takes precedence. */
const MOST_TRIES = 5
const BETWEEN_TRIES_MS = 500

/**
 * Ensures one sweep for the whole installation, which is never without one for longer than a minute. Every worker updates the schedule
 * when it starts. An operator's pause stays, even if it is made at that moment.
 */
export async function ensureSweep(client: Pick<Client, 'schedule' | 'workflowService' | 'options'>): Promise<void> {
  try {
    await client.schedule.create({ scheduleId: SWEEP_ID, ...SWEEP, state: { triggerImmediately: true } })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await bringUpToDate(client)
  }
}

async function bringUpToDate({
  schedule,
  workflowService,
  options,
}: Pick<Client, 'schedule' | 'workflowService' | 'options'>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await schedule.getHandle(SWEEP_ID).describe()
    if (isAsWanted(found)) return
    const { schedule: before, conflictToken = null } = found.raw
    // The client's own update passes no conflict token, so it could overwrite an operator's pause with an older state.
    await workflowService.updateSchedule({
      namespace: options.namespace,
      scheduleId: SWEEP_ID,
      identity: options.identity,
      conflictToken,
      schedule: { ...before, ...CHANGED },
    })
    await sleep(BETWEEN_TRIES_MS)
  }
}

const { SCHEDULE_OVERLAP_POLICY_SKIP: SKIP } = proto.temporal.api.enums.v1.ScheduleOverlapPolicy
const EVERY_MS = 60_000
const every = proto.google.protobuf.Duration.fromObject({ seconds: EVERY_MS / 1000 })

const SWEEP = {
  // A run lasts an hour. Another one begins only if none is running.
  spec: { intervals: [{ every: EVERY_MS }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: EVERY_MS },
  action: {
    type: 'startWorkflow',
    workflowType: WORKFLOW_TYPES.sweep,
    workflowId: SWEEP_ID,
    taskQueue: TASK_QUEUES.recovery,
    args: [],
  },
} satisfies Omit<ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>, 'scheduleId' | 'state'>

/** The same schedule in the server's format. */
const CHANGED = {
  spec: { interval: [{ interval: every }] },
  policies: { overlapPolicy: SKIP, catchupWindow: every },
  action: {
    startWorkflow: {
      workflowType: { name: SWEEP.action.workflowType },
      workflowId: SWEEP.action.workflowId,
      taskQueue: { name: SWEEP.action.taskQueue },
    },
  },
}

function isAsWanted({ spec, policies, action }: ScheduleDescription): boolean {
  const { type, workflowType, workflowId, taskQueue } = action
  return isDeepStrictEqual(
    {
      spec: { intervals: spec.intervals?.map(({ every }) => ({ every })) },
      policies: { overlap: policies.overlap, catchupWindow: policies.catchupWindow },
      action: { type, workflowType, workflowId, taskQueue, args: action.args ?? [] },
    },
    SWEEP,
  )
}
