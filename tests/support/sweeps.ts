import { TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import type { ChargeStack } from './charge-stack.ts'

/** The sweep, at a test's pace instead of the schedule's. */
export async function startQuickSweep(
  { temporal }: Pick<ChargeStack, 'temporal'>,
  pace: { everyMs: number },
): Promise<void> {
  await temporal.workflow.start(WORKFLOW_TYPES.sweep, {
    workflowId: 'quick-sweep',
    taskQueue: TASK_QUEUES.deliveries,
    args: [pace],
  })
}
