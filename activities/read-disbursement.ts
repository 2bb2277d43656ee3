/** Reads a disbursement's status at its provider. If the provider cannot be asked, the operator's answer is accepted. */
import { ApplicationFailure } from '@temporalio/common'
import { type DisbursementAnswer, settleDisbursement } from '../db/queries/disbursement/attempt-ends.ts'
import { latestDisbursementAttempt, loadDisbursementAccount } from '../db/queries/disbursement/attempts.ts'
import { askAboutAmount, noteOtherEnd } from '../db/queries/disbursement/contradictions.ts'
import { factKey } from '../db/queries/disbursement/fact-key.ts'
import type { DisbursementRow } from '../db/queries/disbursement/read.ts'
import { loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import { applyDisbursementTransition } from '../db/queries/disbursement/transitions.ts'
import { defined } from '../domain/defined.ts'
import {
  type DisbursementStatus,
  isDisbursementFailed,
  isDisbursementSettled,
  isPaidOut,
  knownStatus,
} from '../domain/disbursement.ts'
import { MESSAGES } from '../domain/messages.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import type { ActivityDependencies } from './context.ts'
import { type DisbursementNews, newsOfOutcome } from './disbursement-news.ts'
import { waiting, withdrawalAnswer } from './disbursement-request.ts'
import { noteUnmapped } from './disbursement-snapshot.ts'
import { askAgain, reading, stillPending, unread } from './failures.ts'
import { callsDone, givesUpPending, type PersonsWord, takesAmount } from './persons-word.ts'
import { readRefund, readRefundItself } from './read-refund.ts'
import { refundWordNoter } from './refund-words.ts'

/** The result of one reading. `unreadable`: the provider cannot be asked. `same`: nothing new. */
export type DisbursementSeen = 'unreadable' | 'same' | 'changed'

/**
 * Reads a disbursement and records its provider's status, also after its end, because money that has left may come back.
 * @param beforeNews runs before a possible change is recorded.
 * @throws ApplicationFailure with the read's kind.
 */
export function seeDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const read = readDisbursement(dependencies, connections)
  const noteWord = refundWordNoter(dependencies)
  return async (disbursementId: string, beforeNews: () => Promise<void>): Promise<DisbursementSeen> => {
    const found = await orMismatch(read(disbursementId))
    if (found === 'mismatch') {
      await beforeNews()
      return (await askAboutAmount(db, disbursementId)) ? 'changed' : 'same'
    }
    const { disbursement, answer, waits, isOther, from } = found
    if (waits?.unmapped && (await noteWord(disbursement, waits))) return 'changed'
    if (waits) return 'same'
    if (!answer) return 'unreadable'
    if (isOther) {
      await beforeNews()
      const isAsked = await askAboutAmount(db, disbursementId)
      return (await noteOtherEnd(db, disbursementId, answer)) || isAsked ? 'changed' : 'same'
    }
    const { status: to, message: why, ...facts } = answer
    if (to !== disbursement.status || disbursement.statusUnmapped) await beforeNews()
    const message = isDisbursementSettled(disbursement.status) ? facts.rawStatus : why
    const source = { cause: 'poll', key: factKey('poll', answer) } as const
    const outcome = await applyDisbursementTransition(db, {
      disbursementId,
      to,
      ...source,
      ...facts,
      // What has overtaken the reading has ended the withdrawal, which is read again after its end.
      ...defined({ message, from }),
    })
    return outcome?.moved ? 'changed' : 'same'
  }
}

/**
 * Reads a refund that has ended again at a provider that reports refunds: it may still deny what it made, make what it gave up, or name
 * another amount.
 * @returns whether the provider could be asked.
 * @throws ApplicationFailure with the read's kind.
 */
export function seeSettledRefund({ database }: ActivityDependencies, connections: Connections) {
  const db = database.writer
  return async (disbursementId: string): Promise<boolean> => {
    const found = await loadDisbursementAccount(db, disbursementId)
    if (!found) return false
    const number = await latestDisbursementAttempt(db, disbursementId)
    const snapshot = await loadDisbursementAttempt(db, { disbursementId, accountId: found.account.id, number })
    if (!snapshot) return false
    const { account, platform, charge, now } = snapshot
    const connect = () => openConnection(connections, account, platform, { now, id: disbursementId, charge })
    const news = await orMismatch(reading(() => readRefundItself(snapshot, connect)))
    if (news === 'mismatch') {
      await askAboutAmount(db, disbursementId)
      return true
    }
    const said = { disbursementId, cause: 'poll' } as const
    const isMade = isPaidOut(found.disbursement.status)
    if (isMade && news?.outcome === 'denied') {
      const message = MESSAGES.errorApprovingRefund
      await applyDisbursementTransition(db, { ...said, to: 'REJECTED', message, key: 'poll/denied' })
    }
    if (!isMade && news?.outcome === 'done') {
      await applyDisbursementTransition(db, { ...said, to: 'APPROVED', key: 'poll/made' })
    }
    return news !== undefined
  }
}

export interface ResolvedDisbursement extends DisbursementNews {
  /** The provider has a disbursement that the operator reported as not created, or calls pending what the operator reported as failed. */
  contradicts?: boolean
  /** The provider has rejected a disbursement that the operator reported as carried out. */
  isGivenUp?: boolean
}

/**
 * Applies an operator's decision about a disbursement. If the provider can be asked, it is asked first: its final status stands, and
 * an id that it does not know is not accepted.
 * @returns undefined if the decision was not accepted.
 * @throws ApplicationFailure of the read.
 */
export function resolveDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const read = readDisbursement(dependencies, connections)
  return async (word: PersonsWord): Promise<ResolvedDisbursement | undefined> => {
    const { disbursementId, key, externalId } = word
    const by = defined({ by: word.by })
    const id = defined({ externalId })
    const found: Partial<Reading> = await read(disbursementId, word).catch((error: unknown) => {
      if (isMismatch(error) && takesAmount(word)) return { isReadable: false, isOther: true }
      throw error
    })
    if (found.isOther && !takesAmount(word))
      throw askAgain(new ProviderError('Mismatch', OUR_MESSAGES.withdrawalOfOtherAmount))
    const said = found.isOther
      ? undefined
      : (found.answer ?? (word.outcome === 'notCreated' ? found.listed : undefined))
    const isFinal = said && isDisbursementSettled(said.status) && !said.unmapped
    const isDenied = said !== undefined && (word.outcome === 'notCreated' || givesUpPending(word, said))
    if (said && (isFinal || isDenied || word.status === undefined)) {
      const news = await record({
        disbursementId,
        made: true,
        cause: 'poll',
        key: factKey('poll', said),
        // A refund is read without an id.
        ...(word.outcome === 'created' ? id : {}),
        ...said,
        ...defined({ from: found.from }),
        ...by,
      })
      const isFailed = isFinal === true && isDisbursementFailed(said.status)
      const isGivenUp = isFailed && callsDone(word, found.disbursement?.kind)
      return news && { ...news, contradicts: isDenied && !isFailed, isGivenUp }
    }
    if (word.outcome === 'notCreated') {
      const unsent = defined({ unsent: word.unsent })
      const to = word.status ?? 'REJECTED'
      const news = await record({ disbursementId, made: false, status: to, cause: 'operator', key, ...unsent, ...by })
      return news && { ...news, contradicts: news.unmapped || !isDisbursementFailed(news.status) }
    }
    // The provider cannot say, so the operator decides. A readable provider could say if the operator gave an id, so that comes first.
    const status = word.status ?? (found.isReadable ? undefined : 'APPROVED')
    if (status === undefined) return undefined
    return record({ disbursementId, made: true, status, cause: 'operator', key, ...id, ...by })
  }

  async function record({
    disbursementId,
    ...verdict
  }: { disbursementId: string } & Parameters<typeof settleDisbursement>[2]) {
    const outcome = await settleDisbursement(db, disbursementId, verdict).catch((error: unknown) => {
      // The id belongs to another movement, so the decision is not accepted.
      if (error instanceof ProviderError && error.kind === 'Mismatch') return 'anothers' as const
      throw error
    })
    if (outcome === 'anothers') return undefined
    if (!outcome) throw ApplicationFailure.nonRetryable(`No disbursement ${disbursementId}`, 'NoDisbursement')
    if (outcome.isOvertaken) throw stillPending('Its status has changed while the provider was asked')
    return newsOfOutcome(outcome)
  }
}

/** The provider answered about another amount or movement than was asked about. */
async function orMismatch<T>(asked: Promise<T>): Promise<T | 'mismatch'> {
  return asked.catch((error: unknown) => {
    if (isMismatch(error)) return 'mismatch'
    throw error
  })
}

const isMismatch = (error: unknown): boolean => error instanceof ApplicationFailure && error.type === 'Mismatch'

interface Reading {
  disbursement: DisbursementRow
  /** The status before it was read. Not of a refund: one that was made stays made, however old the reading is. */
  from?: DisbursementStatus
  /** Whether the provider can read withdrawals at all. */
  isReadable: boolean
  /** Undefined if there is no id to ask by. */
  answer?: DisbursementAnswer
  /** The provider's withdrawal has another amount than ours. */
  isOther?: boolean
  /** The interim answer of a refund that was read and is not final yet. */
  waits?: DisbursementAnswer
  /** The interim answer, if the provider reports this very refund, which proves that it was created. */
  listed?: DisbursementAnswer
}

/** @returns a reader, to which an operator's decision may be given that it is to check. */
function readDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async (disbursementId: string, word?: PersonsWord): Promise<Reading> => {
    const refusable = word !== undefined
    const found = await loadDisbursementAccount(db, disbursementId)
    if (!found)
      throw ApplicationFailure.nonRetryable(`No disbursement ${disbursementId} with an account`, 'NoDisbursement')
    const { disbursement, account, platform } = found
    if (disbursement.kind === 'refund') return readRefundOf(disbursement, account.id, word)
    const withdrawId = disbursement.externalId ?? word?.externalId
    const { operations } = findProvider(account.provider).capabilities
    const isReadable = operations.includes('readWithdraw')
    if (!isReadable || withdrawId === undefined) return { disbursement, isReadable }
    const now = new Date().toISOString()
    const connection = await reading(
      () => openConnection(connections, account, platform, { now, id: disbursementId }),
      refusable,
    )
    const paymentMethod = disbursement.method === null ? {} : { paymentMethod: disbursement.method }
    const receiverId = disbursement.destination?.receiverId
    const key = { withdrawId, ...paymentMethod, ...defined({ receiverId }) }
    const result = await reading(
      () => drive(connection, connection.provider.readWithdraw(key, connection.context)),
      refusable,
    )
    const answer = withdrawalAnswer(result)
    if (result.amount !== undefined && result.amount !== disbursement.amount) {
      return { disbursement, isReadable, answer, isOther: true }
    }
    noteUnmapped(dependencies, { disbursementId, provider: account.provider }, answer)
    return { disbursement, from: knownStatus(disbursement), isReadable, answer }
  }

  /** A refund is recognised by its charge's refunded total, or by the provider's own record of it. */
  async function readRefundOf(disbursement: DisbursementRow, accountId: string, word?: PersonsWord): Promise<Reading> {
    const { id: disbursementId, externalId } = disbursement
    const number = await latestDisbursementAttempt(db, disbursementId)
    const snapshot = await loadDisbursementAttempt(db, { disbursementId, accountId, number })
    if (!snapshot) return { disbursement, isReadable: false }
    const { account, platform, charge, now } = snapshot
    const connect = () => openConnection(connections, account, platform, { now, id: disbursementId, charge })
    const news = await reading(() => readRefund(db, snapshot, connect), word !== undefined).catch((error: unknown) => {
      if (!word || externalId !== null) throw error
      // A failed reading does not contradict that it was made. That it was not is believed of a reading alone: it frees the money.
      if (word.outcome === 'created') return { outcome: 'impossible' } as const
      throw unread(error)
    })
    const known = defined({ externalId: externalId ?? undefined })
    const read = { disbursement, isReadable: false }
    switch (news.outcome) {
      case 'done':
        return { ...read, answer: { status: 'APPROVED', ...known, ...defined({ rawStatus: news.rawStatus }) } }
      case 'denied':
        return { ...read, answer: { status: 'REJECTED', ...known, message: MESSAGES.errorApprovingRefund } }
      case 'notYet': {
        const waits = waiting(news.unknownWord)
        return { ...read, waits, ...defined({ listed: news.isListed ? { ...waits, ...known } : undefined }) }
      }
      case 'impossible':
        return read
    }
  }
}
