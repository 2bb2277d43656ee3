/** Applies a provider's event to a withdrawal. The event is loaded as it was stored and proved; the signal is only a key. */
import { ApplicationFailure } from '@temporalio/common'
import { loadAccountOf } from '../db/queries/disbursement/attempts.ts'
import { recordWithdrawalNews } from '../db/queries/disbursement/news.ts'
import { noteNews } from '../db/queries/disbursement/seen.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { defined } from '../domain/defined.ts'
import {
  type DisbursementAttention,
  type DisbursementStatus,
  isDisbursementSettled,
  isPaidOut,
  knownStatus,
  reversalOf,
} from '../domain/disbursement.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WithdrawResult } from '../domain/withdrawal.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { loadProvenWithdrawal, type ProvenWithdrawal } from '../inbox/proven-withdrawal.ts'
import { isReadingEvent } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { type DisbursementNews, loadDisbursementNews, newsOfOutcome } from './disbursement-news.ts'
import { withdrawalAnswer } from './disbursement-request.ts'
import { noteUnmapped } from './disbursement-snapshot.ts'
import { elapsedMs } from './elapsed.ts'
import { stillPending } from './failures.ts'
import type { ConfirmationWaits } from './provider-event.ts'

export interface WithdrawalEventKey {
  disbursementId: string
  eventId: string
}

export type LearntWithdrawal = { outcome: 'recorded'; news: DisbursementNews } | { outcome: 'nothing' }

const NOTHING = { outcome: 'nothing' } as const

/** Records an event that is proved. @returns `look` if the provider must be asked before the event is accepted. */
export function applyWithdrawalEvent(dependencies: ActivityDependencies) {
  const loadNews = loadDisbursementNews(dependencies)
  const load = eventLoader(dependencies)
  const record = recorder(dependencies)
  const note = noteTaker(dependencies)
  return async function apply(key: WithdrawalEventKey): Promise<LearntWithdrawal | { outcome: 'look' }> {
    if (isReadingEvent(key.eventId)) {
      const news = await loadNews(key.disbursementId)
      return news ? { outcome: 'recorded', news } : NOTHING
    }
    const event = await load(key)
    if (!event) return NOTHING
    const { claim, rawStatus, unmapped } = event
    if (event.isAnother) return noteAnother(note, key, event)
    if (event.unprovable) return note(key, event, 'unconfirmedNotice')
    if (!event.trusted || event.mustBeRead || claim === null) return { outcome: 'look' }
    const learnt = await record(key, event, {
      status: claim,
      ...defined({ rawStatus, unmapped: unmapped || undefined }),
    })
    return learnt === 'overtaken' ? apply(key) : learnt
  }
}

/**
 * Reads the provider to confirm an event, as for a charge. A claim that it never confirms is shown to an operator.
 * @throws ApplicationFailure StillPending (retry) until then, or the read's own failure.
 */
export function confirmWithdrawalEvent(dependencies: ActivityDependencies, connections: Connections) {
  const { writer: db } = dependencies.database
  const load = eventLoader(dependencies)
  const record = recorder(dependencies)
  const note = noteTaker(dependencies)

  return async ({ confirmMs, silentMs, ...key }: WithdrawalEventKey & ConfirmationWaits): Promise<LearntWithdrawal> => {
    const event = await load(key)
    if (!event) return NOTHING
    const found = await loadAccountOf(db, key.disbursementId, event.accountId)
    if (!found) return NOTHING
    const { disbursement } = found
    const said = await read(found, event).catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      if (elapsedMs() > silentMs) await flagDisbursementAttention(db, key.disbursementId, 'unconfirmedNotice')
      throw ApplicationFailure.retryable(error.message, error.kind)
    })
    const isProved = event.trusted || (event.reference !== undefined && said.reference === event.reference)
    // Nothing proves that the id belongs to this withdrawal. It is recorded for the operator who decides the doubt.
    if (disbursement.externalId === null && !isProved) return note(key, event)
    const amount = said.amount ?? paidOutBy(event)
    if (amount !== undefined && amount !== disbursement.amount) return noteAnother(note, key, event)
    const isConfirmed = agrees(event.claim, said.status) || agrees(event.claim, disbursement.status)
    if (!isConfirmed && elapsedMs() < confirmMs) throw stillPending('The provider does not confirm its own notice yet')
    if (!isConfirmed) await note(key, event, 'unconfirmedNotice')
    // The amount of an unproved notice is not used, and what a reading says is said now.
    const { amount: stated, saidAt: _, ...rest } = event
    const told = defined({ amount: said.amount ?? (event.trusted ? stated : undefined) })
    const learnt = await record(key, { ...rest, ...told, from: knownStatus(disbursement) }, withdrawalAnswer(said))
    if (learnt === 'overtaken') throw stillPending('Its status has changed while the provider was asked')
    return learnt
  }

  async function read(
    { disbursement, account, platform }: NonNullable<Awaited<ReturnType<typeof loadAccountOf>>>,
    { withdrawId }: ProvenWithdrawal,
  ): Promise<WithdrawResult> {
    const now = new Date().toISOString()
    const connection = await openConnection(connections, account, platform, { now, id: disbursement.id })
    const paymentMethod = disbursement.method ?? undefined
    const key = { withdrawId, ...defined({ paymentMethod, receiverId: disbursement.destination?.receiverId }) }
    return drive(connection, connection.provider.readWithdraw(key, connection.context))
  }
}

/** The amount that the notice says was paid out, for a reading that states none. */
const paidOutBy = ({ claim, amount }: ProvenWithdrawal): number | undefined =>
  claim !== null && isPaidOut(claim) ? amount : undefined

/** Whether a status equals the claim or can only follow it. A notice that says only PENDING claims nothing. */
function agrees(claim: DisbursementStatus | null, status: DisbursementStatus): boolean {
  if (claim === null || !isDisbursementSettled(claim) || claim === status) return true
  return reversalOf('withdrawal', claim, status)?.attention === null
}

/** @returns undefined if no stored event of this withdrawal has the key. */
function eventLoader({ database, logger }: ActivityDependencies) {
  return async ({ disbursementId, eventId }: WithdrawalEventKey): Promise<ProvenWithdrawal | undefined> => {
    const event = await loadProvenWithdrawal(database.writer, eventId)
    if (event?.disbursementId === disbursementId) return event
    logger.warn({ disbursementId, eventId }, 'a signal names no event of its withdrawal')
    return undefined
  }
}

type Note = ReturnType<typeof noteTaker>

/** Records an event that is not accepted, and asks an operator if there is a reason. */
function noteTaker({ database: { writer: db } }: ActivityDependencies) {
  return async (
    { disbursementId, eventId }: WithdrawalEventKey,
    { claim, rawStatus, withdrawId }: ProvenWithdrawal,
    reason?: DisbursementAttention,
  ): Promise<LearntWithdrawal> => {
    const detail = { transactionId: withdrawId, ...defined({ status: claim ?? undefined, rawStatus, reason }) }
    const event = { key: `ignored/${eventId}`, type: 'eventIgnored', cause: 'webhook', detail } as const
    await noteNews(db, disbursementId, event, reason)
    return NOTHING
  }
}

/** Money may have left twice, or with another amount. If the other withdrawal failed, nothing is recorded. */
async function noteAnother(note: Note, key: WithdrawalEventKey, event: ProvenWithdrawal): Promise<LearntWithdrawal> {
  const { claim } = event
  if (claim !== null && isDisbursementSettled(claim) && !isPaidOut(claim)) return NOTHING
  await note(key, event, 'amountMismatch')
  return note(key, event, 'contradicted')
}

/** @returns `overtaken` if the withdrawal's status has changed since the event was judged: it is to be judged, or read, again. */
function recorder(dependencies: ActivityDependencies) {
  const db = dependencies.database.writer
  const note = noteTaker(dependencies)
  return async (
    key: WithdrawalEventKey,
    event: ProvenWithdrawal,
    answer: Parameters<typeof recordWithdrawalNews>[1]['answer'],
  ): Promise<LearntWithdrawal | 'overtaken'> => {
    const { disbursementId, eventId } = key
    const { accountId, withdrawId, reference, amount, refusal: message, saidAt, from } = event
    const { externalId: _, ...said } = { externalId: undefined, ...answer }
    const news = { disbursementId, accountId, withdrawId, answer: said, key: `webhook/${eventId}`, from }
    const outcome = await recordWithdrawalNews(db, { ...news, ...defined({ reference, amount, message, saidAt }) })
    if (outcome === 'anothers') return noteAnother(note, key, event)
    if (outcome.isOvertaken) return 'overtaken'
    noteUnmapped(dependencies, { disbursementId, provider: outcome.provider }, answer)
    return { outcome: 'recorded', news: newsOfOutcome(outcome) }
  }
}
