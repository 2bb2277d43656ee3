/** Money that came for a charge that was given up, and that an operator takes although it is not what was charged, or not confirmed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import { findOtherAmounts } from '../../db/queries/charge/other-payments.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { applyTransition, recordChargeDecision } from '../../db/queries/charge/transitions.ts'
import type { DecisionAnswer } from '../../domain/decision.ts'
import { canBeRead } from '../../inbox/proven.ts'
import { type ChargeDecisionInput, chargeDecisionWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { ACCEPT_MS, ANSWER_MS, type DeliveredDecision, orUnheard } from '../movement/decide.ts'
import { startOnly } from '../movement/start.ts'

/** The provider is asked once more by a workflow of its own; where nobody can be asked, the operator's word is all there is. */
export async function takeLate(
  app: FastifyInstance,
  charge: ChargeRow,
  decision: ChargeDecisionInput['decision'],
): Promise<DeliveredDecision> {
  const { id: chargeId, platformId } = charge
  const { id, by } = decision
  const db = app.database.writer
  const provider = await readableProvider(db, charge)
  if (provider === undefined) {
    await applyTransition(db, { chargeId, to: 'APPROVED', cause: 'operator', key: 'operator/resolve', by })
    const decided = { became: 'carriedOut', kind: 'resolve', ...decision } as const
    await recordChargeDecision(db, chargeId, decided, charge.attentionReasons)
    return { became: 'carriedOut' }
  }
  const workflowId = chargeDecisionWorkflowId(chargeId, id)
  const input: ChargeDecisionInput = { chargeId, platformId, decision }
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
