/**
 * An attempt whose outcome nobody knows, or that cannot be made: the provider is asked, a webhook may tell, and in the end
 * a person decides. Whoever knows first ends the wait.
 */
import { CancellationScope, condition, isCancellation } from '@temporalio/workflow'
import type { AttemptKey } from '../activities/attempt-charge.ts'
import type { LookUpOutcome } from '../activities/look-up-attempt.ts'
import type { AttentionReason } from '../domain/attention.ts'
import { adoptTransaction, lookUpAttempt, recordAttention, recordDecision } from './charge-activities.ts'
import {
  answerCreation,
  type ChargeState,
  type Decision,
  describe,
  hasDecision,
  showAttention,
  takeDecision,
} from './charge-state.ts'
import type { Step } from './create-charge.ts'
import { readFailure } from './failure.ts'
import type { ProviderEvent } from './messages.ts'
import type { Timing } from './timing.ts'

const ADOPT_AGAIN_MS = 60_000

export async function learnOutcome(
  state: ChargeState,
  timing: Timing,
  key: AttemptKey,
  reason: Extract<AttentionReason, 'unknownOutcome' | 'providerUnreachable'>,
): Promise<Step> {
  describe('Sem resposta confiável do provedor: consultando antes de qualquer outra coisa.')
  let search = reason === 'unknownOutcome' ? searchFor(key) : NOTHING_TO_SEARCH
  const news = () => search.step() !== undefined || eventAbout(state, key) !== undefined || hasDecision(state)

  for (;;) {
    const step =
      search.step() ??
      (await stepFromWebhook(state, timing, key, search)) ??
      (await stepFromOperator(state, key, search))
    if (step === 'searchAgain') {
      search.cancel()
      search = searchFor(key)
    } else if (step) {
      search.cancel()
      showAttention(state, false)
      return step
    }
    const patience = search.isOver() || state.needsAttention ? 0 : timing.unknownMs
    if (patience > 0 && (await condition(() => news() || search.isOver(), patience))) continue
    await park(state, reason)
    await condition(news)
  }
}

interface Search {
  /** What the search found, once it has found something to go on with. */
  step(): Step | undefined
  /** True when it will not find anything any more. */
  isOver(): boolean
  /** Whether making the transaction again is harmless though the first one may exist. */
  repeatable(): boolean
  cancel(): void
}

const NOTHING_TO_SEARCH: Search = {
  step: () => undefined,
  isOver: () => true,
  repeatable: () => true,
  cancel: () => {},
}

/** Looks the attempt up in the background; the activity retries by itself until the provider has answered. */
function searchFor(key: AttemptKey): Search {
  const scope = new CancellationScope()
  let verdict: LookUpOutcome | undefined
  scope
    .run(() => lookUpAttempt(key))
    .then((outcome) => {
      verdict = outcome
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) verdict = { outcome: 'impossible', repeatable: false }
    })
  return {
    step: () => {
      if (verdict?.outcome === 'created') return verdict
      return verdict?.outcome === 'absent' ? { outcome: 'again' } : undefined
    },
    isOver: () => verdict?.outcome === 'impossible',
    repeatable: () => verdict?.outcome === 'impossible' && verdict.repeatable,
    cancel: () => scope.cancel(),
  }
}

/** What came from the account of this attempt; news of an earlier one waits until the charge has a transaction or an end. */
function eventAbout(state: ChargeState, { accountId }: AttemptKey): ProviderEvent | undefined {
  return state.inbox.find((event) => event.accountId === accountId)
}

/** A webhook names the transaction: it is read and taken for the attempt's. The webhook itself is applied later. */
async function stepFromWebhook(
  state: ChargeState,
  timing: Timing,
  key: AttemptKey,
  search: Search,
): Promise<Step | undefined> {
  const event = eventAbout(state, key)
  if (!event) return undefined
  const adopted = await adopt(key, event.transactionId, event.signed)
  if (adopted === 'refused') {
    state.inbox.splice(state.inbox.indexOf(event), 1)
    return undefined
  }
  if (adopted) return adopted
  await park(state, 'unknownOutcome')
  await condition(() => search.step() !== undefined || hasDecision(state), Math.min(ADOPT_AGAIN_MS, timing.unknownMs))
  return undefined
}

async function stepFromOperator(
  state: ChargeState,
  key: AttemptKey,
  search: Search,
): Promise<Step | 'searchAgain' | undefined> {
  const decision = takeDecision(state)
  if (!decision) return undefined
  const step = await carryOut(key, decision, search)
  if (step) await recordDecision({ chargeId: key.chargeId, ...historyOf(decision, state.decided) })
  return step
}

async function carryOut(
  key: AttemptKey,
  decision: Decision,
  search: Search,
): Promise<Step | 'searchAgain' | undefined> {
  switch (decision.kind) {
    case 'retry':
      return search.repeatable() ? { outcome: 'again' } : 'searchAgain'
    case 'cancel':
      return { outcome: 'canceled', ...(decision.by === undefined ? {} : { by: decision.by }) }
    case 'resolve': {
      if (decision.outcome === 'notCreated') return { outcome: 'next', message: 'O provedor não criou a cobrança' }
      if (decision.transactionId === undefined) return 'searchAgain'
      const adopted = await adopt(key, decision.transactionId, true)
      return adopted === 'refused' ? undefined : adopted
    }
  }
}

/** `refused`: the provider does not know the id, or it is another charge's. Undefined: it could not be read now. */
async function adopt(key: AttemptKey, transactionId: string, trusted: boolean): Promise<Step | 'refused' | undefined> {
  try {
    const outcome = await adoptTransaction({ ...key, transactionId, trusted })
    return outcome.outcome === 'created' ? outcome : 'refused'
  } catch (error) {
    const { refused } = readFailure(error)
    return refused ? 'refused' : undefined
  }
}

async function park(state: ChargeState, reason: AttentionReason): Promise<void> {
  describe(
    'Aguardando decisão do operador: envie o sinal retry, resolve ({"outcome":"created","transactionId":"…"} ou {"outcome":"notCreated"}) ou cancel.',
  )
  if (!state.needsAttention) await recordAttention({ chargeId: state.input.chargeId, reason })
  showAttention(state, true)
  answerCreation(state, { outcome: 'needsAttention' })
}

function historyOf(decision: Decision, count: number) {
  const type = ({ retry: 'operatorRetried', resolve: 'operatorResolved', cancel: 'operatorCanceled' } as const)[
    decision.kind
  ]
  return { key: `${type}/${count}`, type, ...(decision.by === undefined ? {} : { by: decision.by }) }
}
