/** What an operator may do about a receiver that needs attention. */
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { isOtherReceivers } from '../../db/queries/receiver/known-ids.ts'
import { findReceiver, type ReceiverRow } from '../../db/queries/receiver/read.ts'
import { isReceiverSettled } from '../../domain/receiver.ts'
import { type Decision, type ReceiverInput, receiverWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { actorName } from '../access/actor.ts'
import {
  assertShown,
  type Caller,
  type DeliveredDecision,
  deliverDecision,
  type RequestedDecision,
  sendDecision,
  toDecision,
  untilHeard,
} from '../movement/decide.ts'
import { startAgain } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's receiver, 409 if it does not need attention.
 */
export async function decideAboutReceiver(
  app: FastifyInstance,
  { actor, requestId, ip, ...caller }: Caller,
  id: string,
  requested: RequestedDecision,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const db = app.database.writer
  const receiver = await findReceiver(db, platformId, id)
  if (!receiver) throw notFound()
  assertShown(caller, receiver.attention === null ? [] : [receiver.attention], receiver.updatedAt)
  if (isReceiverSettled(receiver.status) || receiver.attention === null) {
    throw problem('conflict', {
      detail: `The receiver is ${receiver.status} and needs no attention: nothing is to be decided`,
    })
  }
  const named = namedIn(requested)
  if (named !== undefined && (await isOtherReceivers(db, receiver, named))) {
    throw problem('conflict', { detail: `The provider's id ${named} belongs to another receiver` })
  }

  const target = receiverWorkflowId(id)
  const by = actorName(actor)
  const detail = requested.action === 'resolve' ? { ...requested.resolution } : {}
  await appendAudit(db, platformId, { actor: by, action: requested.action, target, detail, ip })
  const decision = toDecision(requested, { requestId, by, about: receiver.attention })
  if (receiver.receiverId !== null) await untilHeard(app, target, [receiver.attention])
  return deliverDecision(app, target, decision, () => recover(app, receiver, toDecision(requested, { requestId, by })))
}

/** The id that the operator says it has at its provider. */
function namedIn(requested: RequestedDecision): string | undefined {
  if (requested.action !== 'resolve') return undefined
  return requested.resolution.receiverId ?? requested.resolution.transactionId
}

/**
 * The workflow is gone: another run takes its place, which asks the provider before it does what was decided. Of one whose id is not
 * known the request may have been sent, whatever the row says of it.
 */
async function recover(
  app: FastifyInstance,
  { id, platformId, provider, receiverId }: ReceiverRow,
  decision: Decision & { id: string },
): Promise<DeliveredDecision> {
  const stands = receiverId === null ? 'sending' : 'created'
  const input: ReceiverInput = { receiverId: id, platformId, recovery: { attempt: 1, stands } }
  const workflowId = receiverWorkflowId(id)
  const isOpen = async () => {
    const now = await findReceiver(app.database.writer, platformId, id)
    return now !== undefined && !isReceiverSettled(now.status)
  }
  await startAgain(app.temporal, { workflowType: WORKFLOW_TYPES.receiver, workflowId, input, provider, isOpen })
  return sendDecision(app, workflowId, decision)
}
