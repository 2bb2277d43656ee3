/** Asks the provider how a charge stands. */

import { ApplicationFailure } from '@temporalio/common'
import { paymentId } from '../db/attempt-ids.ts'
import { isAttemptOf, loadChargeAccount } from '../db/queries/charge/attempts.ts'
import { noteReturn, noteUnclearReturn } from '../db/queries/charge/contradictions.ts'
import { findPaidAmount, notePaidAmount } from '../db/queries/charge/paid-amounts.ts'
import type { AccountTransaction } from '../db/queries/charge/payments.ts'
import type { ChargeRow } from '../db/queries/charge/read.ts'
import { flagAttention, noteUnmappedWord } from '../db/queries/charge/transitions.ts'
import { givenBackByUs } from '../db/queries/disbursement/create.ts'
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
}

export interface ChargeQuestion {
  chargeId: string
  /** Another transaction than the charge's own: what an earlier attempt made. */
  transactionId?: string
  /** The account that holds it. */
  accountId?: string
  /** A signature vouches for `transactionId`; without one only our own reference proves that it is ours. */
  trusted?: boolean
  /** It is known that this transaction was paid: what was paid for it has been decided. */
  isPaid?: boolean
  /** The operator who takes the other amount that was paid for it beside the transaction that it shows. */
  takesOther?: { by?: string }
}

/** What the provider says of a charge, beside what we hold. */
export interface SeenCharge {
  /** What the provider's words mean for this charge. */
  reading: ChargeReading
  said: TransactionReading
  /** As it stood before the provider was asked. */
  charge: ChargeRow
}

/** As `seeCharge`: only what a workflow needs. */
export function readCharge(dependencies: ActivityDependencies, connections: Connections) {
  const see = seeCharge(dependencies, connections)
  const takeOthers = otherTaker(dependencies, see)
  return async (question: ChargeQuestion): Promise<ChargeReading> => {
    const { reading } = await see(question)
    // News of its own transaction comes before the decision, of which nothing is carried out then.
    const isNews = reading.status !== null && isSettled(reading.status)
    if (question.takesOther && !isNews) await takeOthers(question.chargeId, { ...question.takesOther, own: false })
    return reading
  }
}

/**
 * A read changes nothing, so whatever goes wrong may be tried again: keys are rotated, firewalls err. Only a transaction
 * that is not this charge's is final.
 * @throws ApplicationFailure with the provider error's kind (retry), or NotOurs.
 */
export function seeCharge(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async (question: ChargeQuestion): Promise<SeenCharge> => {
    const { chargeId, transactionId, accountId, trusted = false, isPaid: isKnownPaid = false } = question
    const found = await loadChargeAccount(db, chargeId, accountId)
    const asked = transactionId ?? found?.charge.transactionId
    if (!found || !asked) throw ApplicationFailure.nonRetryable('The charge has no such transaction', NOT_OURS)
    const { charge, account, platform } = found
    const isOwn = asked === charge.transactionId && account.id === charge.providerAccountId
    try {
      const connection = await openConnection(connections, account, platform, {
        now: new Date().toISOString(),
        id: charge.id,
        charge,
      })
      const { paymentMethod } = charge
      const reading = await drive(
        connection,
        connection.provider.readTransaction({ transactionId: asked, paymentMethod }, connection.context),
      )
      if (!isOwn) await assertOurs(chargeId, reading.reference, trusted)
      const of = { accountId: account.id, transactionId: asked }
      const status = await withoutOurReturns(charge, of, reading)
      // What was paid for has been decided: it is read on for what becomes of it.
      if (!isKnownPaid && !(isOwn && isPaid(charge.status))) {
        await assertAmount(charge, of, { ...reading, status }, isOwn)
      }
      await noteWord(charge, reading)
      if (connection.provider.tellsOfAsking) await noteAsking(db, { chargeId, transactionId: asked }, reading)
      const { rawStatus, unmapped } = reading
      return {
        reading: { status, ...defined({ rawStatus, unmapped: unmapped ? true : undefined }) },
        said: reading,
        charge,
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw askAgain(error)
    }
  }

  /** Where the provider gives our reference back it decides; where it does not, a signature must vouch for the id. */
  async function assertOurs(chargeId: string, reference: string | undefined, trusted: boolean): Promise<void> {
    const isOurs = reference === undefined ? trusted : await isAttemptOf(db, chargeId, reference)
    if (!isOurs) throw ApplicationFailure.nonRetryable("The transaction is not this charge's", NOT_OURS)
  }

  /** Where an unknown word waits, nothing else would ever speak of it. */
  async function noteWord(
    { id, provider }: ChargeRow,
    { status, unmapped, rawStatus }: TransactionReading,
  ): Promise<void> {
    if (!unmapped || (status !== null && isSettled(status))) return
    const word = defined({ rawStatus })
    if (!(await noteUnmappedWord(db, { chargeId: id, cause: 'poll', ...word }))) return
    dependencies.metrics.unmappedStatus(provider ?? '')
    dependencies.logger.warn({ chargeId: id, ...word }, 'unknown provider status')
  }

  /**
   * The provider's word for money that went back may be about refunds of ours. What was given back beside them is a refund that
   * somebody made there; where the provider has one word for any return it needs an operator too, unless the status says it.
   * A part that the banks took is no refund: it needs an operator alone. It is a part of what was paid, whatever was charged.
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
    const payment = { amount, ours: await givenBackByUs(db, paymentOf) }
    const meant = isReturn ? meaningOfReturn(status, { ...payment, returned, isSum: true }) : statusOf(reading, amount)
    // What the bank takes back is no refund.
    if (returned !== undefined && meant !== null && (bringsMoney(meant) || isRefunded(meant))) {
      await noteReturned(db, { chargeId: id, paymentId: paymentOf, returned, cause: 'poll' })
      const isAnybodys = isReturn === true || takenBack !== undefined
      if (takenBack || (isAnybodys && isReturnedElsewhere(returned, payment))) {
        await noteReturn(db, id, { returned: returned + (takenBack ?? 0), cause: 'poll' })
      }
    }
    // It may be our refund alone, or all the rest as well.
    if (meant === null) await noteUnclearReturn(db, id, payment.ours.all)
    return meant
  }

  /**
   * Another amount than was asked for is nobody's approval: a person must look. Where the reading states none, what a proved
   * notice has said counts, and what is asked about is not answered.
   */
  async function assertAmount(
    charge: ChargeRow,
    of: AccountTransaction,
    { amount: said, status }: TransactionReading,
    isOwn: boolean,
  ): Promise<void> {
    if (status === null || !bringsMoney(status)) return
    const known = (await findPaidAmount(db, charge.id, of)) ?? charge.amount
    const amount = said ?? known
    const isAskedAbout = charge.attentionReasons.includes('amountMismatch')
    // What nothing proves was asked about, and not kept.
    const isOther = amount !== charge.amount || (said === undefined && isAskedAbout)
    if (!isOther && !isAskedAbout && known === amount) return
    // Of a charge that is paid already, whatever else is paid is a second payment.
    const isAsked = isOther && (isOwn || !isPaid(charge.status))
    await db.transaction(async (tx) => {
      const isNews = await notePaidAmount(tx, charge.id, of, amount)
      if (isAsked && (isOwn || isNews)) await flagAttention(tx, charge.id, 'amountMismatch')
    })
    if (!isAsked) return
    if (isOwn) await noteReading(db, charge.id, { status, amount: amount === charge.amount ? said : amount })
    throw new ProviderError('Mismatch', 'The transaction has another amount')
  }
}
