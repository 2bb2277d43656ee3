/** What an operator may do about a charge, and how it reaches the charge's workflow. */
import type { WorkflowHandle } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../db/queries/access.ts'
import { latestAttempt } from '../db/queries/attempts.ts'
import { type ChargeRow, findCharge } from '../db/queries/charges.ts'
import { isOtherCharges } from '../db/queries/known-ids.ts'
import { applyTransition, clearAttention } from '../db/queries/transitions.ts'
import { isSettled } from '../domain/charge-status.ts'
import { startEventWorkflow } from '../inbox/deliver.ts'
import { cancelSignal, chargeWorkflowId, resolveSignal, retrySignal } from '../workflows/messages.ts'
import { type Actor, actorName } from './access/actor.ts'
import { deliverDecision } from './deliver-decision.ts'
import { notFound, problem } from './problem.ts'
import type { OperatorAction, Resolution } from './schemas/operation.ts'

export type Decision =
  | { action: Exclude<OperatorAction, 'resolve'> }
  | { action: 'resolve'; resolution: Pick<Resolution, 'outcome'> & Partial<Resolution> }

/** A charge's status is the provider's to say, and a refund's follows from its outcome. */
export const WITHDRAWAL_ONLY = { path: '/status', rule: 'withdrawalOnly', message: 'is for withdrawals only' } as const

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's charge, 409 where the charge's state does not allow it.
 */
export async function decide(
  app: FastifyInstance,
  { actor, requestId }: { actor: Actor; requestId: string },
  chargeId: string,
  decision: Decision,
): Promise<string> {
  const { platformId } = actor
  const db = app.database.writer
  const charge = await findCharge(db, platformId, chargeId)
  if (!charge) throw notFound()
  if (decision.action === 'resolve' && decision.resolution.status !== undefined) {
    throw problem('rule_broken', { errors: [WITHDRAWAL_ONLY] })
  }
  const closes = isAcknowledgement(charge, decision)
  if (isSettled(charge.status) && !closes) {
    throw problem('conflict', { detail: `The charge is ${charge.status}: there is nothing left to ${decision.action}` })
  }

  if (!closes && charge.transactionId === null && charge.attention === null) {
    throw problem('conflict', { detail: 'The charge is still being created: nothing is to be decided yet' })
  }
  const named = decision.action === 'resolve' ? decision.resolution.transactionId : undefined
  if (named !== undefined && (await isOtherCharges(db, chargeId, named))) {
    throw problem('conflict', { detail: `The provider's ${named} is another charge's already` })
  }

  const workflowId = chargeWorkflowId(chargeId)
  const by = actorName(actor)
  const detail = decision.action === 'resolve' ? { ...decision.resolution } : {}
  await appendAudit(db, platformId, { actor: by, action: decision.action, target: workflowId, detail })
  if (closes) await clearAttention(db, chargeId, { key: `operatorResolved/${requestId}`, type: 'operatorResolved', by })
  else await signal(app, charge, decision, { by, requestId })
  return workflowId
}

/** A settled charge that asks for a person has no workflow left: resolving it says that the person has seen it. */
function isAcknowledgement(charge: ChargeRow, { action }: Decision): boolean {
  return isSettled(charge.status) && charge.attention !== null && action === 'resolve'
}

async function signal(
  app: FastifyInstance,
  charge: ChargeRow,
  decision: Decision,
  { by, requestId }: { by: string; requestId: string },
): Promise<void> {
  const workflowId = chargeWorkflowId(charge.id)
  const attempt = await latestAttempt(app.database.writer, charge.id)
  const send = (handle: WorkflowHandle) => {
    switch (decision.action) {
      case 'retry':
        return handle.signal(retrySignal, { by, attempt })
      case 'cancel':
        return handle.signal(cancelSignal, { by, attempt })
      case 'resolve':
        return handle.signal(resolveSignal, { ...decision.resolution, by, attempt })
    }
  }
  await deliverDecision(app, workflowId, send, () => carryOutWithoutWorkflow(app, charge, decision, { by, requestId }))
}

/** The workflow is gone (somebody terminated it): the provider can still be asked and believed, or the charge given up. */
async function carryOutWithoutWorkflow(
  app: FastifyInstance,
  charge: ChargeRow,
  { action }: Decision,
  { by, requestId }: { by: string; requestId: string },
): Promise<void> {
  const { id: chargeId, platformId, transactionId, providerAccountId: accountId } = charge
  if (action === 'cancel') {
    await applyTransition(app.database.writer, {
      chargeId,
      to: 'REJECTED',
      cause: 'operator',
      key: 'operator/cancel',
      by,
    })
  } else if (action === 'retry' && transactionId !== null && accountId !== null) {
    const event = { eventId: `retry.${requestId}`, transactionId, accountId, signed: true, status: null }
    await startEventWorkflow(app.temporal, { chargeId, platformId }, event)
  } else {
    throw problem('conflict', { detail: 'Its workflow is not running: cancel it, or retry once it has a transaction' })
  }
}
