/** The first half of a payout: have it taken by one of the candidates, and never by two, nor twice by one. */
import {
  CancellationScope,
  condition,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { PayoutLookUp, PayoutSearch } from '../activities/look-up-payout.ts'
import type { PayoutNews } from '../activities/read-payout.ts'
import type { PayoutAttemptKey } from '../db/queries/payout-attempts.ts'
import { readFailure } from './failure.ts'
import { SEARCH_ATTRIBUTES } from './messages.ts'
import { lookUpPayout, payingActivities, resolvePayout } from './payout-activities.ts'
import {
  hasDecision,
  noteDecision,
  type PayoutDecision,
  type PayoutState,
  park,
  showAttention,
  takeDecision,
} from './payout-state.ts'
import type { PayoutTiming } from './payout-timing.ts'

export type SendingEnd =
  | ({ outcome: 'created' } & PayoutNews)
  | { outcome: 'refused'; message: string }
  | { outcome: 'abandoned' }
  | { outcome: 'canceled'; by?: string }

/**
 * How one try ended, where that is not the end: the `next` candidate after a refusal; the same account `again`, where surely
 * nothing came of it; or `resume` the same try, which itself knows whether it may still send.
 */
type Step =
  | Exclude<SendingEnd, { outcome: 'refused' }>
  | { outcome: 'next'; message: string }
  | { outcome: 'again' }
  | { outcome: 'resume' }

/** Goes to the next candidate only after a refusal: what cannot be reached is waited for, what is unknown is looked up. */
export async function sendPayout(state: PayoutState, timing: PayoutTiming): Promise<SendingEnd> {
  const { candidates, payoutId } = state.input
  let index = 0
  let number = 1
  let message = ''
  for (;;) {
    const candidate = candidates[index]
    if (!candidate) return { outcome: 'refused', message }
    state.attempt = number
    setCurrentDetails(`Enviando à ${candidate.provider} (tentativa ${number}).`)
    const step = await tryCandidate(state, timing, { payoutId, accountId: candidate.accountId, number })
    switch (step.outcome) {
      case 'resume':
        break
      case 'again':
        number += 1
        break
      case 'next':
        number += 1
        index += 1
        message = step.message
        if (candidates[index]) {
          upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: candidates[index]?.provider ?? '' }])
        }
        break
      default:
        return step
    }
  }
}

async function tryCandidate(state: PayoutState, timing: PayoutTiming, key: PayoutAttemptKey): Promise<Step> {
  // What was said before is about what was known before.
  state.isAsking = false
  state.decisions.length = 0
  try {
    const result = await payingActivities(timing).attemptPayout(key)
    return result.outcome === 'refused' ? { outcome: 'next', message: result.message } : asStep(result)
  } catch (error) {
    const { surelyNotProcessed, message } = readFailure(error)
    state.isAsking = true
    return surelyNotProcessed ? waitForProvider(state, timing, message) : learnOutcome(state, timing, key)
  }
}

type Found = Extract<PayoutLookUp, { outcome: 'created' }>

function asStep(result: Found | { outcome: 'again' | 'abandoned' }) {
  if (result.outcome !== 'created') return result
  const { status, unmapped } = result
  return { outcome: 'created', status, unmapped, needsAttention: unmapped } as const
}

/** Surely nothing was paid: it is tried again by and by, and whenever an operator says so, until one cancels it. */
async function waitForProvider(state: PayoutState, timing: PayoutTiming, message: string): Promise<Step> {
  await park(
    state,
    'providerUnreachable',
    `O provedor não atende (${message}); nada foi enviado. Tentamos de novo de tempos em tempos; sinais: retry, cancel.`,
  )
  await condition(() => hasDecision(state), timing.tryAgainMs)
  const decision = takeDecision(state)
  if (!decision) return { outcome: 'resume' }
  if (decision.kind !== 'cancel') return (await decide(state, decision)) ?? { outcome: 'resume' }
  await noteDecision(state, decision)
  return { outcome: 'canceled', ...(decision.by === undefined ? {} : { by: decision.by }) }
}

/** Nobody knows: the provider is asked where it can be, and in the end a person decides. Whoever knows first ends the wait. */
async function learnOutcome(state: PayoutState, timing: PayoutTiming, key: PayoutAttemptKey): Promise<Step> {
  setCurrentDetails('Sem resposta confiável do provedor: consultando antes de qualquer outra coisa.')
  let search = searchFor({ ...key, watching: false })
  const news = () => search.step() !== undefined || search.isOver() || hasDecision(state)
  for (;;) {
    // A person's word first: what they call paid is not sent again because a lookup does not find it.
    const decision = takeDecision(state)
    const step = decision ? await decide(state, decision) : search.step()
    if (step) {
      search.cancel()
      showAttention(state, step.outcome === 'created' && step.needsAttention)
      return step
    }
    if (decision) continue
    if (search.isOver()) search = searchFor({ ...key, watching: true })
    else if (!state.needsAttention && (await condition(news, timing.unknownMs))) continue
    await park(
      state,
      'unknownOutcome',
      'Ninguém sabe se o dinheiro saiu, e nada será reenviado. Confira no provedor e envie o sinal resolve ({"outcome":"created","transactionId":"…"} ou {"outcome":"notCreated"}), ou retry para consultar de novo.',
    )
    await condition(news)
  }
}

interface Search {
  /** What the search found, once it has found something to go on with. */
  step(): Step | undefined
  /** True when the provider cannot be asked. */
  isOver(): boolean
  cancel(): void
}

/** Looks the attempt up in the background; the activity retries by itself until the provider has answered. */
function searchFor(question: PayoutSearch): Search {
  const scope = new CancellationScope()
  let verdict: PayoutLookUp | undefined
  scope
    .run(() => lookUpPayout(question))
    .then((found) => {
      verdict = found
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error
    })
  return {
    step: () => {
      if (verdict?.outcome === 'created') return asStep(verdict)
      return verdict?.outcome === 'absent' ? { outcome: 'again' } : undefined
    },
    isOver: () => verdict?.outcome === 'impossible',
    cancel: () => scope.cancel(),
  }
}

/** What may have been paid cannot be cancelled: a person has to say what happened. */
async function decide(state: PayoutState, decision: PayoutDecision): Promise<Step | undefined> {
  switch (decision.kind) {
    case 'cancel':
      return undefined
    case 'retry':
      await noteDecision(state, decision)
      return { outcome: 'resume' }
    case 'resolve': {
      const news = await resolve(state, decision)
      if (news === 'unreadable') return undefined
      await noteDecision(state, decision)
      return news ? { outcome: 'created', ...news } : { outcome: 'resume' }
    }
  }
}

/** @returns undefined when nothing is believed of it, `unreadable` when the provider cannot be asked now. */
export async function resolve(
  { input, decided }: PayoutState,
  { outcome, transactionId, status, by }: Extract<PayoutDecision, { kind: 'resolve' }>,
): Promise<PayoutNews | undefined | 'unreadable'> {
  const word = {
    payoutId: input.payoutId,
    outcome,
    key: `operator/${decided}`,
    ...(transactionId === undefined ? {} : { externalId: transactionId }),
    ...(status === undefined ? {} : { status }),
    ...(by === undefined ? {} : { by }),
  }
  try {
    return await resolvePayout(word)
  } catch (error) {
    readFailure(error)
    return 'unreadable'
  }
}
