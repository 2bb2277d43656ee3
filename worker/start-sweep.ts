import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  type Workflow,
} from '@temporalio/client'
import { SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../workflows/messages.ts'

/**
 * One sweep for the whole installation, which is never without one for longer than a minute. Every worker brings the
 * schedule up to date when it starts; an operator's pause stands.
 */
export async function ensureSweep({ schedule }: Client): Promise<void> {
  try {
    await schedule.create({ scheduleId: SWEEP_ID, ...SWEEP, state: { triggerImmediately: true } })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await schedule.getHandle(SWEEP_ID).update(({ state }) => ({ ...SWEEP, state }))
  }
}

const SWEEP = {
  // A run lasts an hour: only where there is none does another begin.
  spec: { intervals: [{ every: '1 minute' }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: {
    type: 'startWorkflow',
    workflowType: WORKFLOW_TYPES.sweep,
    workflowId: SWEEP_ID,
    taskQueue: TASK_QUEUES.deliveries,
    args: [],
  },
} satisfies Omit<ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>, 'scheduleId' | 'state'>
