/** What an operator may do about a refund or withdrawal, and how it reaches its workflow. Stricter than of a charge. */
import type { WorkflowHandle } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access.ts'
import { isOtherPayouts } from '../../db/queries/known-ids.ts'
import { latestPayoutAttempt } from '../../db/queries/payout-attempts.ts'
import { settlePayout } from '../../db/queries/payout-ends.ts'
import { applyPayoutTransition, recordPayoutDecision } from '../../db/queries/payout-transitions.ts'
import { findPayout, type PayoutRow } from '../../db/queries/payouts.ts'
import { isPayoutSettled, type PayoutKind } from '../../domain/payout.ts'
import { cancelSignal, payoutWorkflowId, resolvePayoutSignal, retrySignal } from '../../workflows/messages.ts'
import { type Actor, actorName } from '../access/actor.ts'
import { deliverDecision } from '../deliver-decision.ts'
import { type Decision, WITHDRAWAL_ONLY } from '../operations.ts'
import { notFound, problem } from '../problem.ts'

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's, 409 where its state does not allow it.
 */
export async function decideAboutPayout(
  app: FastifyInstance,
  { actor, requestId }: { actor: Actor; requestId: string },
  { kind, id }: { kind: PayoutKind; id: string },
  decision: Decision,
): Promise<string> {
  const { platformId } = actor
  const db = app.database.writer
  const payout = await findPayout(db, platformId, kind, id)
  if (!payout) throw notFound()
  const objection = objectionTo(payout, decision)
  if (objection) throw problem('conflict', { detail: objection })
  if (kind === 'refund' && decision.action === 'resolve' && decision.resolution.status !== undefined) {
    throw problem('rule_broken', { errors: [WITHDRAWAL_ONLY] })
  }
  const named = decision.action === 'resolve' ? decision.resolution.transactionId : undefined
  if (named !== undefined && (await isOtherPayouts(db, payout, named))) {
    throw problem('conflict', { detail: `The provider's ${named} is another ${kind} already` })
  }

  const workflowId = payoutWorkflowId(kind, id)
  const by = actorName(actor)
  const detail = decision.action === 'resolve' ? { ...decision.resolution } : {}
  await appendAudit(db, platformId, { actor: by, action: decision.action, target: workflowId, detail })
  await signal(app, payout, decision, { by, requestId })
  return workflowId
}

/** Why it cannot be done now; undefined when it can. */
function objectionTo(payout: PayoutRow, { action }: Decision): string | undefined {
  const { kind, status, statusUnmapped, attention, externalId } = payout
  if (isPayoutSettled(status) && !statusUnmapped) return `The ${kind} is ${status}: there is nothing left to ${action}`
  const isAtProvider = externalId !== null
  if (attention === null && !(isAtProvider && action === 'retry')) {
    return `The ${kind} is under way: nothing is to be decided yet`
  }
  const mayBePaid = isAtProvider || attention === 'unknownOutcome' || attention === 'amountMismatch'
  if (action === 'cancel' && mayBePaid) {
    return `The provider may have paid: the ${kind} cannot be cancelled, only resolved`
  }
  return undefined
}

async function signal(
  app: FastifyInstance,
  payout: PayoutRow,
  decision: Decision,
  { by, requestId }: { by: string; requestId: string },
): Promise<void> {
  const workflowId = payoutWorkflowId(payout.kind, payout.id)
  const attempt = Math.max(1, await latestPayoutAttempt(app.database.writer, payout.id))
  const about = payout.attention === null ? {} : { about: payout.attention }
  const send = (handle: WorkflowHandle) => {
    switch (decision.action) {
      case 'retry':
        return handle.signal(retrySignal, { by, attempt })
      case 'cancel':
        return handle.signal(cancelSignal, { by, attempt })
      case 'resolve':
        return handle.signal(resolvePayoutSignal, { ...decision.resolution, ...about, by, attempt })
    }
  }
  await deliverDecision(app, workflowId, send, () => carryOutWithoutWorkflow(app, payout, decision, { by, requestId }))
}

/** The workflow is gone (somebody terminated it): a person's word is all that is left. */
async function carryOutWithoutWorkflow(
  app: FastifyInstance,
  { id, kind }: PayoutRow,
  decision: Decision,
  { by, requestId }: { by: string; requestId: string },
): Promise<void> {
  const db = app.database.writer
  const { action } = decision
  if (action === 'retry') {
    throw problem('conflict', { detail: `Its workflow is not running: resolve the ${kind}, or cancel it` })
  }
  const base = { cause: 'operator', key: `operator/${requestId}`, by } as const
  const outcome =
    decision.action === 'resolve'
      ? await settlePayout(db, id, verdictOf(decision.resolution, base))
      : await applyPayoutTransition(db, { ...base, payoutId: id, to: kind === 'refund' ? 'REJECTED' : 'CANCELED' })
  if (!outcome?.moved) throw problem('conflict', { detail: 'Its state does not allow that: resolve it' })
  const type = action === 'cancel' ? ('operatorCanceled' as const) : ('operatorResolved' as const)
  await recordPayoutDecision(db, id, { key: `${type}/${requestId}`, type, by })
}

function verdictOf(
  { outcome, transactionId, status }: Extract<Decision, { action: 'resolve' }>['resolution'],
  base: { cause: 'operator'; key: string; by: string },
): Parameters<typeof settlePayout>[2] {
  if (outcome === 'notCreated') return { ...base, made: false, status: status ?? 'REJECTED' }
  const id = transactionId === undefined ? {} : { externalId: transactionId }
  return { ...base, made: true, status: status ?? 'APPROVED', ...id }
}
