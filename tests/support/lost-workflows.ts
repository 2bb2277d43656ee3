/** Workflows that are terminated, at a moment at which nothing that they began is running. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import { expect } from 'vitest'
import type { Activities } from '../../activities/index.ts'

const { PENDING_ACTIVITY_STATE_PAUSED: PAUSED } = proto.temporal.api.enums.v1.PendingActivityState
const PATIENCE = { timeout: 60_000 }

/**
 * Once this activity has failed, and is held back from its next try. One that ran on would be answered as soon as the provider's fault
 * is mended, and write down how it ended; and a fault that was to strike before it has struck.
 */
export async function terminateAtRest(
  { temporal }: { temporal: Client },
  workflowId: string,
  activity: keyof Activities,
): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId)
  const pending = async () => (await handle.describe()).raw.pendingActivities ?? []
  const failed = async () =>
    (await pending()).map(({ activityType, attempt }) => ({
      activity: activityType?.name,
      hasFailed: (attempt ?? 0) > 1,
    }))
  await expect.poll(failed, PATIENCE).toEqual([{ activity, hasFailed: true }])
  const { namespace } = temporal.options
  await temporal.workflowService.pauseActivity({ namespace, execution: { workflowId }, type: activity })
  const states = async () => (await pending()).map(({ state }) => state)
  await expect.poll(states, PATIENCE).toEqual([PAUSED])
  await handle.terminate('by mistake')
}
