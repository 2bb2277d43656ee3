/** The second half of a charge: waits for a payment, an event, a decision or the expiry, and applies only allowed transitions. */
import { condition, patched, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { LookUpOutcome } from '../../activities/look-up-attempt.ts'
import type { ChargeQuestion, ChargeReading } from '../../activities/read-charge.ts'
import type { Transition } from '../../db/queries/charge/transitions.ts'
import { type ChargeStatus, isSettled } from '../../domain/charge.ts'
import { type Confirmable, isConfirmable, OTHER_AMOUNT } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { type Decision, readingEventId } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerDoubt, park, showAttention, type Unlearnt } from '../shared/movement.ts'
import { searchFor } from '../shared/search.ts'
import { DETAILS } from '../texts.ts'
import {
  adoptTransaction,
  loadChargeFacts,
  readCharge,
  readChargePatiently,
  recordAttention,
  recordTransition,
} from './activities.ts'
import type { Created } from './create.ts'
import { takeShown } from './decision.ts'
import { learnEvent, learnInbox } from './event.ts'
import { type Answer, confirms, givesUp, takesWord, whyNotNow, whyUnshown } from './judgment.ts'
import { type ChargeState, noticesOf, showRecorded } from './state.ts'

/** A status of the charge, reported by its provider, an operator or a timer. `status` null: the provider's word is not understood. */
type Fact = Omit<Transition, 'chargeId' | 'to' | 'of'> & { status: ChargeStatus | null }

/** Applies the answer that created the transaction. It often already approves a card. */
export async function applyCreated(state: ChargeState, created: Created): Promise<void> {
  const { status, rawStatus, unmapped, accountId, transactionId } = created
  // Decisions about the creation must not be carried out on the transaction.
  if (state.asked !== undefined && patched(PATCHES.createdChargesAnswer)) answerDoubt(state)
  const provider = state.input.candidates.find((candidate) => candidate.accountId === accountId)?.provider
  state.made = { accountId, transactionId, ...defined({ provider }) }
  const said = defined({ rawStatus, unmapped: unmapped || undefined })
  await apply(state, { status, cause: 'provider', key: 'created', ...said })
}

/** Returns once the charge has left PENDING. */
export async function followCharge(state: ChargeState, created: Created): Promise<void> {
  state.phase = 'following'
  const expiresAt = expiryOf(state, created)
  setCurrentDetails(DETAILS.charge.waiting(new Date(expiresAt).toISOString()))
  if (!(await isSettledBefore(state, expiresAt))) await expire(state, expiresAt)
}

function expiryOf({ timing }: ChargeState, { expiresAt }: Created): number {
  const stated = expiresAt === undefined ? Date.now() + timing.defaultExpiryMs : Date.parse(expiresAt)
  return Math.min(stated, Date.now() + timing.longestLifeMs)
}

/** Waits a grace period for a payment made in the last second, reads the provider once more, and then gives the charge up. */
async function expire(state: ChargeState, expiresAt: number): Promise<void> {
  state.phase = 'expiring'
  for (;;) {
    const remaining = expiresAt + state.timing.graceMs - Date.now()
    if (remaining <= 0) break
    await condition(() => hasNews(state), remaining)
    if (await takeNews(state)) return
  }
  // While the provider does not answer, the charge may have been paid, so it is not given up and an operator is asked.
  let hasNoReading = false
  let isOther = false
  const look = searchFor(async () => {
    try {
      return await readChargePatiently(questionOf(state))
    } catch (error) {
      const { kind } = readFailure(error)
      hasNoReading = kind === 'NotSupported'
      isOther = kind === 'Mismatch'
      throw error
    }
  })
  let isSilent = !(await condition(() => look.found() !== undefined || look.isOver(), state.timing.unknownMs))
  while (!look.found() && !hasNoReading) {
    // The provider has answered, and the reading has asked about the amount: nothing else is in doubt.
    const isAsked = isOther
    if (isAsked) showAttention(state, true)
    else if (isSilent || look.isOver()) await park(state, 'providerUnreachable', DETAILS.charge.silent)
    await condition(() => look.found() !== undefined || hasNoReading || isOther !== isAsked || hasNews(state))
    isSilent = true
    if (await takeNews(state)) {
      look.cancel()
      return
    }
  }
  if (hasNoReading && (await isSettledByNotice(state))) return
  const reading = look.found()
  if (reading && (await applyReading(state, reading))) return
  await apply(state, { status: 'REJECTED', cause: 'timer', key: 'timer/expired', rawStatus: 'expired', givesUp: true })
}

/**
 * The provider cannot be read, so only a notice or an operator can say that the charge was paid. While an operator is asked about a notice
 * that says so, the charge is not given up. A question that a database failover has lost is asked again, also if it was lost before the
 * end: first from the notices, and if they are lost too, without them.
 */
async function isSettledByNotice(state: ChargeState): Promise<boolean> {
  const { chargeId } = state.input
  let asked: Confirmable | undefined
  let isSought = false
  for (;;) {
    if (await takeNews(state)) return true
    await condition(() => state.learning === 0 || hasNews(state))
    if (hasNews(state)) continue
    const heard = noticesOf(state)
    const { isPaymentAsked, asksAbout, isNoticeLost } = await loadChargeFacts({ chargeId, heard })
    if (!isPaymentAsked && !hasNews(state)) {
      if (!isSought && heard.length > 0 && patched(PATCHES.lostQuestionsAreSought)) {
        isSought = true
        state.inbox.push(...heard)
        continue
      }
      if (!isNoticeLost && !(state.isQuestionLost && asked)) return false
      await recordAttention({ chargeId, reason: asked ?? 'unconfirmedNotice' })
    }
    state.isQuestionLost = false
    asked = asksAbout ?? asked ?? 'unconfirmedNotice'
    setCurrentDetails(DETAILS.charge.unreadable)
    showAttention(state, true)
    await condition(() => hasNews(state) || state.isQuestionLost)
    if (state.isQuestionLost) state.inbox.push(...noticesOf(state))
  }
}

/**
 * True once the account's reader, a webhook or an operator has settled the charge; false when the wait is over. The reader signals the
 * end of the wait, because a timer here would add an event to every charge's history.
 */
async function isSettledBefore(state: ChargeState, moment: number): Promise<boolean> {
  const isDue = () => state.isExpired || Date.now() >= moment
  // The reader may have signalled the lost run already and does not signal its replacement, so a recovered run sets a timer.
  if (state.input.recovery) void sleep(Math.max(moment - Date.now(), 1_000))
  for (;;) {
    await condition(() => hasNews(state) || state.isForgotten || isDue())
    if (await takeNews(state)) return true
    if (state.isForgotten && (await rememberMade(state))) return true
    if (isDue()) return false
  }
}

/**
 * A database failover has lost the charge's transaction, so no reading or webhook can reach the workflow. The transaction is read at its
 * provider and recorded again. If that fails, an operator is asked, and the wait counts as over.
 * @returns true once the charge is settled.
 */
async function rememberMade(state: ChargeState): Promise<boolean> {
  const found = state.wasForgotten ? undefined : await readMade(state)
  state.isForgotten = false
  state.wasForgotten = true
  if (found?.outcome === 'created') {
    const { status, rawStatus, unmapped } = found
    return applyReading(state, { status, ...defined({ rawStatus, unmapped }) })
  }
  state.isExpired = true
  await park(state, 'unknownOutcome', DETAILS.charge.lost)
  return false
}

async function readMade({ input: { chargeId }, attempt, made }: ChargeState): Promise<LookUpOutcome | undefined> {
  if (!made) return undefined
  const { accountId, transactionId } = made
  try {
    return await adoptTransaction({ chargeId, accountId, number: attempt, transactionId, trusted: true })
  } catch (error) {
    readFailure(error)
    return undefined
  }
}

const hasNews = (state: ChargeState) => state.inbox.length > 0 || hasDecision(state) || isSettled(state.status)

/** Applies the webhooks and decisions that have arrived. True once the charge is settled. */
async function takeNews(state: ChargeState): Promise<boolean> {
  learnInbox(state)
  if (isSettled(state.status)) return true
  const pending = await nextDecision(state)
  return pending ? carryOut(state, pending) : isSettled(state.status)
}

/** Events that arrived while the charge ended. None of them is dropped. */
export function restOf(state: ChargeState): Unlearnt {
  return {
    isLeft: () => state.inbox.length > 0 || state.learning > 0,
    learn: async () => {
      do {
        learnInbox(state)
        await condition(() => state.inbox.length > 0 || state.learning === 0)
      } while (state.inbox.length > 0)
    },
  }
}

/** Carries out an operator's decision after reading the provider. */
async function carryOut(state: ChargeState, pending: PendingDecision): Promise<boolean> {
  const { decision } = pending
  const { about } = decision
  if (confirms(decision) && isConfirmable(about) && patched(PATCHES.shownIsTaken)) {
    return confirmShown(state, pending, about)
  }
  const reading = await readNow(state, decision)
  if (typeof reading === 'object' && (await applyReading(state, reading))) {
    if (decision.kind === 'retry') await carriedOut(state, pending)
    else await voidDecision(state, pending, 'found')
    return true
  }
  const why = whyNotNow(decision, reading) ?? (await whyUnshown(state.input, decision, reading))
  if (why) {
    await voidDecision(state, pending, why)
    if (why === 'otherAmount') showAttention(state, true)
    return false
  }
  await carriedOut(state, pending)
  const by = defined({ by: decision.by })
  if (takesWord(decision, reading)) {
    return apply(state, { status: 'APPROVED', cause: 'operator', key: 'operator/resolve', ...by })
  }
  if (!givesUp(decision)) return false
  return apply(state, { status: 'REJECTED', cause: 'operator', key: 'operator/cancel', givesUp: true, ...by })
}

/** Confirms the payment that the operator was shown. The activity has written the result to the charge's row, which is loaded here. */
async function confirmShown(state: ChargeState, pending: PendingDecision, about: Confirmable): Promise<boolean> {
  const { chargeId } = state.input
  const { id, by, ...decision } = pending.decision
  const { externalId: transactionId, shown } = decision.kind === 'resolve' ? decision : {}
  const answer = await takeShown({ chargeId, id, about, ...defined({ by, transactionId, shown, own: state.made }) })
  if (answer.became === 'carriedOut') await carriedOut(state, pending)
  else await voidDecision(state, pending, answer.why)
  showRecorded(state, await learnEvent({ chargeId, eventId: readingEventId('decided') }))
  return isSettled(state.status)
}

/** Reads the charge for a decision. `impossible`: this provider cannot be read, so only an operator can say. */
async function readNow(state: ChargeState, decision: Decision): Promise<Answer> {
  const takesOther = confirms(decision) && decision.about === OTHER_AMOUNT ? defined({ by: decision.by }) : undefined
  try {
    return await readCharge({ ...questionOf(state), ...defined({ takesOther }) })
  } catch (error) {
    const { kind } = readFailure(error)
    if (kind === 'Mismatch') return 'mismatch'
    return kind === 'NotSupported' ? 'impossible' : 'unreadable'
  }
}

/** Names the transaction explicitly, because the charge's row may have lost it. */
const questionOf = ({ input: { chargeId }, made }: ChargeState): ChargeQuestion =>
  made ? { chargeId, accountId: made.accountId, transactionId: made.transactionId, trusted: true } : { chargeId }

const applyReading = (state: ChargeState, reading: ChargeReading) =>
  apply(state, { ...reading, cause: 'poll', key: `poll/${reading.status}` })

/** Applies a status. PENDING changes nothing, but an unmapped word is recorded. True once the charge is settled. */
async function apply(state: ChargeState, { status, ...fact }: Fact): Promise<boolean> {
  const to = status ?? 'PENDING'
  const of = fact.givesUp ? undefined : state.made
  if (isSettled(to) || fact.unmapped) {
    showRecorded(state, await recordTransition({ ...fact, ...defined({ of }), chargeId: state.input.chargeId, to }))
  }
  return isSettled(state.status)
}
