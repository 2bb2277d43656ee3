/** A provider's event and its way into the record; and the workflow of one that comes after the charge's own has closed. */
import { setCurrentDetails } from '@temporalio/workflow'
import type { Patience } from '../../activities/provider-event.ts'
import type { RecordedTransition } from '../../activities/record-transition.ts'
import type { ChargeStatus } from '../../domain/charge.ts'
import type { ChargeEventInput } from '../messages.ts'
import { showEnd } from '../shared/movement.ts'
import { applyEvent, confirmEvent, loadChargeFacts } from './activities.ts'
import { type ChargeState, showRecorded } from './state.ts'
import { CHARGE_TIMING } from './timing.ts'

/**
 * What was proved is believed; the rest is only a reason to look, for as long as the provider takes.
 * @returns undefined when it says nothing about the charge.
 */
export async function learnEvent(
  key: { chargeId: string; eventId: string },
  { silentMs, confirmMs }: Patience = CHARGE_TIMING,
): Promise<RecordedTransition | undefined> {
  const applied = await applyEvent(key)
  const learnt = applied.outcome === 'look' ? await confirmEvent({ ...key, silentMs, confirmMs }) : applied
  return learnt.outcome === 'recorded' ? learnt.recorded : undefined
}

/** Learns every event that has come in, each beside the others: one whose provider does not answer holds up nothing. */
export function learnInbox(state: ChargeState): void {
  for (let eventId = state.inbox.shift(); eventId !== undefined; eventId = state.inbox.shift()) {
    learnBeside(state, eventId)
  }
}

/** Learns one event beside whatever the workflow does. */
export function learnBeside(state: ChargeState, eventId: string): void {
  const { chargeId } = state.input
  state.learning += 1
  void learnEvent({ chargeId, eventId }, state.timing).then((recorded) => {
    showRecorded(state, recorded)
    state.learning -= 1
  })
}

export async function chargeEvent({ chargeId, eventId }: ChargeEventInput): Promise<{ status: ChargeStatus }> {
  setCurrentDetails('Evento do provedor depois do fim da cobrança.')
  const recorded = await learnEvent({ chargeId, eventId })
  const status = recorded?.status ?? (await loadChargeFacts({ chargeId })).status
  showEnd(status, recorded?.needsAttention ?? false)
  return { status }
}
