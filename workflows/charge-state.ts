/** What a running charge remembers, and the handlers that only ever fill it. */
import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import type { ChargeStatus } from '../domain/charge-status.ts'
import {
  type ChargeInput,
  type CreationOutcome,
  cancelSignal,
  createdUpdate,
  type OperatorDecision,
  type ProviderEvent,
  providerEventSignal,
  type ResolveDecision,
  resolveSignal,
  retrySignal,
  SEARCH_ATTRIBUTES,
  statusQuery,
} from './messages.ts'

export type Decision =
  | ({ kind: 'retry' } & OperatorDecision)
  | ({ kind: 'resolve' } & ResolveDecision)
  | ({ kind: 'cancel' } & OperatorDecision)

export interface ChargeState {
  readonly input: ChargeInput
  status: ChargeStatus
  phase: 'creating' | 'waiting' | 'expiring' | 'done'
  needsAttention: boolean
  creation: CreationOutcome | undefined
  /** Provider events not yet looked at, each once. */
  readonly inbox: ProviderEvent[]
  /** Provider events whose transaction could not be read when they came. */
  readonly postponed: ProviderEvent[]
  /** Operators' decisions not yet acted on, each with the attempt that it was made about. */
  readonly decisions: { attempt: number; decision: Decision }[]
  /** The attempt that the charge is at. */
  attempt: number
  /** Decisions acted on so far: makes each one's history row distinct. */
  decided: number
}

/** Registers every handler before anything is awaited; none of them does more than write down what came in. */
export function openState(input: ChargeInput): ChargeState {
  const seen = new Set<string>()
  const state: ChargeState = {
    input,
    status: 'PENDING',
    phase: 'creating',
    needsAttention: false,
    creation: undefined,
    inbox: [],
    postponed: [],
    decisions: [],
    attempt: 0,
    decided: 0,
  }
  const decide = (decision: Decision) => {
    const { attempt = state.attempt } = decision
    const isAsked = state.phase !== 'creating' || (state.needsAttention && attempt === state.attempt)
    if (isAsked) state.decisions.push({ attempt: state.attempt, decision })
  }

  setHandler(createdUpdate, async (): Promise<CreationOutcome> => {
    await condition(() => state.creation !== undefined)
    return state.creation ?? { outcome: 'abandoned' }
  })
  setHandler(providerEventSignal, (event) => {
    if (seen.has(event.eventId)) return
    seen.add(event.eventId)
    state.inbox.push(event)
  })
  setHandler(retrySignal, (decision) => decide({ kind: 'retry', ...decision }))
  setHandler(resolveSignal, (decision) => decide({ kind: 'resolve', ...decision }))
  setHandler(cancelSignal, (decision) => decide({ kind: 'cancel', ...decision }))
  setHandler(statusQuery, () => ({ status: state.status, phase: state.phase, needsAttention: state.needsAttention }))
  return state
}

/** Whether an operator has decided about the attempt that the charge is at now. What was said of an earlier one is void. */
export function hasDecision(state: ChargeState): boolean {
  return state.decisions.some(({ attempt }) => attempt === state.attempt)
}

/** Takes the first decision about the present attempt, so that it is acted on once. */
export function takeDecision(state: ChargeState): Decision | undefined {
  for (let next = state.decisions.shift(); next; next = state.decisions.shift()) {
    if (next.attempt !== state.attempt) continue
    state.decided += 1
    return next.decision
  }
  return undefined
}

/** Tells whoever waits for the creation; the first answer stands. */
export function answerCreation(state: ChargeState, outcome: CreationOutcome): void {
  state.creation ??= outcome
}

export function describe(words: string): void {
  setCurrentDetails(words)
}

export function showAttention(state: ChargeState, needsAttention: boolean): void {
  if (state.needsAttention === needsAttention) return
  state.needsAttention = needsAttention
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention }])
}
