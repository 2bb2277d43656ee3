/** The second half of a charge: wait for whatever comes first, and believe only what the table of transitions allows. */

import { condition, patched, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { LookUpOutcome } from '../../activities/look-up-attempt.ts'
import type { ChargeQuestion, ChargeReading } from '../../activities/read-charge.ts'
import type { Transition } from '../../db/queries/charge/transitions.ts'
import { type ChargeStatus, isSettled } from '../../domain/charge.ts'
import { type Confirmable, isConfirmable, OTHER_AMOUNT, type VoidReason } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { type Decision, readingEventId } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { park, showAttention, type Unlearnt } from '../shared/movement.ts'
import { searchFor } from '../shared/search.ts'
import { adoptTransaction, readCharge, readChargePatiently, recordTransition } from './activities.ts'
import type { Created } from './create.ts'
import { takeShown } from './decision.ts'
import { learnEvent, learnInbox } from './event.ts'
import { type ChargeState, showRecorded } from './state.ts'

/** What somebody says of a charge. `status` null: it says nothing that we understand. */
type Fact = Omit<Transition, 'chargeId' | 'to' | 'of'> & { status: ChargeStatus | null }

/** A card is often approved in the provider's first answer. */
export async function applyCreated(state: ChargeState, created: Created): Promise<void> {
  const { status, rawStatus, unmapped, accountId, transactionId } = created
  const provider = state.input.candidates.find((candidate) => candidate.accountId === accountId)?.provider
  state.made = { accountId, transactionId, ...defined({ provider }) }
  const said = defined({ rawStatus, unmapped: unmapped || undefined })
  await apply(state, { status, cause: 'provider', key: 'created', ...said })
}

/** Returns once the charge has left PENDING. */
export async function followCharge(state: ChargeState, created: Created): Promise<void> {
  state.phase = 'following'
  const expiresAt = expiryOf(state, created)
  setCurrentDetails(`Aguardando o pagamento até ${new Date(expiresAt).toISOString()}.`)
  if (!(await isSettledBefore(state, expiresAt))) await expire(state, expiresAt)
}

function expiryOf({ timing }: ChargeState, { expiresAt }: Created): number {
  const stated = expiresAt === undefined ? Date.now() + timing.defaultExpiryMs : Date.parse(expiresAt)
  return Math.min(stated, Date.now() + timing.longestLifeMs)
}

/** Grace for a payment made in the last second, then one last look, then it is over. */
async function expire(state: ChargeState, expiresAt: number): Promise<void> {
  state.phase = 'expiring'
  for (;;) {
    const remaining = expiresAt + state.timing.graceMs - Date.now()
    if (remaining <= 0) break
    await condition(() => hasNews(state), remaining)
    if (await takeNews(state)) return
  }
  // While the provider cannot be read nobody may say that it was not paid, and an operator is asked.
  const look = searchFor(() => readChargePatiently(questionOf(state)))
  let isSilent = !(await condition(() => look.found() !== undefined || look.isOver(), state.timing.unknownMs))
  while (!look.found()) {
    if (isSilent || look.isOver()) {
      await park(
        state,
        'providerUnreachable',
        'Expirada, mas o provedor não responde se foi paga: consultando de novo.',
      )
    }
    await condition(() => look.found() !== undefined || hasNews(state))
    isSilent = true
    if (await takeNews(state)) {
      look.cancel()
      return
    }
  }
  const reading = look.found()
  if (reading && (await applyReading(state, reading))) return
  await apply(state, { status: 'REJECTED', cause: 'timer', key: 'timer/expired', rawStatus: 'expired', givesUp: true })
}

/**
 * True once the charge is settled, by what the account's reader, a webhook or an operator brings; false when the wait is over. The
 * reader says so: a timer here would be an event of every charge.
 */
async function isSettledBefore(state: ChargeState, moment: number): Promise<boolean> {
  const isDue = () => state.isExpired || Date.now() >= moment
  // Where a lost one has been told, the one in its place is not told again.
  if (state.input.recovery) void sleep(Math.max(moment - Date.now(), 1_000))
  for (;;) {
    await condition(() => hasNews(state) || state.isForgotten || isDue())
    if (await takeNews(state)) return true
    if (state.isForgotten && (await rememberMade(state))) return true
    if (isDue()) return false
  }
}

/**
 * A failover of the database has lost what it follows, and with it everything that would be read or told of it: the provider is asked
 * for it, and it is written down again. Where that does not help a person is asked, and the time kept here.
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
  await park(
    state,
    'unknownOutcome',
    'O banco de dados perdeu a transação desta cobrança, e o provedor não a confirma.',
  )
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

/** Webhooks and decisions that have come in. True once the charge is settled. */
async function takeNews(state: ChargeState): Promise<boolean> {
  learnInbox(state)
  if (isSettled(state.status)) return true
  const pending = await nextDecision(state)
  return pending ? carryOut(state, pending) : isSettled(state.status)
}

/** Events that came in while the charge came to its end, whatever that was: none is dropped. */
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

/** The provider has the first word, also when an operator decides. */
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
  const why = whyNotNow(decision, reading)
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

/** What was taken, or read on the way, is in the charge's row by then. */
async function confirmShown(state: ChargeState, pending: PendingDecision, about: Confirmable): Promise<boolean> {
  const { chargeId } = state.input
  const { id, by, ...decision } = pending.decision
  const transactionId = decision.kind === 'resolve' ? decision.externalId : undefined
  const answer = await takeShown({ chargeId, id, about, ...defined({ by, transactionId, own: state.made }) })
  if (answer.became === 'carriedOut') await carriedOut(state, pending)
  else await voidDecision(state, pending, answer.why)
  showRecorded(state, await learnEvent({ chargeId, eventId: readingEventId('decided') }))
  return isSettled(state.status)
}

/** `mismatch`: the provider says that it was paid, and not what was charged. */
type Answer = ChargeReading | 'unreadable' | 'impossible' | 'mismatch'

const confirms = (decision: Decision) => decision.kind === 'resolve' && decision.outcome === 'created'
const givesUp = (decision: Decision) =>
  decision.kind === 'cancel' || (decision.kind === 'resolve' && decision.outcome === 'notCreated')

/** An operator may say that it was paid, or that another amount will do, where the provider says so too or can say nothing at all. */
function takesWord(decision: Decision, reading: Answer): boolean {
  if (!confirms(decision)) return false
  return reading === 'mismatch' || (reading === 'impossible' && isConfirmable(decision.about))
}

/**
 * Who says that it was never made has looked at the provider; every other decision relies on our asking. Another amount, which the
 * reading has asked about just now, is taken by nobody who was shown something else.
 */
function whyNotNow(decision: Decision, reading: Answer): VoidReason | undefined {
  if (reading === 'mismatch' && givesUp(decision)) return 'mayBePaid'
  if (reading === 'mismatch' && isUnseen(decision)) return 'otherAmount'
  if (reading !== 'unreadable') return undefined
  return decision.kind === 'resolve' && !confirms(decision) ? undefined : 'unreadable'
}

const isUnseen = (decision: Decision): boolean =>
  confirms(decision) && decision.about !== OTHER_AMOUNT && patched(PATCHES.otherAmountsAreShown)

/** `impossible`: this provider is never read, so an operator's word is all there is. */
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

/** It names the transaction that it is about, whatever the charge's row knows. */
const questionOf = ({ input: { chargeId }, made }: ChargeState): ChargeQuestion =>
  made ? { chargeId, accountId: made.accountId, transactionId: made.transactionId, trusted: true } : { chargeId }

const applyReading = (state: ChargeState, reading: ChargeReading) =>
  apply(state, { ...reading, cause: 'poll', key: `poll/${reading.status}` })

/** PENDING is where every charge begins: it changes nothing, but a word that nobody knows is news. True once the charge is settled. */
async function apply(state: ChargeState, { status, ...fact }: Fact): Promise<boolean> {
  const to = status ?? 'PENDING'
  const of = fact.givesUp ? undefined : state.made
  if (isSettled(to) || fact.unmapped) {
    showRecorded(state, await recordTransition({ ...fact, ...defined({ of }), chargeId: state.input.chargeId, to }))
  }
  return isSettled(state.status)
}
