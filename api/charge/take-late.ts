/** Money that came for a charge, and that an operator takes although it is not what was charged, or not confirmed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import { findOtherAmounts } from '../../db/queries/charge/other-payments.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { isPaid, isSettled } from '../../domain/charge.ts'
import { type Confirmable, confirmablesIn, type DecisionAnswer, type ShownPayment } from '../../domain/decision.ts'
import { canBeRead } from '../../inbox/proven.ts'
import { findSilent } from '../../inbox/silent-payments.ts'
import { type ChargeDecisionInput, chargeDecisionWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { TITLES } from '../../workflows/texts.ts'
import { type DeliveredDecision, orUnheard } from '../movement/decide.ts'
import { startOnly } from '../movement/start.ts'
import { problem } from '../problem.ts'

/** A payment that only a notice speaks of, or one that its provider can be asked about. */
export interface ShownChoice {
  provider: string
  transactionId?: string
  /** What is known of the payments. */
  shown?: readonly ShownPayment[]
}

/**
 * The question that an operator answers who says that it was paid, if there is one. A charge that is paid may have been paid once more,
 * where the provider cannot be asked.
 */
export async function askedAbout(db: Database, charge: ChargeRow): Promise<Confirmable | undefined> {
  const { id, status, transactionId, attentionReasons } = charge
  const asked = confirmablesIn(attentionReasons)
  if (!isSettled(status) && transactionId === null) return undefined
  if (!isPaid(status)) return asked[0]
  for (const about of asked) if ((await findSilent(db, id, about)).length > 0) return about
  return undefined
}

/**
 * What an operator means who says that it was made.
 * @throws ApiProblem 409 where nothing says that it was paid, or several payments may be meant, which is not guessed.
 */
export async function chooseShown(
  db: Database,
  charge: ChargeRow,
  about: Confirmable,
  named: string | undefined,
): Promise<ShownChoice> {
  const noticed: { of: PaymentAt }[] = await findSilent(db, charge.id, about)
  const readable = isPaid(charge.status) ? [] : await readablePayments(db, charge)
  if (named !== undefined) {
    const meant = [...noticed.map(({ of }) => of), ...readable].find(({ transactionId }) => transactionId === named)
    if (meant) return { provider: meant.provider, transactionId: named }
    throw problem('conflict', { detail: `The provider's ${named} is not what is asked about (${about})` })
  }
  if (noticed.length > 1) {
    const ids = noticed.map(({ of }) => of.transactionId).join(', ')
    throw problem('conflict', { detail: `Several payments are asked about (${ids}): say which, by its transactionId` })
  }
  const [first] = readable
  if (first) return { provider: first.provider }
  const [only] = noticed
  if (only) return { provider: only.of.provider, transactionId: only.of.transactionId }
  throw problem('conflict', { detail: 'No notice says that it was paid: nothing is taken' })
}

/** A workflow of its own asks the provider once more; where it cannot be asked, the operator's word is all there is. */
export async function takeLate(
  app: FastifyInstance,
  { id: chargeId, platformId }: ChargeRow,
  { provider, ...meant }: ShownChoice,
  decision: ChargeDecisionInput['decision'],
): Promise<DeliveredDecision> {
  const workflowId = chargeDecisionWorkflowId(chargeId, decision.id)
  const input: ChargeDecisionInput = { chargeId, platformId, decision, ...meant }
  const start = {
    workflowType: WORKFLOW_TYPES.chargeDecision,
    workflowId,
    input,
    provider,
    summary: TITLES.lateDecision,
  }
  return orUnheard(app, workflowId, async () => {
    const { connection, workflow } = app.temporal
    const { acceptMs, answerMs } = app.decisionWaits
    await connection.withDeadline(Date.now() + acceptMs, () => startOnly(app.temporal, start))
    const answer: Promise<DecisionAnswer | undefined> = workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined)
    return (await Promise.race([answer, sleep(answerMs, undefined, { ref: false })])) ?? { became: 'accepted' }
  })
}

interface PaymentAt {
  provider: string
  transactionId: string
}

/** Those that may hold the money: its own comes first. */
async function readablePayments(db: Database, { id, provider, transactionId }: ChargeRow): Promise<PaymentAt[]> {
  const own = provider !== null && transactionId !== null ? [{ provider, transactionId }] : []
  const others = (await findOtherAmounts(db, id)).map(({ of }) => of)
  return [...own, ...others].filter((payment) => canBeRead(payment.provider))
}
