/** Workflows that somebody terminates, at a moment at which nothing that they began is running. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import { expect } from 'vitest'
import type { Activities } from '../../activities/index.ts'

const { PENDING_ACTIVITY_STATE_SCHEDULED: SCHEDULED } = proto.temporal.api.enums.v1.PendingActivityState

/**
 * Once this activity has failed and waits for its next try. One that ran on would be answered as soon as the provider's fault is
 * mended, and write down how it ended; and a fault that was to strike before it has struck.
 */
export async function terminateAtRest(
  { temporal }: { temporal: Client },
  workflowId: string,
  activity: keyof Activities,
): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId)
  const pending = async () =>
    ((await handle.describe()).raw.pendingActivities ?? []).map(({ activityType, state, attempt }) => ({
      activity: activityType?.name,
      isAtRest: state === SCHEDULED && (attempt ?? 0) > 1,
    }))
  await expect.poll(pending, { timeout: 60_000 }).toEqual([{ activity, isAtRest: true }])
  await handle.terminate('by mistake')
}
