/** The state of a running charge, in addition to that of every movement. */
import { patched, setHandler } from '@temporalio/workflow'
import type { Standing } from '../../activities/record-transition.ts'
import type { AccountTransaction } from '../../db/queries/charge/payments.ts'
import { type ChargeStatus, isSettled } from '../../domain/charge.ts'
import type { CreationDoubt } from '../../domain/decision.ts'
import { type ChargeInput, EXPIRED, FORGOTTEN, providerEventSignal } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { answerDoubt, type Movement, openMovement, showAttention, standingOf } from '../shared/movement.ts'
import { recordAttention, recordDecision } from './activities.ts'
import type { ChargeTiming } from './timing.ts'

export interface ChargeState extends Movement<ChargeStatus> {
  readonly input: ChargeInput
  readonly timing: ChargeTiming
  /** Ids of provider events that are not applied yet, without repeats. */
  readonly inbox: string[]
  /** Ids of all provider events so far. */
  readonly heard: Set<string>
  /** Ids of the provider events that a run which replaces a lost one loaded when it began. They may be signalled as well. */
  readonly loaded: string[]
  /** How many provider events are being applied concurrently. */
  learning: number
  /** The transaction that the workflow follows. A database failover may have lost it since. */
  made: AccountTransaction | undefined
  /** The account's reader says that the wait for a payment is over. */
  isExpired: boolean
  /** A database failover has lost the transaction that the workflow follows. */
  isForgotten: boolean
  /** The transaction was lost and has been recorded again. */
  wasForgotten: boolean
  /** A database failover has lost the question about a payment that a notice reports. */
  isQuestionLost: boolean
}

export function openState(input: ChargeInput, timing: ChargeTiming): ChargeState {
  const { chargeId } = input
  const movement: Movement<ChargeStatus> = openMovement(
    'PENDING',
    {
      attention: (doubt: CreationDoubt) =>
        recordAttention({ chargeId, reason: doubt, isCreating: movement.phase === 'creating' }),
      decision: (decided) => recordDecision({ chargeId, decided }),
    },
    standingOf(input.recovery),
  )
  const state: ChargeState = Object.assign(movement, {
    input,
    timing,
    inbox: [],
    heard: new Set<string>(),
    loaded: [],
    learning: 0,
    made: undefined,
    isExpired: false,
    isForgotten: false,
    wasForgotten: false,
    isQuestionLost: false,
  })
  setHandler(providerEventSignal, (event) => {
    const eventId = event?.eventId
    if (typeof eventId !== 'string' || state.heard.has(eventId)) return
    if (eventId === FORGOTTEN && state.phase === 'expiring' && patched(PATCHES.lostQuestionsAreAskedAgain)) {
      state.isQuestionLost = true
      return
    }
    if (eventId === FORGOTTEN && patched(PATCHES.forgottenIsReadAgain)) {
      state.isForgotten = true
      return
    }
    if (eventId === EXPIRED || eventId === FORGOTTEN) {
      state.isExpired = true
      // A separate doubt: an operator's decision about it is carried out.
      if (eventId === FORGOTTEN && state.phase === 'following') ask(state)
      return
    }
    state.heard.add(eventId)
    state.inbox.push(eventId)
  })
  return state
}

function ask(state: ChargeState): void {
  state.asked = 'unknownOutcome'
  showAttention(state, true)
}

/** The ids of all provider events that the workflow knows of. */
export function noticesOf({ heard, loaded }: ChargeState): string[] {
  if (loaded.length === 0 || !patched(PATCHES.loadedNoticesAreSought)) return [...heard]
  return [...new Set([...loaded, ...heard])]
}

/** Shows what the rows say after an event was recorded. */
export function showRecorded(state: ChargeState, recorded: Standing | undefined): void {
  if (!recorded) return
  state.status = recorded.status
  if (isSettled(recorded.status)) answerDoubt(state, recorded.needsAttention)
  else showAttention(state, recorded.needsAttention)
}
