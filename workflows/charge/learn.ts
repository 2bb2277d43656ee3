/**
 * Resolves an attempt whose outcome is unknown, or that could not be sent. The workflow looks it up at the provider, listens to
 * webhooks, and finally asks an operator. The first answer ends the wait.
 */
import { condition, patched, setCurrentDetails } from '@temporalio/workflow'
import type { AttemptKey } from '../../activities/attempt-charge.ts'
import { isPaid, isSettled } from '../../domain/charge.ts'
import { type CreationDoubt, OTHER_AMOUNT } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { PATCHES } from '../patches.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  putOff,
  type Resolution,
  voidDecision,
} from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerDoubt, park, turnTo } from '../shared/movement.ts'
import { NOTHING_TO_ASK, type Search, searchFor } from '../shared/search.ts'
import { DETAILS } from '../texts.ts'
import { loadEvent, lookUpAttempt, secondActivities } from './activities.ts'
import type { Step } from './create.ts'
import { learnBeside, learnInbox } from './event.ts'
import { adopt, lookOnce } from './look.ts'
import type { ChargeState } from './state.ts'
import { adoptPauseMs } from './timing.ts'

/** The attempt in doubt, and the provider search that runs for it. */
interface Doubtful {
  readonly key: AttemptKey
  readonly doubt: CreationDoubt
  /** When the answer was lost, ISO 8601; undefined for a run that replaces a lost one, which does not know it. */
  readonly since: string | undefined
  /** Notices about this attempt, oldest first. Those in `unread` name a transaction that could not be read yet and is retried. */
  readonly notices: Notice[]
  readonly unread: Notice[]
  /** How often the unread notices have been retried. */
  pauses: number
  search: Search<Step>
  /** The search found a transaction with another amount than the charge's. */
  isOther: boolean
  /** Something came while an operator's word was checked: it is heard before the word, and before another try. */
  isOvertaken: boolean
}

interface Notice {
  readonly eventId: string
  readonly transactionId: string
  readonly trusted: boolean
}

export async function learnOutcome(state: ChargeState, key: AttemptKey, doubt: CreationDoubt): Promise<Step> {
  setCurrentDetails(DETAILS.lookingUp)
  turnTo(state, doubt)
  const doubtful: Doubtful = {
    key,
    doubt,
    since: isOfLostRun(state, key) ? undefined : new Date().toISOString(),
    notices: [],
    unread: [],
    pauses: 0,
    search: NOTHING_TO_ASK,
    isOther: false,
    isOvertaken: false,
  }
  if (doubt === 'unknownOutcome') lookUp(doubtful)
  const news = () =>
    doubtful.search.found() !== undefined || state.inbox.length > 0 || hasDecision(state) || isPaid(state.status)

  for (;;) {
    await sortInbox(state, doubtful)
    const step = await nextStep(state, doubtful)
    if (step) {
      doubtful.search.cancel()
      // Events that led to the transaction are applied to it afterwards.
      state.inbox.unshift(...[...doubtful.notices, ...doubtful.unread].map(({ eventId }) => eventId))
      if (step.outcome !== 'again' || doubt === 'unknownOutcome')
        answerDoubt(state, isSettled(state.status) && state.needsAttention)
      return step
    }
    if (news()) continue
    const isWaiting = !doubtful.search.isOver() && state.asked === undefined
    if (doubtful.unread.length > 0) {
      await park(state, doubt, DETAILS.charge.asksAboutCreation)
      const isNews = await condition(news, adoptPauseMs(state.timing, doubtful.pauses))
      doubtful.pauses += 1
      if (!isNews) doubtful.notices.push(...doubtful.unread.splice(0))
      continue
    }
    if (isWaiting && (await condition(() => news() || doubtful.search.isOver(), state.timing.unknownMs))) continue
    await park(state, doubt, DETAILS.charge.asksAboutCreation)
    await condition(news)
  }
}

/**
 * The first answer that is known. If an earlier attempt was paid, the doubt ends, and the unknown attempt is watched afterwards for
 * a second payment.
 */
async function nextStep(state: ChargeState, doubtful: Doubtful): Promise<Step | undefined> {
  const found = doubtful.search.found()
  if (isTransaction(found)) return found
  if (isPaid(state.status)) return paidElsewhere(doubtful)
  const heard = doubtful.isOvertaken ? await stepFromWebhook(state, doubtful) : undefined
  if (heard) return heard
  doubtful.isOvertaken = false
  // An operator's word that waited for the search comes before another try.
  const isFirst = found && hasDecision(state) && patched(PATCHES.wordsWaitToSettle)
  const said = isFirst ? await stepFromOperator(state, doubtful) : undefined
  if (doubtful.isOvertaken) return undefined
  return said ?? found ?? (await stepFromWebhook(state, doubtful)) ?? stepFromOperator(state, doubtful)
}

const paidElsewhere = ({ key, doubt }: Doubtful): Step =>
  doubt === 'unknownOutcome' ? { outcome: 'paidElsewhere', unknown: key } : { outcome: 'paidElsewhere' }

/**
 * The charge is paid, and an attempt whose answer was lost may be paid too. The workflow searches for it while it can still be paid.
 * A payment that is found is recorded and shown to an operator.
 */
export async function watchSecond(state: ChargeState, unknown: AttemptKey): Promise<void> {
  setCurrentDetails(DETAILS.charge.paidElsewhere)
  let isOver = false
  const end = () => {
    isOver = true
  }
  secondActivities(state.timing).watchSecondPayment(unknown).then(end, end)
  while (!isOver) {
    await condition(() => isOver || state.inbox.length > 0 || hasDecision(state))
    learnInbox(state)
    await nextDecision(state)
  }
}

/** Looks the attempt up in the background; the activity retries by itself until the provider has answered. */
function lookUp(doubtful: Doubtful): void {
  doubtful.search = searchFor(async () => {
    try {
      const found = await lookUpAttempt(doubtful.key)
      if (found.outcome === 'created' || found.outcome === 'abandoned') return found
      return found.outcome === 'absent' ? { outcome: 'again' } : undefined
    } catch (error) {
      doubtful.isOther = readFailure(error).kind === 'Mismatch'
      throw error
    }
  })
}

/** Keeps the notices about this attempt. All others are applied concurrently, so that another provider cannot delay this doubt. */
async function sortInbox(state: ChargeState, { key, notices }: Doubtful): Promise<void> {
  const { chargeId, number, accountId } = key
  for (let eventId = state.inbox.shift(); eventId !== undefined; eventId = state.inbox.shift()) {
    const event = await loadEvent({ chargeId, eventId })
    const isOwn = event?.attempt === number && event.accountId === accountId
    // Another amount is no answer to this doubt: an operator is asked about it.
    if (isOwn && !event.isOther) notices.push({ ...event, eventId })
    else learnBeside(state, eventId)
  }
}

/** Reads the transaction that a webhook about this attempt names, and adopts it as the attempt's transaction. */
async function stepFromWebhook(state: ChargeState, { key, notices, unread }: Doubtful): Promise<Step | undefined> {
  for (let [notice] = notices; notice; [notice] = notices) {
    const { eventId, transactionId, trusted } = notice
    const adopted = await adopt(key, transactionId, trusted)
    if (typeof adopted === 'object') return adopted
    notices.shift()
    if (adopted !== 'refused') unread.push(notice)
    else learnBeside(state, eventId)
  }
  return undefined
}

async function stepFromOperator(state: ChargeState, doubtful: Doubtful): Promise<Step | undefined> {
  const pending = await nextDecision(state)
  if (!pending) return undefined
  switch (pending.decision.kind) {
    case 'retry':
      return lookAgain(state, doubtful, pending)
    case 'cancel': {
      const { by } = pending.decision
      return unlessFound(state, doubtful, pending, { outcome: 'canceled', ...defined({ by }) })
    }
    case 'resolve':
      return resolve(state, doubtful, pending, pending.decision)
  }
}

/** A retry only looks the attempt up. The exception is an attempt that was certainly never sent: it is sent now. */
async function lookAgain(state: ChargeState, doubtful: Doubtful, pending: PendingDecision): Promise<Step | undefined> {
  if (doubtful.doubt === 'providerUnreachable') {
    if (isOfLostRun(state, doubtful.key) && patched(PATCHES.retriesLookFirst))
      return unlessFound(state, doubtful, pending, { outcome: 'again' })
    await carriedOut(state, pending)
    return { outcome: 'again' }
  }
  if (doubtful.search.isOver()) return voidDecision(state, pending, doubtful.isOther ? 'otherAmount' : 'cannotLook')
  doubtful.search.cancel()
  lookUp(doubtful)
  await carriedOut(state, pending)
  return undefined
}

/** Asks the provider first. A transaction that it has cannot be cancelled or declared absent. */
async function unlessFound(
  state: ChargeState,
  doubtful: Doubtful,
  pending: PendingDecision,
  step: Step,
): Promise<Step | undefined> {
  const { key, doubt } = doubtful
  const isUncertain = doubt === 'unknownOutcome' || isOfLostRun(state, key)
  const takesAmount = isUncertain && step.outcome === 'canceled' && hasSeenOther(pending)
  const found = isUncertain ? await lookOnce(doubtful, takesAmount ? 'unpaid' : false) : 'notThere'
  const isAnswered = () => state.inbox.length > 0 || isPaid(state.status) || isTransaction(doubtful.search.found())
  // What came while the provider was asked may say that there is a transaction after all.
  if (typeof found === 'string' && isAnswered() && patched(PATCHES.newsComesBeforeWords)) {
    state.decisions.unshift(pending)
    doubtful.isOvertaken = true
    return undefined
  }
  if (typeof found === 'number') {
    const isMoot = () => doubtful.search.found() !== undefined || state.inbox.length > 0 || isPaid(state.status)
    return putOff(state, pending, found, isMoot)
  }
  // Cancelling without having read the card's transaction would hide a payment for ever, and sending again might charge it twice.
  if (found === 'mayHaveCharged' && step.outcome !== 'next') return voidDecision(state, pending, 'mayBePaid')
  if (found === 'notThere' || found === 'mayHaveCharged') {
    await carriedOut(state, pending)
    return step
  }
  if (takesAmount && found === 'otherAmount') return voidDecision(state, pending, 'mayBePaid')
  if (typeof found === 'string') return voidDecision(state, pending, found)
  // The transaction now belongs to the charge, so a payment after the cancellation is still noticed.
  if (takesAmount && found.outcome === 'created') state.decisions.unshift(pending)
  else await voidDecision(state, pending, found.outcome === 'abandoned' ? 'over' : 'found')
  return found
}

const isTransaction = (step: Step | undefined): step is Extract<Step, { outcome: 'created' | 'abandoned' }> =>
  step?.outcome === 'created' || step?.outcome === 'abandoned'

/** A lost run may have sent an attempt that its rows do not show yet. */
const isOfLostRun = ({ input }: ChargeState, { number }: AttemptKey): boolean => input.recovery?.attempt === number

/** The operator was shown that the provider reports another amount. */
const hasSeenOther = ({ decision: { about } }: PendingDecision): boolean =>
  about === OTHER_AMOUNT && patched(PATCHES.foundAmountsAreTaken)

/** Takes the transaction that the search found, whatever its amount. */
async function takeFound(state: ChargeState, doubtful: Doubtful, pending: PendingDecision): Promise<Step | undefined> {
  const found = await lookOnce(doubtful, true)
  if (found === 'otherAmount' || found === 'unreadable') return voidDecision(state, pending, found)
  if (typeof found !== 'object') return voidDecision(state, pending, 'cannotLook')
  await (found.outcome === 'abandoned' ? voidDecision(state, pending, 'over') : carriedOut(state, pending))
  return found
}

async function resolve(
  state: ChargeState,
  doubtful: Doubtful,
  pending: PendingDecision,
  { outcome, externalId }: Resolution,
): Promise<Step | undefined> {
  if (outcome === 'notCreated') {
    return unlessFound(state, doubtful, pending, { outcome: 'next', message: OUR_MESSAGES.chargeNotCreated })
  }
  if (externalId === undefined) {
    return hasSeenOther(pending) ? takeFound(state, doubtful, pending) : lookAgain(state, doubtful, pending)
  }
  const adopted = await adopt(doubtful.key, externalId, true, pending.decision.about === OTHER_AMOUNT)
  if (adopted === 'refused') return voidDecision(state, pending, 'unknownId')
  if (typeof adopted === 'string') return voidDecision(state, pending, adopted)
  await carriedOut(state, pending)
  return adopted
}
