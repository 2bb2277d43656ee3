import type { ReceiverRow } from '../../db/queries/receivers.ts'
import { receiverWorkflowId } from '../../workflows/messages.ts'
import type { Receiver } from '../schemas/receiver.ts'
import { iso } from '../time.ts'

/** What is not named here does not leave: bank account, address and documents stay with us and the provider. */
export function presentReceiver(row: ReceiverRow): Receiver {
  return {
    id: row.id,
    receiverId: row.receiverId,
    receiverProvider: row.provider,
    providerAccountId: row.providerAccountId,
    name: row.name,
    document: row.document,
    documentType: row.documentType,
    email: row.email,
    status: row.status,
    balance: row.balance,
    needsAttention: row.attention !== null,
    attention: row.attention,
    failureMessage: row.failureMessage,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    workflow: { workflowId: receiverWorkflowId(row.id), runId: row.workflowRunId },
  }
}
