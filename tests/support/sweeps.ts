/** The sweep, which every worker starts: it delivers, cancels and forgets what is due, beside a test that does so itself. */
import type { Client } from '@temporalio/client'
import { SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import type { ChargeStack } from './charge-stack.ts'

/** At a test's pace instead of the schedule's. */
export async function startQuickSweep(
  { temporal }: Pick<ChargeStack, 'temporal'>,
  pace: { everyMs: number },
): Promise<void> {
  await temporal.workflow.start(WORKFLOW_TYPES.sweep, {
    workflowId: 'quick-sweep',
    taskQueue: TASK_QUEUES.recovery,
    args: [pace],
  })
}

/** Before the first worker starts, which leaves a pause as it is. */
export async function pauseSweep({ schedule }: Pick<Client, 'schedule'>): Promise<void> {
  await schedule.create({
    scheduleId: SWEEP_ID,
    spec: { intervals: [{ every: '1 day' }] },
    action: { type: 'startWorkflow', workflowType: WORKFLOW_TYPES.sweep, taskQueue: TASK_QUEUES.recovery, args: [] },
    state: { paused: true },
  })
}
