/** What an operator may do about a refund or withdrawal, and how it reaches its workflow. Stricter than of a charge. */
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/client.ts'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { type DisbursementAttemptRow, findLastDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { isOtherDisbursements } from '../../db/queries/disbursement/known-ids.ts'
import { type DisbursementRow, findDisbursement } from '../../db/queries/disbursement/read.ts'
import { isRepeated } from '../../db/queries/disbursement/repeats.ts'
import { recordDisbursementSeen } from '../../db/queries/disbursement/seen.ts'
import { applyDisbursementTransition, recordDisbursementDecision } from '../../db/queries/disbursement/transitions.ts'
import { isReadOn, makeDue } from '../../db/queries/reading/due.ts'
import { isAwaited } from '../../domain/approval.ts'
import { isMade } from '../../domain/attempt.ts'
import { contradictsItself } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { type DisbursementKind, mayBePaid, mayHaveLeft } from '../../domain/disbursement.ts'
import { canWithdrawalBeRead } from '../../inbox/proven-withdrawal.ts'
import { type DisbursementInput, disbursementWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { actorName } from '../access/actor.ts'
import { WITHDRAWAL_ONLY } from '../charge/decide.ts'
import {
  assertShown,
  type Caller,
  changedSince,
  type DeliveredDecision,
  deliverDecision,
  newsShown,
  type RequestedDecision,
  sendDecision,
  toDecision,
  untilHeard,
} from '../movement/decide.ts'
import { findLostRun, wasNeverSent } from '../movement/lost-run.ts'
import { knownTry, type LostTry, lastOf, supposedTry } from '../movement/lost-try.ts'
import { startAgain } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'
import { approvalOf } from './approve.ts'
import { isOver, isStillOpen } from './is-over.ts'

const NOT_CREATED_NOT_PAID = {
  path: '/status',
  rule: 'notCreated',
  message: 'is not APPROVED of what was not created',
} as const

interface Deciding {
  by: string
  requestId: string
}

/**
 * Writes down who decided, then carries it out.
 * @throws ApiProblem 404 for another platform's, 409 where its state does not allow it.
 */
export async function decideAboutDisbursement(
  app: FastifyInstance,
  { actor, requestId, ip, ...caller }: Caller,
  { kind, id }: { kind: DisbursementKind; id: string },
  requested: RequestedDecision,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const db = app.database.writer
  const disbursement = await findDisbursement(db, platformId, kind, id)
  if (!disbursement) throw notFound()
  if (requested.action === 'resolve' && contradictsItself(requested.resolution)) {
    throw problem('rule_broken', { errors: [NOT_CREATED_NOT_PAID] })
  }
  assertShown(caller, disbursement.attentionReasons, disbursement.updatedAt)
  const isSeen = isAcknowledgement(disbursement, requested)
  const isLook =
    requested.action === 'retry' && isOver(disbursement) && isReadable(disbursement) && (await isReadOn(db, kind, id))
  const objection = isSeen || isLook ? undefined : objectionTo(disbursement, requested)
  if (objection) throw problem('conflict', { detail: objection })
  if (kind === 'refund' && requested.action === 'resolve' && requested.resolution.status !== undefined) {
    throw problem('rule_broken', { errors: [WITHDRAWAL_ONLY] })
  }
  const named = requested.action === 'resolve' ? requested.resolution.transactionId : undefined
  if (named !== undefined && (await isOtherDisbursements(db, disbursement, named))) {
    throw problem('conflict', { detail: `The provider's ${named} is another ${kind} already` })
  }

  const target = disbursementWorkflowId(kind, id)
  const by = actorName(actor)
  const detail = requested.action === 'resolve' ? { ...requested.resolution } : {}
  const audit = (to: Queryable) =>
    appendAudit(to, platformId, { actor: by, action: requested.action, target, detail, ip })
  if (!isSeen) await audit(db)
  if (!isSeen && !isLook) return deliver(app, disbursement, requested, { by, requestId })
  if (isLook) await makeDue(db, { kind, id })
  const decided = { became: 'carriedOut', id: requestId, kind: requested.action, by } as const
  if (isLook) await recordDisbursementDecision(db, id, decided)
  else if (!(await recordDisbursementSeen(db, disbursement, decided, audit))) throw changedSince()
  return { became: 'carriedOut' }
}

/** One that has come to its end and asks for an operator has no workflow left: resolving it says that the operator has seen it. */
function isAcknowledgement(disbursement: DisbursementRow, { action }: RequestedDecision): boolean {
  return isOver(disbursement) && disbursement.attention !== null && action === 'resolve'
}

/** What went back is told of by its charge. */
const isReadable = ({ kind, provider }: DisbursementRow): boolean =>
  kind === 'withdrawal' && provider !== null && canWithdrawalBeRead(provider)

/** Why it cannot be done now; undefined when it can. */
function objectionTo(disbursement: DisbursementRow, { action }: RequestedDecision): string | undefined {
  const { kind, status, attention, externalId } = disbursement
  if (isOver(disbursement)) return `The ${kind} is ${status}: there is nothing left to ${action}`
  // Where it may have been sent all the same, a failover of the database has lost the approval: how it ended can still be said.
  if (isUnsent(disbursement) && action !== 'cancel') {
    return `The ${kind} waits for an approval: it can be approved or cancelled`
  }
  if (attention === null && !(externalId !== null && action === 'retry')) {
    return `The ${kind} is under way: nothing is to be decided yet`
  }
  if (action === 'cancel' && mayBePaid(disbursement)) {
    return `The provider may have paid: the ${kind} cannot be cancelled, only resolved`
  }
  return undefined
}

/** As far as the rows tell, a withdrawal without an approval was not sent. */
const isUnsent = ({ approval, attentionReasons }: DisbursementRow): boolean =>
  isAwaited(approval) && !mayHaveLeft(attentionReasons)

async function deliver(
  app: FastifyInstance,
  disbursement: DisbursementRow,
  requested: RequestedDecision,
  deciding: Deciding,
): Promise<DeliveredDecision> {
  const workflowId = disbursementWorkflowId(disbursement.kind, disbursement.id)
  if (disbursement.externalId !== null) await untilHeard(app, workflowId, disbursement.attentionReasons)
  const attempt = await findLastDisbursementAttempt(app.database.writer, disbursement.id)
  const about = { about: disbursement.attention, attempt: attempt?.number ?? 1 }
  const decision = toDecision(requested, { ...deciding, ...about })
  return deliverDecision(app, workflowId, decision, async () => {
    const run = await findLostRun(app.temporal, workflowId)
    const lost = lastOf(tryOf(disbursement, attempt), run)
    return lost && !(isUnsent(disbursement) && wasNeverSent(run))
      ? recover(app, disbursement, lost, requested, deciding)
      : giveUp(app, disbursement, requested, deciding)
  })
}

/**
 * A failover of the database may have lost the approval: one that waits for it by its row is not cancelled before the provider was
 * asked, either.
 * @returns undefined if it certainly was not sent, because no account was chosen for it.
 */
function tryOf(disbursement: DisbursementRow, attempt: DisbursementAttemptRow | undefined): LostTry | undefined {
  const { externalId, providerAccountId: accountId, provider } = disbursement
  if (attempt) return knownTry(attempt, externalId !== null || isMade(attempt.outcome))
  if (accountId === null || provider === null) return undefined
  return supposedTry({ accountId, provider }, isUnsent(disbursement) ? 'unsent' : 'sending')
}

/** The workflow is gone: another run takes its place, which asks the provider before it does what was decided. */
async function recover(
  app: FastifyInstance,
  disbursement: DisbursementRow,
  { accountId, provider, number, stands }: LostTry,
  requested: RequestedDecision,
  deciding: Deciding,
): Promise<DeliveredDecision> {
  const { id: disbursementId, kind, platformId } = disbursement
  const isRepeat = (await isRepeated(app.database.writer, disbursementId)) || undefined
  const recovery = { attempt: number, stands, ...defined({ isRepeat }) }
  const approval = isUnsent(disbursement) ? approvalOf(disbursement) : {}
  const input: DisbursementInput = {
    disbursementId,
    platformId,
    candidates: [{ accountId, provider }],
    recovery,
    ...approval,
  }
  const workflowId = disbursementWorkflowId(kind, disbursementId)
  const isOpen = () => isStillOpen(app.database.writer, disbursement)
  await startAgain(app.temporal, { workflowType: WORKFLOW_TYPES[kind], workflowId, input, provider, isOpen })
  return sendDecision(
    app,
    workflowId,
    toDecision(requested, { ...deciding, attempt: number, ...newsShown(disbursement) }),
  )
}

/** Nothing was ever sent. */
async function giveUp(
  app: FastifyInstance,
  { id: disbursementId, kind }: DisbursementRow,
  { action }: RequestedDecision,
  { by, requestId }: Deciding,
): Promise<DeliveredDecision> {
  if (action !== 'cancel') throw problem('conflict', { detail: 'Nothing was ever sent of it: cancel it' })
  const db = app.database.writer
  const to = kind === 'refund' ? 'REJECTED' : 'CANCELED'
  const outcome = await applyDisbursementTransition(db, {
    disbursementId,
    to,
    cause: 'operator',
    key: `operator/${requestId}`,
    by,
  })
  if (!outcome?.moved) throw problem('conflict', { detail: 'Its state does not allow that any more' })
  await recordDisbursementDecision(db, disbursementId, { became: 'carriedOut', id: requestId, kind: action, by })
  return { became: 'carriedOut' }
}
