/** A charge: have a transaction made, wait for its fate, and leave behind a database row that tells the truth. */
import { allHandlersFinished, condition, upsertSearchAttributes } from '@temporalio/workflow'
import { type ChargeStatus, isSettled } from '../domain/charge-status.ts'
import { recordTransition } from './charge-activities.ts'
import { answerCreation, type ChargeState, describe, openState } from './charge-state.ts'
import { createAtFirstWilling } from './create-charge.ts'
import { type ChargeInput, SEARCH_ATTRIBUTES } from './messages.ts'
import { applyCreated, applyRemaining, settleCharge } from './settle-charge.ts'
import { TIMING } from './timing.ts'

export interface ChargeResult {
  status: ChargeStatus
}

export async function charge(input: ChargeInput): Promise<ChargeResult> {
  const timing = { ...TIMING, ...input.timing }
  const state = openState(input)

  const creation = await createAtFirstWilling(state, timing)
  switch (creation.outcome) {
    case 'created':
      await applyCreated(state, creation)
      answerCreation(state, { outcome: 'created' })
      if (!isSettled(state.status)) await settleCharge(state, creation, timing)
      break
    case 'refused':
      await reject(state, 'provider', 'refused')
      answerCreation(state, creation)
      break
    case 'canceled':
      await reject(state, 'operator', 'operator/cancel', creation.by)
      answerCreation(state, { outcome: 'refused', message: 'Cancelada por um operador' })
      break
    case 'abandoned':
      state.status = 'REJECTED'
      answerCreation(state, { outcome: 'abandoned' })
      break
  }
  if (creation.outcome !== 'abandoned')
    await applyRemaining(state, creation.outcome === 'created' ? creation : undefined)
  return close(state)
}

async function reject(state: ChargeState, cause: 'provider' | 'operator', key: string, by?: string): Promise<void> {
  const { chargeId } = state.input
  const recorded = await recordTransition({ chargeId, to: 'REJECTED', cause, key, ...(by === undefined ? {} : { by }) })
  state.status = recorded.status
  state.needsAttention = recorded.needsAttention
}

async function close(state: ChargeState): Promise<ChargeResult> {
  state.phase = 'done'
  describe(`Concluída: ${state.status}.`)
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: state.status },
    { key: SEARCH_ATTRIBUTES.needsAttention, value: state.needsAttention },
  ])
  await condition(allHandlersFinished)
  return { status: state.status }
}
