/** What an operator may do about a receiver that asks for a person. */

import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { recordReceiverCreated } from '../../db/queries/receiver/attempts.ts'
import { findReceiver, type ReceiverRow } from '../../db/queries/receiver/read.ts'
import { moveReceiver, recordReceiverDecision } from '../../db/queries/receiver/transitions.ts'
import { defined } from '../../domain/defined.ts'
import { isReceiverSettled } from '../../domain/receiver.ts'
import { type Decision, receiverWorkflowId } from '../../workflows/messages.ts'
import { actorName } from '../access/actor.ts'
import {
  assertShown,
  type Caller,
  type DeliveredDecision,
  deliverDecision,
  type RequestedDecision,
  toDecision,
} from '../movement/decide.ts'
import { notFound, problem } from '../problem.ts'

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's receiver, 409 when nobody asks.
 */
export async function decideAboutReceiver(
  app: FastifyInstance,
  { actor, requestId, ip, ...caller }: Caller,
  id: string,
  requested: RequestedDecision,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const receiver = await findReceiver(app.database.writer, platformId, id)
  if (!receiver) throw notFound()
  assertShown(caller, receiver.attention === null ? [] : [receiver.attention])
  if (isReceiverSettled(receiver.status) || receiver.attention === null) {
    throw problem('conflict', {
      detail: `The receiver is ${receiver.status} and asks nobody: nothing is to be decided`,
    })
  }
  const target = receiverWorkflowId(id)
  const by = actorName(actor)
  const detail = requested.action === 'resolve' ? { ...requested.resolution } : {}
  await appendAudit(app.database.writer, platformId, { actor: by, action: requested.action, target, detail, ip })
  const decision = toDecision(requested, { requestId, by, about: receiver.attention })
  return deliverDecision(app, target, decision, () => carryOutWithoutWorkflow(app, receiver, decision))
}

/** The workflow is gone (somebody terminated it): a person can still say how the receiver stands. */
async function carryOutWithoutWorkflow(
  app: FastifyInstance,
  { id, receiverId }: ReceiverRow,
  decision: Decision & { id: string },
): Promise<DeliveredDecision> {
  if (decision.kind === 'retry') {
    throw problem('conflict', { detail: 'Its workflow is not running: resolve or cancel it' })
  }
  const db = app.database.writer
  const by = defined({ by: decision.by })
  const isActive = decision.kind === 'resolve' && decision.outcome === 'created'
  if (isActive && receiverId === null) {
    const { externalId: named } = decision
    if (named === undefined) throw problem('conflict', { detail: 'The provider never named it: say its id there' })
    const unread = { sealedReceiverToken: null, balance: null, exchange: [], workflowRunId: '' }
    await recordReceiverCreated(db, id, { receiverId: named, status: 'ACTIVE', ...unread })
  } else {
    const to = isActive ? 'ACTIVE' : 'REJECTED'
    await moveReceiver(db, id, { to, cause: 'operator', key: `operator/${decision.id}`, ...by })
  }
  await recordReceiverDecision(db, id, { became: 'carriedOut', id: decision.id, kind: decision.kind, ...by })
  return { became: 'carriedOut' }
}
