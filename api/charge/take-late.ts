/** Money that came for a charge, and that an operator takes although it is not what was charged, or not confirmed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import { findOtherAmounts } from '../../db/queries/charge/other-payments.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import type { Confirmable, DecisionAnswer } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { canBeRead } from '../../inbox/proven.ts'
import { findSilent } from '../../inbox/silent-payments.ts'
import { type ChargeDecisionInput, chargeDecisionWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { ACCEPT_MS, ANSWER_MS, type DeliveredDecision, orUnheard } from '../movement/decide.ts'
import { startOnly } from '../movement/start.ts'
import { problem } from '../problem.ts'

/** A payment that only a notice speaks of, or one that its provider can be asked about. */
export interface ShownChoice {
  provider: string
  transactionId?: string
}

/**
 * What an operator means who says that it was made.
 * @throws ApiProblem 409 where nothing says that it was paid, or several payments may be meant: nobody guesses which.
 */
export async function chooseShown(
  db: Database,
  charge: ChargeRow,
  about: Confirmable,
  named: string | undefined,
): Promise<ShownChoice> {
  const noticed = await findSilent(db, charge.id, about)
  const meant = noticed.find(({ of }) => of.transactionId === named)
  if (named !== undefined && named !== charge.transactionId && !meant) {
    throw problem('conflict', { detail: `The provider's ${named} is not what is asked about (${about})` })
  }
  if (noticed.length > 1 && !meant) {
    const ids = noticed.map(({ of }) => of.transactionId).join(', ')
    throw problem('conflict', { detail: `Several payments are asked about (${ids}): say which, by its transactionId` })
  }
  const provider = meant?.of.provider ?? (await readableProvider(db, charge)) ?? noticed[0]?.of.provider
  if (provider === undefined) throw problem('conflict', { detail: 'No notice says that it was paid: nothing is taken' })
  return { provider, ...defined({ transactionId: meant?.of.transactionId }) }
}

/** A workflow of its own asks the provider once more; where nobody can be asked, the operator's word is all there is. */
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
    summary: 'Aceitar o que foi pago',
  }
  return orUnheard(app, workflowId, async () => {
    const { connection, workflow } = app.temporal
    await connection.withDeadline(Date.now() + ACCEPT_MS, () => startOnly(app.temporal, start))
    const answer: Promise<DecisionAnswer | undefined> = workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined)
    return (await Promise.race([answer, sleep(ANSWER_MS, undefined, { ref: false })])) ?? { became: 'accepted' }
  })
}

/** Of those that may hold the money. */
async function readableProvider(db: Database, { id, provider }: ChargeRow): Promise<string | undefined> {
  if (provider !== null && canBeRead(provider)) return provider
  return (await findOtherAmounts(db, id)).map(({ of }) => of.provider).find(canBeRead)
}
