/** What an operator may do about a refund or withdrawal, and how it reaches its workflow. Stricter than of a charge. */

import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { settlePayout } from '../../db/queries/payout/attempt-ends.ts'
import { latestPayoutAttempt } from '../../db/queries/payout/attempts.ts'
import { isOtherPayouts } from '../../db/queries/payout/known-ids.ts'
import { findPayout, type PayoutRow } from '../../db/queries/payout/read.ts'
import { applyPayoutTransition, recordPayoutDecision } from '../../db/queries/payout/transitions.ts'
import { defined } from '../../domain/defined.ts'
import { isPayoutSettled, type PayoutKind } from '../../domain/payout.ts'
import { findProvider } from '../../providers/index.ts'
import { payoutWorkflowId } from '../../workflows/messages.ts'
import { type Actor, actorName } from '../access/actor.ts'
import { WITHDRAWAL_ONLY } from '../charge/decide.ts'
import { type DeliveredDecision, deliverDecision, type RequestedDecision, toDecision } from '../movement/decide.ts'
import { notFound, problem } from '../problem.ts'

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's, 409 where its state does not allow it.
 */
export async function decideAboutPayout(
  app: FastifyInstance,
  { actor, requestId }: { actor: Actor; requestId: string },
  { kind, id }: { kind: PayoutKind; id: string },
  requested: RequestedDecision,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const db = app.database.writer
  const payout = await findPayout(db, platformId, kind, id)
  if (!payout) throw notFound()
  const objection = objectionTo(payout, requested)
  if (objection) throw problem('conflict', { detail: objection })
  if (kind === 'refund' && requested.action === 'resolve' && requested.resolution.status !== undefined) {
    throw problem('rule_broken', { errors: [WITHDRAWAL_ONLY] })
  }
  const named = requested.action === 'resolve' ? requested.resolution.transactionId : undefined
  if (named !== undefined && (await isOtherPayouts(db, payout, named))) {
    throw problem('conflict', { detail: `The provider's ${named} is another ${kind} already` })
  }

  const target = payoutWorkflowId(kind, id)
  const by = actorName(actor)
  const detail = requested.action === 'resolve' ? { ...requested.resolution } : {}
  await appendAudit(db, platformId, { actor: by, action: requested.action, target, detail })
  return deliver(app, payout, requested, { by, requestId })
}

/** Why it cannot be done now; undefined when it can. */
function objectionTo(payout: PayoutRow, { action }: RequestedDecision): string | undefined {
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

async function deliver(
  app: FastifyInstance,
  payout: PayoutRow,
  requested: RequestedDecision,
  { by, requestId }: { by: string; requestId: string },
): Promise<DeliveredDecision> {
  const attempt = Math.max(1, await latestPayoutAttempt(app.database.writer, payout.id))
  const decision = toDecision(requested, { requestId, by, about: payout.attention, attempt })
  return deliverDecision(app, payoutWorkflowId(payout.kind, payout.id), decision, () =>
    carryOutWithoutWorkflow(app, payout, requested, { by, requestId }),
  )
}

/** Nobody asks the provider any more, so that a word which it might contradict is not enough; undefined when it is. */
function objectionWithoutWorkflow(
  { kind, provider, externalId }: PayoutRow,
  requested: RequestedDecision,
): string | undefined {
  if (requested.action === 'retry') return `Its workflow is not running: resolve the ${kind}, or cancel it`
  if (requested.action !== 'resolve') return undefined
  const { outcome, status } = requested.resolution
  if (outcome === 'notCreated') {
    const isAtProvider = externalId !== null
    return isAtProvider ? `The provider has the ${kind}: resolve it as created, with what became of it` : undefined
  }
  const isReadable =
    kind === 'withdrawal' &&
    provider !== null &&
    findProvider(provider).capabilities.operations.includes('readWithdraw')
  if (!isReadable || status !== undefined) return undefined
  return `Its workflow is not running, so that nobody asks the provider: say which status the ${kind} has there`
}

/** The workflow is gone (somebody terminated it): a person's word is all that is left. */
async function carryOutWithoutWorkflow(
  app: FastifyInstance,
  payout: PayoutRow,
  requested: RequestedDecision,
  { by, requestId }: { by: string; requestId: string },
): Promise<DeliveredDecision> {
  const db = app.database.writer
  const { id: payoutId, kind } = payout
  const { action } = requested
  const objection = objectionWithoutWorkflow(payout, requested)
  if (objection) throw problem('conflict', { detail: objection })
  const base = { cause: 'operator', key: `operator/${requestId}`, by } as const
  const outcome =
    requested.action === 'resolve'
      ? await settlePayout(db, payoutId, verdictOf(requested.resolution, base))
      : await applyPayoutTransition(db, { ...base, payoutId, to: kind === 'refund' ? 'REJECTED' : 'CANCELED' })
  if (!outcome?.moved) throw problem('conflict', { detail: 'Its state does not allow that: resolve it' })
  await recordPayoutDecision(db, payoutId, { became: 'carriedOut', id: requestId, kind: action, by })
  return { became: 'carriedOut' }
}

function verdictOf(
  { outcome, transactionId, status }: Extract<RequestedDecision, { action: 'resolve' }>['resolution'],
  base: { cause: 'operator'; key: string; by: string },
): Parameters<typeof settlePayout>[2] {
  if (outcome === 'notCreated') return { ...base, made: false, status: status ?? 'REJECTED' }
  const id = defined({ externalId: transactionId })
  return { ...base, made: true, status: status ?? 'APPROVED', ...id }
}
