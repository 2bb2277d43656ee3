/** Workflows that run and cannot move, as after a deployment that no longer has what they run. */
import type { Client } from '@temporalio/client'
import { expect, vi } from 'vitest'
import { TASK_QUEUES } from '../../workflows/messages.ts'

interface Stack {
  temporal: Client
}

/** In the place of a run that is there: between an end and a start the sweep would call it lost. */
export async function startStuck({ temporal }: Stack, workflowId: string): Promise<void> {
  const handle = await temporal.workflow.start('ofAnotherRelease', {
    workflowId,
    taskQueue: TASK_QUEUES.charges,
    workflowIdConflictPolicy: 'TERMINATE_EXISTING',
    args: [],
  })
  const attempts = async () => (await handle.describe()).raw.pendingWorkflowTask?.attempt ?? 0
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThanOrEqual(3), { timeout: 60_000, interval: 100 })
}
