/** The second half of a charge: wait for whatever comes first, and believe only what the table of transitions allows. */
import { ActivityFailure, condition, isCancellation, sleep } from '@temporalio/workflow'
import type { ChargeReading } from '../activities/read-charge.ts'
import { isSettled } from '../domain/charge-status.ts'
import { pollActivities, readCharge, recordAttention, recordDecision } from './charge-activities.ts'
import { type ChargeState, type Decision, describe, hasDecision, showAttention, takeDecision } from './charge-state.ts'
import type { Created } from './create-charge.ts'
import { applyPatiently, type Fact, factOf, recordFact } from './fact.ts'
import { readFailure } from './failure.ts'
import type { ProviderEvent } from './messages.ts'
import type { Timing } from './timing.ts'

const POSTPONE_MS = 60_000

/** A card is often approved in the provider's first answer. True when the charge is settled by it. */
export async function applyCreated(state: ChargeState, { status, rawStatus, unmapped }: Created): Promise<boolean> {
  return apply(state, {
    status,
    cause: 'provider',
    key: 'created',
    ...(rawStatus === undefined ? {} : { rawStatus }),
    ...(unmapped ? { unmapped } : {}),
  })
}

/** Returns once the charge has left PENDING. */
export async function settleCharge(state: ChargeState, created: Created, timing: Timing): Promise<void> {
  state.phase = 'waiting'
  const expiresAt = expiryOf(created, timing)
  describe(`Aguardando o pagamento até ${new Date(expiresAt).toISOString()}.`)
  const poll = startPoll(state, timing, Math.max(expiresAt - Date.now(), 1_000))
  while (!poll.isOver()) {
    await condition(() => state.inbox.length > 0 || hasDecision(state) || poll.isOver())
    if (await applyNews(state, created)) return
  }
  const reading = poll.reading()
  if (reading && (await apply(state, { ...reading, cause: 'poll', key: `poll/${reading.status}` }))) return

  await expire(state, created, expiresAt, timing)
}

function expiryOf({ expiresAt }: Created, { defaultExpiryMs, longestLifeMs }: Timing): number {
  const stated = expiresAt === undefined ? Date.now() + defaultExpiryMs : Date.parse(expiresAt)
  return Math.min(stated, Date.now() + longestLifeMs)
}

/** Grace for a payment made in the last second, then one last look, then it is over. */
async function expire(state: ChargeState, created: Created, expiresAt: number, timing: Timing): Promise<void> {
  state.phase = 'expiring'
  for (;;) {
    const remaining = expiresAt + timing.graceMs - Date.now()
    const news = () => state.inbox.length > 0 || hasDecision(state)
    if (remaining > 0) await condition(news, remaining)
    if (await applyNews(state, created)) return
    if (Date.now() < expiresAt + timing.graceMs) continue

    const reading = await lastReading(state)
    if (!reading) {
      await condition(news, timing.graceMs)
      continue
    }
    if (reading.status !== null && isSettled(reading.status)) {
      if (await apply(state, { ...reading, cause: 'poll', key: `poll/${reading.status}` })) return
    }
    if (await apply(state, { status: 'REJECTED', cause: 'timer', key: 'timer/expired', rawStatus: 'expired' })) return
  }
}

/** Undefined when the provider cannot be read: then nobody may say that it was not paid, and a person is asked. */
async function lastReading(state: ChargeState): Promise<ChargeReading | undefined> {
  const { chargeId } = state.input
  try {
    return await readCharge({ chargeId })
  } catch (error) {
    readFailure(error)
    describe('Expirada, mas o provedor não responde se foi paga: consultando de novo.')
    if (!state.needsAttention) await recordAttention({ chargeId, reason: 'providerUnreachable' })
    showAttention(state, true)
    return undefined
  }
}

interface Poll {
  isOver(): boolean
  /** What ended it; undefined when its time was up. */
  reading(): ChargeReading | undefined
}

/** Not cancelled when the charge settles: closing the workflow ends it, without three events that say nothing. */
function startPoll(state: ChargeState, timing: Timing, lifeMs: number): Poll {
  let reading: ChargeReading | undefined
  let isOver = false
  pollActivities(timing, lifeMs)
    .pollCharge({ chargeId: state.input.chargeId, firstMs: timing.pollFirstMs })
    .then((answer) => {
      reading = answer
      isOver = true
    })
    .catch((error: unknown) => {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
      isOver = true
    })
  return { isOver: () => isOver, reading: () => reading }
}

/** Events that came in while the charge came to its end, whatever that was: none is dropped. */
export async function applyRemaining(state: ChargeState, created: Created | undefined): Promise<void> {
  const { chargeId } = state.input
  const takeNext = () => state.inbox.shift() ?? state.postponed.shift()
  for (let event = takeNext(); event; event = takeNext()) {
    const recorded = await applyPatiently({ chargeId, ...(created ? { own: created } : {}) }, event)
    if (recorded) Object.assign(state, { status: recorded.status, needsAttention: recorded.needsAttention })
  }
}

/** Webhooks and decisions that have come in, in their order. True once the charge is settled. */
async function applyNews(state: ChargeState, created: Created): Promise<boolean> {
  const { chargeId } = state.input
  for (let event = state.inbox.shift(); event; event = state.inbox.shift()) {
    const learned = await factOf({ chargeId, own: created }, event)
    if (learned === 'unreadable') postpone(state, event)
    else if (learned !== 'notOurs' && (await apply(state, learned))) return true
  }
  const decision = takeDecision(state)
  return decision ? carryOut(state, decision) : false
}

/** The provider cannot be asked about it now: once more in a while, without holding up the rest. */
function postpone(state: ChargeState, event: ProviderEvent): void {
  state.postponed.push(event)
  sleep(POSTPONE_MS)
    .then(() => {
      const index = state.postponed.indexOf(event)
      if (index >= 0) state.inbox.push(...state.postponed.splice(index, 1))
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error
    })
}

const DECISION_EVENTS = {
  retry: 'operatorRetried',
  resolve: 'operatorResolved',
  cancel: 'operatorCanceled',
} as const satisfies Record<Decision['kind'], string>

/** The provider has the first word, also when an operator decides. */
async function carryOut(state: ChargeState, decision: Decision): Promise<boolean> {
  const { chargeId } = state.input
  const by = decision.by === undefined ? {} : { by: decision.by }
  const reading = await readCharge({ chargeId }).catch(() => undefined)
  if (reading && (await apply(state, { ...reading, cause: 'poll', key: `poll/${reading.status}` }))) return true
  const type = DECISION_EVENTS[decision.kind]
  await recordDecision({ chargeId, key: `${type}/${state.decided}`, type, ...by })
  if (decision.kind === 'cancel')
    return apply(state, { status: 'REJECTED', cause: 'operator', key: 'operator/cancel', ...by })
  showAttention(state, false)
  return false
}

async function apply(state: ChargeState, fact: Fact): Promise<boolean> {
  const recorded = await recordFact(state.input.chargeId, fact)
  if (recorded) Object.assign(state, { status: recorded.status, needsAttention: recorded.needsAttention })
  return isSettled(state.status)
}
