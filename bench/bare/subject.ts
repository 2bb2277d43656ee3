/** The yardstick: Update-with-Start, one activity that does nothing, one signal, the end. */
import { randomUUID } from 'node:crypto'
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { type HistoryReader, historyReader } from '../histories.ts'
import type { Subject } from '../load.ts'
import { BARE_TASK_QUEUE, BARE_WORKFLOW_TYPE, createdUpdate, paidSignal } from './messages.ts'

/** With a reader of its own: its histories are not sealed. */
export async function bareSubject(address: string, namespace: string): Promise<Subject & { histories: HistoryReader }> {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection, namespace })
  return {
    histories: historyReader(client),
    create: async () => {
      const workflowId = `bare/${randomUUID()}`
      await client.workflow.executeUpdateWithStart(createdUpdate, {
        updateId: 'created',
        startWorkflowOperation: new WithStartWorkflowOperation(BARE_WORKFLOW_TYPE, {
          workflowId,
          taskQueue: BARE_TASK_QUEUE,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      })
      const handle = client.workflow.getHandle(workflowId)
      return {
        workflowId,
        finish: async () => {
          await handle.signal(paidSignal)
          await handle.result()
        },
      }
    },
    close: () => connection.close(),
  }
}
