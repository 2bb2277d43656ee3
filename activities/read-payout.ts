/** Asks the provider how a withdrawal stands that it has taken, and believes a person where it cannot be asked. */

import { ApplicationFailure } from '@temporalio/common'
import { factKey, type PayoutAnswer, settlePayout } from '../db/queries/payout/attempt-ends.ts'
import { latestPayoutAttempt, loadPayoutAccount, loadPayoutAttempt } from '../db/queries/payout/attempts.ts'
import { noteOtherEnd } from '../db/queries/payout/contradictions.ts'
import type { PayoutRow } from '../db/queries/payout/read.ts'
import { applyPayoutTransition, flagPayoutAttention, type PayoutOutcome } from '../db/queries/payout/transitions.ts'
import { defined } from '../domain/defined.ts'
import { isPayoutFailed, isPayoutSettled, type PayoutStatus } from '../domain/payout.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain, reading } from './failures.ts'
import { withdrawalAnswer } from './payout-request.ts'
import { noteUnmapped } from './payout-scene.ts'
import { readRefund } from './read-refund.ts'

export interface PayoutNews {
  status: PayoutStatus
  /** The status is only the provider's default for a word that no table knows: better news may still come. */
  unmapped: boolean
  needsAttention: boolean
}

/** What one reading of a payout was worth. `unreadable`: nothing can be asked. `same`: it says nothing new. */
export type PayoutSeen = 'unreadable' | 'same' | 'changed'

/**
 * Reads a payout and writes down what its provider says, also after its end: money that has left may come back.
 * @param beforeNews runs before what may be news of it is written.
 * @throws ApplicationFailure with the read's kind.
 */
export function seePayout(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const read = readPayout(dependencies, connections, false)
  return async (payoutId: string, beforeNews: () => Promise<void>): Promise<PayoutSeen> => {
    const found = await read(payoutId).catch((error: unknown) => {
      if (isMismatch(error)) return 'mismatch' as const
      throw error
    })
    if (found === 'mismatch') {
      await beforeNews()
      return (await flagPayoutAttention(db, payoutId, 'amountMismatch')) ? 'changed' : 'same'
    }
    const { payout, answer, waits, isOther } = found
    if (waits) return 'same'
    if (!answer) return 'unreadable'
    if (isOther) {
      await beforeNews()
      const isAsked = await flagPayoutAttention(db, payoutId, 'amountMismatch')
      return (await noteOtherEnd(db, payoutId, answer)) || isAsked ? 'changed' : 'same'
    }
    const { status: to, ...facts } = answer
    if (to !== payout.status || payout.statusUnmapped) await beforeNews()
    const message = isPayoutSettled(payout.status) ? facts.rawStatus : undefined
    const source = { cause: 'poll', key: factKey('poll', answer) } as const
    const outcome = await applyPayoutTransition(db, { payoutId, to, ...source, ...facts, ...defined({ message }) })
    return outcome?.moved ? 'changed' : 'same'
  }
}

/** What the rows say of a payout. */
export function loadPayoutNews({ database: { writer: db } }: ActivityDependencies) {
  return async (payoutId: string): Promise<PayoutNews | undefined> => {
    const found = await loadPayoutAccount(db, payoutId)
    return found && newsOf(found.payout)
  }
}

export interface PersonsWord {
  payoutId: string
  outcome: 'created' | 'notCreated'
  /** The provider's id, when created. */
  externalId?: string
  /** The final status, when the person knows it. */
  status?: Exclude<PayoutStatus, 'PENDING'>
  by?: string
  /** The reason for attention that the person was shown. */
  about?: string
  /** Distinguishes one decision from the next. */
  key: string
}

export interface ResolvedPayout extends PayoutNews {
  /** The provider has what the operator calls unmade. */
  contradicts?: boolean
}

/**
 * A person says what became of a payout. Where the provider can be asked, it has the first word: what it calls final stands,
 * and what it does not know under the id that the person gave is not believed.
 * @returns undefined when nothing is believed.
 * @throws ApplicationFailure of the read.
 */
export function resolvePayout(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const read = readPayout(dependencies, connections, true)
  return async (word: PersonsWord): Promise<ResolvedPayout | undefined> => {
    const { payoutId, key, externalId } = word
    const by = defined({ by: word.by })
    const id = defined({ externalId })
    const found = await read(payoutId, externalId).catch((error: unknown) => {
      if (isMismatch(error) && takesAmount(word)) return { isReadable: false, isOther: true, answer: undefined }
      throw error
    })
    if (found.isOther && !takesAmount(word)) throw askAgain(new ProviderError('Mismatch', OTHER_AMOUNT))
    const said = found.isOther ? undefined : found.answer
    const isFinal = said && isPayoutSettled(said.status) && !said.unmapped
    const isDenied = said !== undefined && word.outcome === 'notCreated'
    if (said && (isFinal || isDenied || word.status === undefined)) {
      const news = await record({ payoutId, made: true, cause: 'poll', key: factKey('poll', said), ...said, ...by })
      return news && { ...news, contradicts: isDenied && !(isFinal && isPayoutFailed(said.status)) }
    }
    if (word.outcome === 'notCreated') {
      return record({ payoutId, made: false, status: word.status ?? 'REJECTED', cause: 'operator', key, ...by })
    }
    // Nobody else can say: then the person decides. A provider that could say, but was not asked by an id, goes first.
    const status = word.status ?? (found.isReadable ? undefined : 'APPROVED')
    if (status === undefined) return undefined
    return record({ payoutId, made: true, status, cause: 'operator', key, ...id, ...by })
  }

  async function record({ payoutId, ...verdict }: { payoutId: string } & Parameters<typeof settlePayout>[2]) {
    const outcome = await settlePayout(db, payoutId, verdict).catch((error: unknown) => {
      // The id is another movement's: nothing is believed of it.
      if (error instanceof ProviderError && error.kind === 'Mismatch') return 'anothers' as const
      throw error
    })
    if (outcome === 'anothers') return undefined
    if (!outcome) throw ApplicationFailure.nonRetryable(`No payout ${payoutId}`, 'NoPayout')
    return newsOfOutcome(outcome)
  }
}

const isMismatch = (error: unknown): boolean => error instanceof ApplicationFailure && error.type === 'Mismatch'

const OTHER_AMOUNT = 'The withdrawal has another amount'

/**
 * Another amount than was asked for will do where a person who was shown it says so. An id that they give besides may be another
 * movement's.
 */
const takesAmount = ({ about, outcome, status, externalId }: PersonsWord): boolean =>
  about === 'amountMismatch' && outcome === 'created' && status !== undefined && externalId === undefined

interface Reading {
  payout: PayoutRow
  /** Whether the provider can be asked about withdrawals at all. */
  isReadable: boolean
  /** Undefined where there is nothing to ask by. */
  answer?: PayoutAnswer
  /** What is said is of a withdrawal of another amount than was asked for. */
  isOther?: boolean
  /** Of a refund: its charge is read, and does not tell of it yet. */
  waits?: boolean
}

function readPayout(dependencies: ActivityDependencies, connections: Connections, refusable: boolean) {
  const db = dependencies.database.writer
  return async (payoutId: string, claimedId?: string): Promise<Reading> => {
    const found = await loadPayoutAccount(db, payoutId)
    if (!found) throw ApplicationFailure.nonRetryable(`No payout ${payoutId} with an account`, 'NoPayout')
    const { payout, account, platform } = found
    if (payout.kind === 'refund') return readRefundOf(payout, account.id)
    const withdrawId = payout.externalId ?? claimedId
    const { operations } = findProvider(account.provider).capabilities
    const isReadable = operations.includes('readWithdraw')
    if (!isReadable || withdrawId === undefined) return { payout, isReadable }
    const now = new Date().toISOString()
    const connection = await reading(
      () => openConnection(connections, account, platform, { now, id: payoutId }),
      refusable,
    )
    const paymentMethod = payout.method === null ? {} : { paymentMethod: payout.method }
    const receiverId = payout.destination?.receiverId
    const key = { withdrawId, ...paymentMethod, ...defined({ receiverId }) }
    const result = await reading(
      () => drive(connection, connection.provider.readWithdraw(key, connection.context)),
      refusable,
    )
    const answer = withdrawalAnswer(result)
    if (result.amount !== undefined && result.amount !== payout.amount) {
      return { payout, isReadable, answer, isOther: true }
    }
    noteUnmapped(dependencies, { payoutId, provider: account.provider }, answer)
    return { payout, isReadable, answer }
  }

  /** A refund is known by what has gone back of its charge. */
  async function readRefundOf(payout: PayoutRow, accountId: string): Promise<Reading> {
    const { id: payoutId, externalId } = payout
    const number = await latestPayoutAttempt(db, payoutId)
    const scene = await loadPayoutAttempt(db, { payoutId, accountId, number })
    if (!scene) return { payout, isReadable: false }
    const { account, platform, charge, now } = scene
    const connect = () => openConnection(connections, account, platform, { now, id: payoutId, charge })
    const news = await reading(() => readRefund(db, scene, connect), refusable).catch((error: unknown) => {
      // Of one that nobody knows of, an operator's word is checked by a search of its own.
      if (refusable && externalId === null) return { outcome: 'impossible' } as const
      throw error
    })
    switch (news.outcome) {
      case 'done': {
        const answer = {
          status: 'APPROVED' as const,
          ...defined({ externalId: externalId ?? undefined, rawStatus: news.rawStatus }),
        }
        return { payout, isReadable: false, answer }
      }
      case 'notYet':
        return { payout, isReadable: false, waits: true }
      case 'impossible':
        return { payout, isReadable: false }
    }
  }
}

const newsOf = ({ status, statusUnmapped, attention }: PayoutRow): PayoutNews => ({
  status,
  unmapped: statusUnmapped,
  needsAttention: attention !== null,
})

const newsOfOutcome = ({ status, statusUnmapped, needsAttention }: PayoutOutcome): PayoutNews => ({
  status,
  unmapped: statusUnmapped,
  needsAttention,
})
