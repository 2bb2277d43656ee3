/** Reads a charge's status at its provider. */
import { ApplicationFailure } from '@temporalio/common'
import { paymentId } from '../db/attempt-ids.ts'
import { isAttemptOf, loadChargeAccount } from '../db/queries/charge/attempts.ts'
import { noteReturn, noteUnclearReturn } from '../db/queries/charge/contradictions.ts'
import { isAmountInQuestion } from '../db/queries/charge/noticed.ts'
import { findPaidAmount, isTaken, notePaidAmount } from '../db/queries/charge/paid-amounts.ts'
import type { AccountTransaction } from '../db/queries/charge/payments.ts'
import type { ChargeRow } from '../db/queries/charge/read.ts'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import { noteKnownWord, noteUnmappedWord } from '../db/queries/charge/unknown-words.ts'
import { knownRefunds } from '../db/queries/disbursement/create.ts'
import { noteReturned } from '../db/queries/disbursement/returns.ts'
import { noteAsking } from '../db/queries/dispute/asked.ts'
import { noteReading } from '../db/queries/reconciliation/readings.ts'
import {
  bringsMoney,
  type ChargeStatus,
  isPaid,
  isRefunded,
  isReturnedElsewhere,
  isSettled,
  meaningOfReturn,
} from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { NOT_OURS, ProviderError } from '../domain/provider-error.ts'
import { statusOf, type TransactionReading } from '../domain/transaction.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain } from './failures.ts'
import { otherTaker } from './take-other-amounts.ts'

export interface ChargeReading {
  status: ChargeStatus | null
  rawStatus?: string
  unmapped?: boolean
  /** When the provider was asked, ISO 8601 UTC: what became known since then may be newer. */
  begunAt?: string
}

export interface ChargeQuestion {
  chargeId: string
  /** A transaction of an earlier attempt, instead of the charge's own. */
  transactionId?: string
  /** The account that holds the transaction. */
  accountId?: string
  /** A signature vouches for `transactionId`. Without one, only our own reference proves that it is ours. */
  trusted?: boolean
  /** The transaction is known to be paid, so its amount was already decided. */
  isPaid?: boolean
  /** The operator who accepts other amounts paid on further transactions of the charge. */
  takesOther?: { by?: string }
}

/** A provider's reading of a charge, together with our row. */
export interface SeenCharge {
  /** The meaning of the provider's words for this charge. */
  reading: ChargeReading
  said: TransactionReading
  /** The charge's row before the reading. */
  charge: ChargeRow
  /** What its payments at the account were called before the reading. */
  transactions: readonly string[]
}

/** As `seeCharge`, with only the result that a workflow needs. */
export function readCharge(dependencies: ActivityDependencies, connections: Connections) {
  const see = seeCharge(dependencies, connections)
  const takeOthers = otherTaker(dependencies, see)
  return async (question: ChargeQuestion): Promise<ChargeReading> => {
    const { reading } = await see(question)
    // News of the charge's own transaction takes precedence, and then the decision is not carried out.
    const isNews = reading.status !== null && isSettled(reading.status)
    if (question.takesOther && !isNews) await takeOthers(question.chargeId, { ...question.takesOther, own: false })
    return reading
  }
}

/**
 * A read changes nothing, so every failure may be retried: credentials get rotated and firewalls get fixed. Only a transaction that does
 * not belong to this charge is final.
 * @param onAsked runs once the reading has begun to ask an operator about the amount of a charge that asked nothing.
 * @throws ApplicationFailure with the provider error's kind (retry), or NotOurs.
 */
export function seeCharge(
  dependencies: ActivityDependencies,
  connections: Connections,
  onAsked?: (chargeId: string) => Promise<unknown>,
) {
  const db = dependencies.database.writer
  return async (question: ChargeQuestion): Promise<SeenCharge> => {
    const { chargeId, transactionId, accountId, trusted = false, isPaid: isKnownPaid = false } = question
    const found = await loadChargeAccount(db, chargeId, accountId)
    const asked = transactionId ?? found?.charge.transactionId
    if (!found || !asked) throw ApplicationFailure.nonRetryable('The charge has no such transaction', NOT_OURS)
    const { charge, account, platform, transactions } = found
    const isOwn = asked === charge.transactionId && account.id === charge.providerAccountId
    const begunAt = new Date().toISOString()
    try {
      const connection = await openConnection(connections, account, platform, {
        now: begunAt,
        id: charge.id,
        charge,
      })
      const { paymentMethod } = charge
      const beside = transactions.filter((one) => one !== asked)
      const key = { transactionId: asked, paymentMethod, beside }
      const reading = await drive(connection, connection.provider.readTransaction(key, connection.context))
      if (!isOwn) await assertOurs(chargeId, reading.reference, trusted)
      const of = { accountId: account.id, transactionId: asked }
      const status = await withoutOurReturns(charge, of, reading)
      // The amount of a paid transaction was already decided. It is read only for later changes of its status.
      if (!isKnownPaid) await assertAmount(charge, of, { ...reading, status }, isOwn)
      await noteWord(charge, reading, isOwn ? undefined : of)
      if (connection.provider.tellsOfAsking)
        await noteAsking(db, { chargeId, transactionId: asked }, { ...reading, begunAt })
      const { rawStatus, unmapped } = reading
      return {
        reading: { status, begunAt, ...defined({ rawStatus, unmapped: unmapped ? true : undefined }) },
        said: reading,
        charge,
        transactions,
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw askAgain(error)
    }
  }

  /** If the provider returns our reference, it decides. Otherwise a signature must vouch for the id. */
  async function assertOurs(chargeId: string, reference: string | undefined, trusted: boolean): Promise<void> {
    const isOurs = reference === undefined ? trusted : await isAttemptOf(db, chargeId, reference)
    if (!isOurs) throw ApplicationFailure.nonRetryable("The transaction is not this charge's", NOT_OURS)
  }

  /**
   * Records an unmapped word of a pending charge, because no later event may report it; and that its own transaction has a known one again.
   * @param of another transaction than the charge's own.
   */
  async function noteWord(
    { id, provider, statusUnmapped }: ChargeRow,
    { status, unmapped, rawStatus }: TransactionReading,
    of: AccountTransaction | undefined,
  ): Promise<void> {
    if (status !== null && isSettled(status)) return
    if (!unmapped && statusUnmapped && !of) await noteKnownWord(db, id)
    if (!unmapped) return
    const word = defined({ rawStatus, of })
    if (!(await noteUnmappedWord(db, { chargeId: id, cause: 'poll', ...word }))) return
    dependencies.metrics.unmappedStatus(provider ?? '')
    dependencies.logger.warn({ chargeId: id, ...word }, 'unknown provider status')
  }

  /**
   * The provider's word for returned money may be about our refunds. Money returned beyond them is a refund made at the provider. If the
   * provider has one word for all returns, an operator is asked too, unless the status tells. A part that the banks took is no refund and
   * only needs an operator. Partial means less than the amount paid, not than the amount charged.
   */
  async function withoutOurReturns(
    { id, amount: charged }: ChargeRow,
    of: AccountTransaction,
    reading: TransactionReading,
  ): Promise<ChargeStatus | null> {
    const { status, isReturn, returned, takenBack } = reading
    if (status === null || (!isReturn && !returned && !takenBack)) return status
    const paymentOf = paymentId(id, of.accountId, of.transactionId)
    const amount = (await findPaidAmount(db, id, of)) ?? charged
    const payment = { amount, ours: await knownRefunds(db, paymentOf) }
    const meant = isReturn ? meaningOfReturn(status, { ...payment, returned, isSum: true }) : statusOf(reading, amount)
    // Money that the bank takes back is no refund.
    if (returned !== undefined && meant !== null && (bringsMoney(meant) || isRefunded(meant))) {
      const isAnybodys = isReturn === true || takenBack !== undefined
      // First: once its refund is known, nothing asks about it any more.
      if (takenBack || (isAnybodys && isReturnedElsewhere(returned, payment))) {
        await noteReturn(db, id, { of, cause: 'poll', returned: returned + (takenBack ?? 0) })
      }
      await noteReturned(db, { chargeId: id, paymentId: paymentOf, returned, cause: 'poll' })
    }
    // It may be only our refund, or also the rest of the payment.
    if (meant === null) await noteUnclearReturn(db, id, { of, cause: 'poll', ours: payment.ours.all })
    return meant
  }

  /**
   * Another amount than was charged approves nothing: an operator must look. If the reading states no amount, the amount of a proved notice
   * counts, and an open question about the amount stays open. A part that has arrived is such an amount too, whatever the status.
   */
  async function assertAmount(
    charge: ChargeRow,
    of: AccountTransaction,
    { amount: whole, partlyPaid, status }: TransactionReading,
    isOwn: boolean,
  ): Promise<void> {
    if (partlyPaid === undefined && (status === null || !bringsMoney(status))) return
    const said = partlyPaid ?? whole
    const known = (await findPaidAmount(db, charge.id, of)) ?? charge.amount
    const amount = said ?? known
    const isAskedAbout = charge.attentionReasons.includes('amountMismatch')
    // An unproved amount is not kept with the payment. Only the provider's own word, or an operator's, settles it.
    const isUnsure = said === undefined && (await isAmountInQuestion(db, charge, of.transactionId))
    const isOther = amount !== charge.amount || isUnsure
    if (!isOther && !isAskedAbout && known === amount) return
    // Of a charge that is paid already, whatever else is paid is a second payment.
    const isAsked = isOther && !isPaid(charge.status)
    const isDecided = await db.transaction(async (tx) => {
      if (await isTaken(tx, charge.id, of)) return true
      const isNews = await notePaidAmount(tx, charge.id, of, amount)
      if (isAsked && (isOwn || isNews)) await flagAttention(tx, charge.id, 'amountMismatch')
      return false
    })
    if (isDecided || !isAsked) return
    if (charge.attentionReasons.length === 0) await onAsked?.(charge.id)
    if (isOwn) await noteReading(db, charge.id, { status, amount: amount === charge.amount ? said : amount })
    throw new ProviderError('Mismatch', OUR_MESSAGES.transactionOfOtherAmount)
  }
}
