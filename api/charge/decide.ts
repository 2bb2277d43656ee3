/** What an operator may do about a charge, and how it reaches the charge's workflow. */
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/client.ts'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { findLastAttempt } from '../../db/queries/charge/attempts.ts'
import { recordChargeDecision, recordSeen } from '../../db/queries/charge/decided.ts'
import { isOtherCharges } from '../../db/queries/charge/known-ids.ts'
import { findNameable, nameTransaction } from '../../db/queries/charge/named.ts'
import { type ChargeRow, findCharge } from '../../db/queries/charge/read.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { isReadOn, makeDue } from '../../db/queries/reading/due.ts'
import { findChargeDecision } from '../../db/queries/routing/decisions.ts'
import { isUncertain } from '../../domain/attempt.ts'
import { isSettled } from '../../domain/charge.ts'
import { confirmablesIn, type Decided, isDoubt } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { takenBy } from '../../domain/routing.ts'
import { canBeRead } from '../../inbox/proven.ts'
import { findShown } from '../../inbox/shown-payments.ts'
import { findProvider } from '../../providers/index.ts'
import { type ChargeInput, chargeWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { actorName } from '../access/actor.ts'
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
import { findLostRun } from '../movement/lost-run.ts'
import { knownTry, type LostTry, lastOf, supposedTry } from '../movement/lost-try.ts'
import { startAgain } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'
import { askedAbout, chooseShown, type ShownChoice, takeLate } from './take-late.ts'
import { timingOf } from './timing-of.ts'

/** The provider says a charge's status, unless no table maps its word. A refund's follows from its outcome. */
export const WITHDRAWAL_ONLY = { path: '/status', rule: 'withdrawalOnly', message: 'is for withdrawals only' } as const

interface Deciding {
  by: string
  requestId: string
  /** The reason for attention that was shown. */
  about: string | null
}

/**
 * Writes down who decided, then has it carried out.
 * @throws ApiProblem 404 for another platform's charge, 409 where the charge's state does not allow it.
 */
export async function decide(
  app: FastifyInstance,
  { actor, requestId, ip, ...caller }: Caller,
  chargeId: string,
  requested: RequestedDecision,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const db = app.database.writer
  const charge = await findCharge(db, platformId, chargeId)
  if (!charge) throw notFound()
  assertShown(caller, charge.attentionReasons, charge.updatedAt)
  const { action } = requested
  const resolution = requested.action === 'resolve' ? requested.resolution : undefined
  const named = resolution?.transactionId
  const stands = named === undefined && standsAsSaid(charge, resolution?.status)
  if (resolution?.status !== undefined && !stands) throw problem('rule_broken', { errors: [WITHDRAWAL_ONLY] })
  if (named !== undefined && (await isOtherCharges(db, chargeId, named))) {
    throw problem('conflict', { detail: `The provider's ${named} is another charge's already` })
  }
  const nameable =
    isSettled(charge.status) && resolution?.outcome === 'created' && named !== undefined
      ? await findNameable(db, chargeId, named)
      : undefined
  // A settled charge that needs attention has no workflow left: resolving it says that the operator has seen it.
  const isAcknowledgement = isSettled(charge.status) && charge.attention !== null && action === 'resolve'
  const isLook =
    action === 'retry' && isSettled(charge.status) && isReadable(charge) && (await isReadOn(db, 'charge', chargeId))
  if (isSettled(charge.status) && !isAcknowledgement && !nameable && !isLook && !stands) {
    throw problem('conflict', { detail: `The charge is ${charge.status}: there is nothing left to ${action}` })
  }
  if (!isSettled(charge.status) && charge.transactionId === null && charge.attention === null) {
    throw problem('conflict', { detail: 'The charge is still being created: nothing is to be decided yet' })
  }
  if (action === 'cancel' && (await mayHaveCharged(app, charge))) {
    const detail =
      'The card may have been charged, and the provider cannot be asked: look at its dashboard and resolve it'
    throw problem('conflict', { detail })
  }
  const isWord = resolution?.outcome === 'created' && !nameable && !stands
  const about = isWord ? await askedAbout(db, charge) : undefined
  const shown = about && { about, choice: await shownChoice(db, charge, about, named) }
  const by = actorName(actor)
  const target = chargeWorkflowId(chargeId)
  const audit = (to: Queryable) =>
    appendAudit(to, platformId, { actor: by, action, target, detail: { ...resolution }, ip })
  const isSeen = isSettled(charge.status) && !nameable && !shown && !isLook
  if (nameable) await name(db, nameable, by, audit)
  else if (!isSeen) await audit(db)
  if (!isSettled(charge.status)) {
    const meant = shown ? confirmed(shown.choice) : requested
    return deliver(app, charge, meant, { by, requestId, about: about ?? shownReason(charge, requested) })
  }
  if (shown) return takeLate(app, charge, shown.choice, { id: requestId, by, about: shown.about })
  if (isLook) await makeDue(db, { kind: 'charge', id: chargeId })
  const decided = { became: 'carriedOut', id: requestId, kind: action, by } as const
  if (isLook) await recordChargeDecision(db, chargeId, decided)
  else if (nameable) await recordChargeDecision(db, chargeId, decided, charge.attentionReasons)
  else if (!(await recordSeen(db, charge, decided, audit, stands))) throw changedSince()
  return { became: 'carriedOut' }
}

/** An operator says in so many words that the end which an unmapped word had made is the charge's end. */
const standsAsSaid = ({ status, statusUnmapped }: ChargeRow, said: string | undefined): boolean =>
  isSettled(status) && statusUnmapped && said === status

/**
 * What gives a charge up is about the payment that it asks about, if it asks about one. As long as it is not known whether it was made, it is
 * about that: the answer may be found before the decision arrives.
 */
function shownReason(charge: ChargeRow, { action }: RequestedDecision): string | null {
  const { attention, attentionReasons, transactionId } = charge
  if (action === 'retry' || (transactionId === null && isDoubt(attention))) return attention
  return confirmablesIn(attentionReasons)[0] ?? attention
}

const confirmed = ({ transactionId, shown }: ShownChoice): RequestedDecision => ({
  action: 'resolve',
  resolution: { outcome: 'created', ...defined({ transactionId, shown }) },
})

/** @throws ApiProblem as `chooseShown` does; 409 when the charge has changed since it was read. */
async function shownChoice(...asked: Parameters<typeof chooseShown>): Promise<ShownChoice> {
  const [db, { id, platformId, updatedAt }, about] = asked
  const choice = await chooseShown(...asked)
  const shown = await findShown(db, id, about)
  if ((await findCharge(db, platformId, id))?.updatedAt !== updatedAt) throw changedSince()
  return { ...choice, shown }
}

/** @throws ApiProblem 409 if another decision came first: then nothing is decided. */
async function name(...naming: Parameters<typeof nameTransaction>): Promise<void> {
  await nameTransaction(...naming).catch((error: unknown) => {
    throw error instanceof ProviderError ? problem('conflict', { detail: error.message }) : error
  })
}

const isReadable = ({ provider }: ChargeRow): boolean => provider !== null && canBeRead(provider)

/** A card is charged as it is sent, and no buyer pays it later: of one that is given up unasked nothing would ever be heard again. */
async function mayHaveCharged(app: FastifyInstance, charge: ChargeRow): Promise<boolean> {
  const { id, paymentMethod, transactionId, attentionReasons } = charge
  if (paymentMethod !== 'CREDIT_CARD' || transactionId !== null || !attentionReasons.includes('unknownOutcome'))
    return false
  const attempt = await findLastAttempt(app.database.writer, id)
  return attempt !== undefined && isUncertain(attempt.state) && findProvider(attempt.provider).lookup === null
}

async function deliver(
  app: FastifyInstance,
  charge: ChargeRow,
  requested: RequestedDecision,
  deciding: Deciding,
): Promise<DeliveredDecision> {
  const workflowId = chargeWorkflowId(charge.id)
  if (charge.transactionId !== null) await untilHeard(app, workflowId, charge.attentionReasons)
  const attempt = await findLastAttempt(app.database.writer, charge.id)
  const decision = toDecision(requested, { ...deciding, ...defined({ attempt: attempt?.number }) })
  return deliverDecision(app, workflowId, decision, async () => {
    const known = attempt ? knownTry(attempt, charge.transactionId !== null) : await chosenFirst(app, charge)
    const lost = lastOf(known, await findLostRun(app.temporal, workflowId))
    return lost ? recover(app, charge, lost, requested, deciding) : giveUp(app, charge, requested, deciding)
  })
}

async function chosenFirst(app: FastifyInstance, { id, platformId }: ChargeRow): Promise<LostTry | undefined> {
  const decision = await findChargeDecision(app.database.writer, platformId, id)
  const first = decision && takenBy(decision)
  return first && supposedTry({ accountId: first.accountId, provider: first.provider })
}

/** The workflow is gone: another run takes its place, which asks the provider before it does what was decided. */
async function recover(
  app: FastifyInstance,
  charge: ChargeRow,
  { accountId, provider, number, stands }: LostTry,
  requested: RequestedDecision,
  { by, requestId, about }: Deciding,
): Promise<DeliveredDecision> {
  const { id: chargeId, platformId } = charge
  const input: ChargeInput = {
    chargeId,
    platformId,
    candidates: [{ accountId, provider }],
    recovery: { attempt: number, stands },
    ...timingOf(charge.paymentMethod),
  }
  const workflowId = chargeWorkflowId(chargeId)
  const isOpen = async () => {
    const now = await findCharge(app.database.writer, platformId, chargeId)
    return now !== undefined && !isSettled(now.status)
  }
  await startAgain(app.temporal, { workflowType: WORKFLOW_TYPES.charge, workflowId, input, provider, isOpen })
  return sendDecision(
    app,
    workflowId,
    toDecision(requested, { requestId, by, attempt: number, ...newsShown({ attention: about }) }),
  )
}

/** No account was chosen for it, so nothing was ever sent. */
async function giveUp(
  app: FastifyInstance,
  { id: chargeId }: ChargeRow,
  { action: kind }: RequestedDecision,
  { by, requestId: id }: Deciding,
): Promise<DeliveredDecision> {
  if (kind !== 'cancel') throw problem('conflict', { detail: 'Nothing was ever sent of it: cancel it' })
  const db = app.database.writer
  const decided: Decided = { became: 'carriedOut', id, kind, by }
  await recordChargeDecision(db, chargeId, decided)
  await applyTransition(db, { chargeId, to: 'REJECTED', cause: 'operator', key: 'operator/cancel', givesUp: true, by })
  return { became: 'carriedOut' }
}
