/** A charge: creates a transaction, waits for its final status, and leaves its database row correct. */
import { type ChargeStatus, isSettled } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import type { ChargeInput, MovementEnd } from '../messages.ts'
import { abandonCreation, answerCreation, closeMovement } from '../shared/movement.ts'
import { recordTransition } from './activities.ts'
import { createAtFirstWilling, recoverCreation } from './create.ts'
import { applyCreated, followCharge, restOf } from './follow.ts'
import { watchSecond } from './learn.ts'
import { type ChargeState, openState, showRecorded } from './state.ts'
import { CHARGE_TIMING } from './timing.ts'

export async function charge(input: ChargeInput): Promise<MovementEnd<ChargeStatus>> {
  const state = openState(input, { ...CHARGE_TIMING, ...input.timing })
  const rest = restOf(state)

  const creation = await (input.recovery ? recoverCreation(state) : createAtFirstWilling(state))
  switch (creation.outcome) {
    case 'created':
      await applyCreated(state, creation)
      answerCreation(state, { outcome: 'created' })
      if (!isSettled(state.status)) await followCharge(state, creation)
      break
    case 'paidElsewhere':
      answerCreation(state, { outcome: 'created' })
      if (creation.unknown) await watchSecond(state, creation.unknown)
      break
    case 'refused':
      await reject(state, 'provider', 'refused')
      answerCreation(state, creation)
      break
    case 'canceled':
      await reject(state, 'operator', 'operator/cancel', creation.by)
      answerCreation(state, { outcome: 'refused', message: OUR_MESSAGES.canceledByOperator })
      break
    case 'abandoned':
      state.status = 'REJECTED'
      abandonCreation(state, input)
      return closeMovement(state, rest)
  }
  await rest.learn()
  return closeMovement(state, rest)
}

async function reject(state: ChargeState, cause: 'provider' | 'operator', key: string, by?: string): Promise<void> {
  const who = defined({ by })
  const { chargeId } = state.input
  showRecorded(state, await recordTransition({ chargeId, to: 'REJECTED', cause, key, givesUp: true, ...who }))
}
