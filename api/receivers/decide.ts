/** What an operator may do about a receiver that asks for a person. */
import type { WorkflowHandle } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access.ts'
import { clearReceiverAttention, moveReceiver, recordReceiverCreated } from '../../db/queries/receiver-life.ts'
import { findReceiver, type ReceiverRow } from '../../db/queries/receivers.ts'
import { isReceiverSettled } from '../../domain/receiver-events.ts'
import { cancelSignal, receiverWorkflowId, resolveSignal, retrySignal } from '../../workflows/messages.ts'
import { type Actor, actorName } from '../access/actor.ts'
import { deliverDecision } from '../deliver-decision.ts'
import type { Decision } from '../operations.ts'
import { notFound, problem } from '../problem.ts'

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's receiver, 409 when nobody asks.
 */
export async function decideAboutReceiver(
  app: FastifyInstance,
  { actor, requestId }: { actor: Actor; requestId: string },
  id: string,
  decision: Decision,
): Promise<string> {
  const { platformId } = actor
  const receiver = await findReceiver(app.database.writer, platformId, id)
  if (!receiver) throw notFound()
  if (isReceiverSettled(receiver.status) || receiver.attention === null) {
    throw problem('conflict', {
      detail: `The receiver is ${receiver.status} and asks nobody: nothing is to be decided`,
    })
  }
  const workflowId = receiverWorkflowId(id)
  const by = actorName(actor)
  const detail = decision.action === 'resolve' ? { ...decision.resolution } : {}
  await appendAudit(app.database.writer, platformId, { actor: by, action: decision.action, target: workflowId, detail })
  await deliverDecision(
    app,
    workflowId,
    (handle) => signal(handle, decision, by),
    () => carryOutWithoutWorkflow(app, receiver, decision, { by, requestId }),
  )
  return workflowId
}

function signal(handle: WorkflowHandle, decision: Decision, by: string): Promise<void> {
  switch (decision.action) {
    case 'retry':
      return handle.signal(retrySignal, { by })
    case 'cancel':
      return handle.signal(cancelSignal, { by })
    case 'resolve':
      return handle.signal(resolveSignal, { ...decision.resolution, by })
  }
}

/** The workflow is gone (somebody terminated it): a person can still say how the receiver stands. */
async function carryOutWithoutWorkflow(
  app: FastifyInstance,
  { id, receiverId }: ReceiverRow,
  decision: Decision,
  { by, requestId }: { by: string; requestId: string },
): Promise<void> {
  if (decision.action === 'retry') {
    throw problem('conflict', { detail: 'Its workflow is not running: resolve or cancel it' })
  }
  const db = app.database.writer
  const isActive = decision.action === 'resolve' && decision.resolution.outcome === 'created'
  if (isActive && receiverId === null) {
    const { transactionId: named } = decision.resolution
    if (named === undefined) throw problem('conflict', { detail: 'The provider never named it: say its id there' })
    const unread = { sealedReceiverToken: null, balance: null, exchange: [], workflowRunId: '' }
    await recordReceiverCreated(db, id, { receiverId: named, status: 'ACTIVE', ...unread })
    return clearReceiverAttention(db, id, { key: `operatorResolved/${requestId}`, type: 'operatorResolved', by })
  }
  const to = isActive ? 'ACTIVE' : 'REJECTED'
  await moveReceiver(db, id, { to, cause: 'operator', key: `operator/${requestId}`, by })
}
