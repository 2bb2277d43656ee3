/** What became of a disbursement whose answer was lost: asked for at the provider, never guessed. */

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
import { type DisbursementSnapshot, loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import type { EventCause } from '../domain/cause.ts'
import { defined } from '../domain/defined.ts'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import { absentEnding, lookedUpEvent } from './attempt-events.ts'
import type { ActivityDependencies } from './context.ts'
import { withdrawalAnswer } from './disbursement-request.ts'
import {
  createdOutcome,
  isRepeatable,
  isRepeatableSince,
  type MadeDisbursement,
  newDisbursementAttempt,
  noteUnmapped,
} from './disbursement-snapshot.ts'
import { elapsedMs } from './elapsed.ts'
import { reading, searchOnce, stillPending, toFailure } from './failures.ts'
import { readRefund } from './read-refund.ts'
import { runId } from './sending.ts'

/** How often a withdrawal is sent to one account of which the lookup says that nothing came. */
const MOST_SENDS = 3

export type DisbursementLookUp =
  | MadeDisbursement
  | { outcome: 'absent' }
  /** Nobody has said what became of it: it cannot be asked for, or a look that is taken once does not find it now, which proves nothing. */
  | { outcome: 'impossible' | 'notFound'; isRepeatable: boolean }

export interface DisbursementSearch extends DisbursementAttemptKey {
  /**
   * Looks on until something is found, and never calls it absent: an operator asked for a look, not for another sending. And
   * whatever the provider can be asked, somebody else may still write the answer down.
   */
  watching: boolean
  /** An operator decides now: one look is taken, which neither waits nor writes down that there is nothing. */
  once?: boolean
}

type Unknown = Extract<DisbursementLookUp, { isRepeatable: boolean }>['outcome']
type Patience = Pick<Required<DisbursementSearch>, 'watching' | 'once'>

/**
 * Finds a withdrawal by our reference, and a refund by what has gone back of its charge, and records it; or
 * records that there is none.
 * @returns `impossible` when the provider cannot be asked, unless it is `watching`; whether the same request, sent again, could not pay twice.
 * @throws ApplicationFailure StillPending (retry) while there is no answer, the read's own failure, or Mismatch when one look
 * finds another amount.
 */
export function lookUpDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async ({ watching, once = false, ...key }: DisbursementSearch): Promise<DisbursementLookUp> => {
    const snapshot = await loadDisbursementAttempt(db, key)
    if (!snapshot) return { outcome: 'absent' }
    if (snapshot.made) return createdOutcome(snapshot)
    if (snapshot.attempt?.state === 'answered' && !once) return { outcome: 'absent' }
    // Whatever became of its row, it was begun no earlier than it was asked for.
    const begunAt = new Date(snapshot.attempt?.createdAt ?? snapshot.disbursement.createdAt).toISOString()
    const attempt = { ...newDisbursementAttempt(key, snapshot), createdAt: begunAt }
    if (snapshot.attempt?.state !== 'sending' && !once) await holdDisbursementAttempt(db, attempt)
    const patience = { watching, once }
    const found = await (snapshot.disbursement.kind === 'refund' ? lookUpRefund : lookUpWithdrawal)(
      snapshot,
      attempt,
      patience,
    )
    if (found === 'impossible' && watching) throw stillPending('The provider cannot be asked')
    return typeof found === 'object' ? found : { outcome: found, isRepeatable: isRepeatableSince(snapshot, begunAt) }
  }

  async function lookUpWithdrawal(
    snapshot: DisbursementSnapshot,
    attempt: NewDisbursementAttempt,
    { watching, once }: Patience,
  ): Promise<Unknown | DisbursementLookUp> {
    // What cannot be asked needs no account that can be opened.
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
    if (once) return 'notFound'
    // A request that was cut off may still be processed, and a search may lag: "not there" is believed only after a while, only
    // where the same reference cannot pay twice, and not for ever. Elsewhere a person says what became of it.
    const isSafe = snapshot.attempt !== null && isRepeatable(snapshot, connection.provider)
    if (watching || !isSafe || snapshot.sends >= MOST_SENDS) throw stillPending('Not found: a person has to decide')
    if (elapsedMs() < dependencies.settleMs) throw stillPending('Not at the provider yet')
    return recordAbsent(attempt, snapshot.attempt?.claimedBy ?? null)
  }

  async function lookUpRefund(
    snapshot: DisbursementSnapshot,
    attempt: NewDisbursementAttempt,
    { once }: Patience,
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
        if (once) return 'notFound'
        throw stillPending('The provider does not say that the money has gone back')
      case 'impossible':
        return 'impossible'
    }
  }

  /** An answer that spoke of another amount is not put right by one that speaks of none. */
  async function assertSame(
    { disbursement, attempt }: DisbursementSnapshot,
    amount: number | undefined,
    once: boolean,
  ): Promise<void> {
    const isSame = amount === undefined ? attempt?.errorKind !== 'Mismatch' : amount === disbursement.amount
    if (isSame) return
    await flagDisbursementAttention(db, disbursement.id, 'amountMismatch')
    if (once) throw toFailure(new ProviderError('Mismatch', 'The withdrawal has another amount'), false)
    throw stillPending('The provider speaks of another amount: a person has to decide')
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
    if (!outcome) throw stillPending('The attempt has ended otherwise meanwhile')
    noteUnmapped(dependencies, attempt, answer)
    return { outcome: 'created', status: outcome.status, unmapped: outcome.statusUnmapped, provider }
  }

  /** Closes the attempt, so that no run of it that is still alive can send. */
  async function recordAbsent(attempt: NewDisbursementAttempt, claimedBy: string | null): Promise<DisbursementLookUp> {
    const ending = absentEnding(attempt, claimedBy, 'The provider has no such withdrawal')
    const recorded = await recordDisbursementNotMade(db, attempt, ending)
    if (!recorded) throw stillPending('The attempt has ended otherwise meanwhile')
    return { outcome: 'absent' }
  }
}
