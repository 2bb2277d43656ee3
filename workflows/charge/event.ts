/** Applies a provider's event to a charge. Also the workflow for an event that arrives after the charge's workflow has closed. */
import { setCurrentDetails } from '@temporalio/workflow'
import type { ConfirmationWaits } from '../../activities/provider-event.ts'
import type { RecordedTransition } from '../../activities/record-transition.ts'
import type { ChargeStatus } from '../../domain/charge.ts'
import type { ChargeEventInput } from '../messages.ts'
import { showEnd } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { applyEvent, confirmEvent, loadChargeFacts } from './activities.ts'
import { type ChargeState, showRecorded } from './state.ts'
import { CHARGE_TIMING } from './timing.ts'

/**
 * Applies an event that was proved. Any other event only makes us read the provider, until it answers.
 * @returns undefined if the event changes nothing about the charge.
 */
export async function learnEvent(
  key: { chargeId: string; eventId: string },
  { silentMs, confirmMs }: ConfirmationWaits = CHARGE_TIMING,
): Promise<RecordedTransition | undefined> {
  const applied = await applyEvent(key)
  const learnt = applied.outcome === 'look' ? await confirmEvent({ ...key, silentMs, confirmMs }) : applied
  return learnt.outcome === 'recorded' ? learnt.recorded : undefined
}

/** Applies every event in the inbox concurrently, so that a provider that does not answer delays no other event. */
export function learnInbox(state: ChargeState): void {
  for (let eventId = state.inbox.shift(); eventId !== undefined; eventId = state.inbox.shift()) {
    learnBeside(state, eventId)
  }
}

/** Applies one event concurrently with the rest of the workflow. */
export function learnBeside(state: ChargeState, eventId: string): void {
  const { chargeId } = state.input
  state.learning += 1
  void learnEvent({ chargeId, eventId }, state.timing).then((recorded) => {
    showRecorded(state, recorded)
    state.learning -= 1
  })
}

export async function chargeEvent({ chargeId, eventId }: ChargeEventInput): Promise<{ status: ChargeStatus }> {
  setCurrentDetails(DETAILS.charge.event)
  const recorded = await learnEvent({ chargeId, eventId })
  const status = recorded?.status ?? (await loadChargeFacts({ chargeId })).status
  showEnd(status, recorded?.needsAttention ?? false)
  return { status }
}
