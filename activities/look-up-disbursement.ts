/** Looks up, at the provider, the outcome of a disbursement whose answer was lost. It is never guessed. */
import { disbursementReference } from '../db/attempt-ids.ts'
import {
  type DisbursementAnswer,
  recordDisbursementAnswered,
  recordDisbursementNotMade,
} from '../db/queries/disbursement/attempt-ends.ts'
import {
  type DisbursementAttemptKey,
  holdDisbursementAttempt,
  type NewDisbursementAttempt,
} from '../db/queries/disbursement/attempts.ts'
import { answerSendingDoubt } from '../db/queries/disbursement/seen.ts'
import { type DisbursementSnapshot, loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { hasAnswer, isUncertain } from '../domain/attempt.ts'
import type { EventCause } from '../domain/cause.ts'
import { defined } from '../domain/defined.ts'
import { MESSAGES } from '../domain/messages.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import { absentEnding, lookedUpEvent } from './attempt-events.ts'
import type { ActivityDependencies } from './context.ts'
import { waiting, withdrawalAnswer } from './disbursement-request.ts'
import {
  createdOutcome,
  isRepeatable,
  isRepeatableSince,
  type MadeDisbursement,
  mayBeElsewhere,
  newDisbursementAttempt,
  noteUnmapped,
} from './disbursement-snapshot.ts'
import { elapsedMs, unsettledMs } from './elapsed.ts'
import { reading, searchOnce, stillPending, toFailure } from './failures.ts'
import { tellOfForgotten } from './forgotten.ts'
import { readRefund } from './read-refund.ts'
import { runId } from './sending.ts'

/** How often a withdrawal is sent to one account whose lookup keeps saying that it does not exist. */
const MOST_SENDS = 3

export type DisbursementLookUp =
  | MadeDisbursement
  | { outcome: 'absent' }
  /** Its row is gone, which proves nothing: what was sent may have been paid, and nothing follows it. */
  | { outcome: 'abandoned' }
  /**
   * The outcome stays unknown. `impossible`: the provider has no lookup, or the account has another merchant's keys by now. `notFound`:
   * one lookup found nothing, which proves nothing.
   * `unsettledMs`: the request may still be processed for so long.
   */
  | { outcome: 'impossible' | 'notFound'; isRepeatable: boolean; unsettledMs?: number }

export interface DisbursementSearch extends DisbursementAttemptKey {
  /**
   * Searches until something is found and never reports it absent: the operator asked for a search, not for another request. It also
   * continues at a provider without a lookup, because another process may still record the answer.
   */
  watching: boolean
  /** An operator decides now: one lookup, which neither waits nor records an absence. */
  once?: boolean
  /** When the answer was lost; by default when the attempt was begun. ISO 8601. */
  doubtedAt?: string
}

/** `elsewhere`: a lookup found nothing, and the account may have another merchant's keys by now. */
type Unknown = Extract<DisbursementLookUp, { isRepeatable: boolean }>['outcome'] | 'elsewhere'
type SearchMode = Pick<Required<DisbursementSearch>, 'watching' | 'once'>

/**
 * Finds a withdrawal by our reference, and a refund by the provider's record of it or its charge's refunded total, and records it, or records that there is none.
 * @returns `impossible` if the provider cannot be asked, unless `watching`. `isRepeatable`: sending again could not pay twice.
 * @throws ApplicationFailure StillPending (retry) while there is no answer, the read's own failure, or Mismatch if a single lookup
 * finds another amount.
 */
export function lookUpDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const tell = tellOfForgotten(dependencies)
  return async ({ watching, once = false, doubtedAt, ...key }: DisbursementSearch): Promise<DisbursementLookUp> => {
    const snapshot = await loadDisbursementAttempt(db, key)
    if (!snapshot) {
      await tell(key.accountId, disbursementReference(key.disbursementId, key.accountId), {})
      return { outcome: 'abandoned' }
    }
    if (snapshot.made) return createdOutcome(snapshot)
    if (hasAnswer(snapshot.attempt?.state) && !once) {
      // An absence proves nothing: whether it was sent stays a question.
      if (snapshot.attempt?.outcome !== 'absent') await answerSendingDoubt(db, key.disbursementId)
      return { outcome: 'absent' }
    }
    // Even if the attempt's row is lost, it was begun no earlier than the disbursement.
    const begunAt = new Date(snapshot.attempt?.createdAt ?? snapshot.disbursement.createdAt).toISOString()
    const attempt = { ...newDisbursementAttempt(key, snapshot), createdAt: begunAt }
    if (!isUncertain(snapshot.attempt?.state) && !once) await holdDisbursementAttempt(db, attempt)
    const mode = { watching, once }
    const found = await (snapshot.disbursement.kind === 'refund' ? lookUpRefund : lookUpWithdrawal)(
      snapshot,
      attempt,
      mode,
    )
    if (found === 'impossible' && watching) throw stillPending('The provider cannot be asked')
    if (typeof found === 'object') return found
    const outcome = found === 'elsewhere' ? 'impossible' : found
    const isSought = found !== 'impossible'
    const mayBeUnderWay = isSought && (snapshot.attempt === null || isUncertain(snapshot.attempt.state))
    const left = mayBeUnderWay ? unsettledMs(dependencies, { doubtedAt, begunAt, now: snapshot.now }) : undefined
    return { outcome, isRepeatable: isRepeatableSince(snapshot, begunAt), ...defined({ unsettledMs: left }) }
  }

  async function lookUpWithdrawal(
    snapshot: DisbursementSnapshot,
    attempt: NewDisbursementAttempt,
    { watching, once }: SearchMode,
  ): Promise<Unknown | DisbursementLookUp> {
    // Without a lookup, the account's credentials are not needed.
    if (findProvider(snapshot.account.provider).withdrawLookup === null) return 'impossible'
    const connection = await open(snapshot, attempt, once)
    const { reference: withdrawReference, createdAt } = attempt
    const search = () =>
      drive(connection, connection.provider.findWithdraw({ withdrawReference, createdAt }, connection.context))
    const found = await reading(once ? () => searchOnce(search) : search, once)
    if (found) {
      await assertSame(snapshot, found.amount, once)
      return record(attempt, withdrawalAnswer(found), 'poll')
    }
    if (once) return mayBeElsewhere(snapshot) ? 'elsewhere' : 'notFound'
    // A request that was cut off may still be processed, and a search may lag. An absence is accepted only after a while, only if the
    // same reference cannot pay twice, and only a few times. Otherwise an operator decides.
    const isSafe = snapshot.attempt !== null && isRepeatable(snapshot, connection.provider)
    if (watching || !isSafe || snapshot.sends >= MOST_SENDS) throw stillPending('Not found: an operator must decide')
    if (elapsedMs() < dependencies.settleMs) throw stillPending('Not at the provider yet')
    return recordAbsent(attempt, snapshot.attempt?.claimedBy ?? null)
  }

  async function lookUpRefund(
    snapshot: DisbursementSnapshot,
    attempt: NewDisbursementAttempt,
    { once }: SearchMode,
  ): Promise<Unknown | DisbursementLookUp> {
    const news = await reading(() => readRefund(db, snapshot, () => open(snapshot, attempt, once)), once)
    switch (news.outcome) {
      case 'done': {
        const { cause, rawStatus } = news
        return record(attempt, { status: 'APPROVED', ...defined({ rawStatus }) }, cause)
      }
      case 'denied':
        return record(attempt, { status: 'REJECTED', message: MESSAGES.errorApprovingRefund }, 'poll')
      case 'notYet':
        // What the provider lists under our reference was created, and is not over.
        if (news.isListed) return record(attempt, waiting(news.unknownWord), 'poll')
        if (once) return 'notFound'
        throw stillPending('The provider does not say that the money has gone back')
      case 'impossible':
        return 'impossible'
    }
  }

  /** A result without an amount does not clear an earlier answer that stated another amount. */
  async function assertSame(
    { disbursement, attempt }: DisbursementSnapshot,
    amount: number | undefined,
    once: boolean,
  ): Promise<void> {
    const isSame = amount === undefined ? attempt?.errorKind !== 'Mismatch' : amount === disbursement.amount
    if (isSame) return
    await flagDisbursementAttention(db, disbursement.id, 'amountMismatch')
    if (once) throw toFailure(new ProviderError('Mismatch', OUR_MESSAGES.withdrawalOfOtherAmount), false)
    throw stillPending('The provider reports another amount: an operator must decide')
  }

  function open(
    { account, platform, charge, now }: DisbursementSnapshot,
    { id }: NewDisbursementAttempt,
    once: boolean,
  ): Promise<Connection> {
    return reading(() => openConnection(connections, account, platform, { now, id, charge }), once)
  }

  async function record(
    attempt: NewDisbursementAttempt,
    answer: DisbursementAnswer,
    cause: EventCause,
  ): Promise<DisbursementLookUp> {
    const { provider } = attempt
    const outcome = await recordDisbursementAnswered(db, {
      attempt,
      answer,
      cause,
      workflowRunId: runId(),
      events: [lookedUpEvent(attempt, cause, { found: true })],
    })
    if (!outcome) throw stillPending('The attempt has already ended another way')
    noteUnmapped(dependencies, attempt, answer)
    return { outcome: 'created', status: outcome.status, unmapped: outcome.statusUnmapped, provider }
  }

  /** Closes the attempt, so that no run of it that is still alive can send. */
  async function recordAbsent(attempt: NewDisbursementAttempt, claimedBy: string | null): Promise<DisbursementLookUp> {
    const ending = absentEnding(attempt, claimedBy, 'The provider has no such withdrawal')
    const recorded = await recordDisbursementNotMade(db, attempt, ending)
    if (!recorded) throw stillPending('The attempt has already ended another way')
    return { outcome: 'absent' }
  }
}
