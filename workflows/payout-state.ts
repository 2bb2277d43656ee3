/** What a running refund or withdrawal remembers, and the handlers that only ever fill it. */
import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import type { PayoutNews } from '../activities/read-payout.ts'
import { isPayoutSettled, type PayoutAttention, type PayoutKind, type PayoutStatus } from '../domain/payout.ts'
import {
  type CreationOutcome,
  cancelSignal,
  createdUpdate,
  type OperatorDecision,
  type PayoutInput,
  type PayoutResolution,
  payoutStatusQuery,
  resolvePayoutSignal,
  retrySignal,
  SEARCH_ATTRIBUTES,
} from './messages.ts'
import { recordPayoutAttention, recordPayoutDecision } from './payout-activities.ts'

export type PayoutDecision =
  | ({ kind: 'retry' } & OperatorDecision)
  | ({ kind: 'resolve' } & PayoutResolution)
  | ({ kind: 'cancel' } & OperatorDecision)

export interface PayoutState {
  readonly input: PayoutInput
  readonly kind: PayoutKind
  status: PayoutStatus
  /** The status is only a provider's default for a word that no table knows. */
  unmapped: boolean
  phase: 'sending' | 'waiting' | 'done'
  /** No request is under way: what a person says of the outcome is about what they could see. */
  isAsking: boolean
  needsAttention: boolean
  /** What a person was last asked about; undefined once it is answered. */
  asked: PayoutAttention | undefined
  creation: CreationOutcome | undefined
  /** Operators' decisions not yet acted on, each with the attempt that it was made about. */
  readonly decisions: { attempt: number; decision: PayoutDecision }[]
  /** The attempt that the payout is at. */
  attempt: number
  /** Decisions acted on so far: makes each one's history row distinct. */
  decided: number
}

/** Registers every handler before anything is awaited; none of them does more than write down what came in. */
export function openPayoutState(input: PayoutInput, kind: PayoutKind): PayoutState {
  const state: PayoutState = {
    input,
    kind,
    status: 'PENDING',
    unmapped: false,
    phase: 'sending',
    isAsking: false,
    needsAttention: false,
    asked: undefined,
    creation: undefined,
    decisions: [],
    attempt: 0,
    decided: 0,
  }
  const decide = (decision: PayoutDecision) => {
    const { attempt = state.attempt } = decision
    const isVoid = decision.kind === 'resolve' && (!state.isAsking || isAnswered(state, decision.about))
    const isAsked = !isVoid && (state.phase !== 'sending' || (state.needsAttention && attempt === state.attempt))
    if (isAsked) state.decisions.push({ attempt: state.attempt, decision })
  }

  setHandler(createdUpdate, async (): Promise<CreationOutcome> => {
    await condition(() => state.creation !== undefined)
    return state.creation ?? { outcome: 'abandoned' }
  })
  setHandler(retrySignal, (decision) => decide({ kind: 'retry', ...decision }))
  setHandler(resolvePayoutSignal, (decision) => decide({ kind: 'resolve', ...decision }))
  setHandler(cancelSignal, (decision) => decide({ kind: 'cancel', ...decision }))
  setHandler(payoutStatusQuery, () => {
    const { status, phase, needsAttention } = state
    return { status, phase, needsAttention }
  })
  return state
}

/** A doubt about the sending that is no doubt any more, or another one. */
function isAnswered({ asked }: PayoutState, about: PayoutAttention | undefined): boolean {
  const isAboutSending = about === 'unknownOutcome' || about === 'providerUnreachable'
  return isAboutSending && about !== asked
}

/** Whether an operator has decided about the attempt that the payout is at now. What was said of an earlier one is void. */
export function hasDecision(state: PayoutState): boolean {
  return state.decisions.some(({ attempt }) => attempt === state.attempt)
}

/** Takes the first decision about the present attempt, so that it is acted on once. */
export function takeDecision(state: PayoutState): PayoutDecision | undefined {
  for (let next = state.decisions.shift(); next; next = state.decisions.shift()) {
    if (next.attempt !== state.attempt) continue
    state.decided += 1
    return next.decision
  }
  return undefined
}

/** Tells whoever waits for the provider's answer; the first one stands. */
export function answerCreation(state: PayoutState, outcome: CreationOutcome): void {
  state.creation ??= outcome
}

/** Asks for a person, in words that say what the person can do. */
export async function park(state: PayoutState, reason: PayoutAttention, words: string): Promise<void> {
  setCurrentDetails(words)
  if (state.asked !== reason) await recordPayoutAttention({ payoutId: state.input.payoutId, reason })
  state.asked = reason
  showAttention(state, true)
  answerCreation(state, { outcome: 'needsAttention' })
}

export function showAttention(state: PayoutState, needsAttention: boolean): void {
  if (!needsAttention) state.asked = undefined
  if (state.needsAttention === needsAttention) return
  state.needsAttention = needsAttention
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention }])
}

export function showNews(state: PayoutState, { status, unmapped, needsAttention }: PayoutNews): void {
  Object.assign(state, { status, unmapped })
  showAttention(state, needsAttention)
}

/** Nothing can change any more; a status that came from an unknown word can. */
export function isOver({ status, unmapped }: Pick<PayoutState, 'status' | 'unmapped'>): boolean {
  return isPayoutSettled(status) && !unmapped
}

const DECISION_EVENTS = {
  retry: 'operatorRetried',
  resolve: 'operatorResolved',
  cancel: 'operatorCanceled',
} as const satisfies Record<PayoutDecision['kind'], string>

/** Writes a decision that is being carried out into the payout's history. */
export async function noteDecision(state: PayoutState, { kind, by }: PayoutDecision): Promise<void> {
  const type = DECISION_EVENTS[kind]
  const key = `${type}/${state.decided}`
  const decided = { payoutId: state.input.payoutId, key, type, ...(by === undefined ? {} : { by }) }
  const { needsAttention } = await recordPayoutDecision(decided)
  showAttention(state, needsAttention)
}
