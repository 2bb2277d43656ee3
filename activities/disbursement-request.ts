/** Converts a stored disbursement to an adapter's request, and an adapter's result to the answer that is stored. */
import type { DisbursementAnswer } from '../db/queries/disbursement/attempt-ends.ts'
import type { NewDisbursementAttempt } from '../db/queries/disbursement/attempts.ts'
import type { DisbursementSnapshot } from '../db/queries/disbursement/snapshot.ts'
import { defined } from '../domain/defined.ts'
import { isPaidOut } from '../domain/disbursement.ts'
import { MESSAGES } from '../domain/messages.ts'
import { type Cents, cents } from '../domain/money.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { RefundRequest, RefundResult } from '../domain/refund.ts'
import type { TransactionKey } from '../domain/transaction.ts'
import type { WithdrawRequest, WithdrawResult } from '../domain/withdrawal.ts'
import type { Connection } from '../gateway/drive.ts'
import type { Steps } from '../providers/contract.ts'

/** `returned`: for a queued refund, the charge's refunded total according to the answer. */
export type SentAnswer = DisbursementAnswer & { returned?: Cents }

/** The flow that moves the money: the adapter's `refund` or `withdraw`. */
export function disbursementFlow(
  { provider, context }: Connection,
  snapshot: DisbursementSnapshot,
  attempt: NewDisbursementAttempt,
  webhookUrl: string,
): Steps<SentAnswer> {
  return snapshot.disbursement.kind === 'refund'
    ? refunded(provider.refund(refundRequest(snapshot, attempt), context))
    : withdrawn(provider.withdraw({ ...withdrawRequest(snapshot, attempt), webhookUrl }, context))
}

function* refunded(steps: Steps<RefundResult>): Steps<SentAnswer> {
  const { refundId, status, queued, returned, unknownWord } = yield* steps
  if (!status) throw new ProviderError('Declined', MESSAGES.errorApprovingRefund)
  const said = { externalId: refundId, ...defined({ returned }) }
  return queued ? { ...said, ...waiting(unknownWord) } : { ...said, status: 'APPROVED' }
}

/** The answer for a queued refund, with the provider's word if no table maps it. */
export const waiting = (unknownWord: string | undefined): DisbursementAnswer => ({
  status: 'PENDING',
  ...defined({ rawStatus: unknownWord, unmapped: unknownWord === undefined ? undefined : true }),
})

/** A withdrawal that is paid at once without an amount stays PENDING until it is read. If it cannot be read, an operator checks it. */
function* withdrawn(steps: Steps<WithdrawResult>): Steps<DisbursementAnswer> {
  const result = yield* steps
  const isUnstated = isPaidOut(result.status) && result.amount === undefined
  return withdrawalAnswer(isUnstated ? { ...result, status: 'PENDING' } : result)
}

/** The answer that is stored for a provider's withdrawal result. */
export function withdrawalAnswer({
  withdrawId,
  status,
  rawStatus,
  unmapped,
  approvedAt,
}: WithdrawResult): DisbursementAnswer {
  return {
    externalId: withdrawId,
    status,
    ...defined({ rawStatus, unmapped: unmapped || undefined, approvedAt }),
  }
}

/** What a refund's payment is called at its provider; undefined of a withdrawal. */
export function refundedPayment({ charge, payment, transactions }: DisbursementSnapshot): TransactionKey | undefined {
  if (!charge || !payment) return undefined
  const { transactionId } = payment
  return {
    transactionId,
    paymentMethod: charge.paymentMethod,
    beside: transactions.filter((one) => one !== transactionId),
  }
}

function refundRequest(snapshot: DisbursementSnapshot, { reference }: NewDisbursementAttempt): RefundRequest {
  const { disbursement, payment } = snapshot
  const key = refundedPayment(snapshot)
  if (!key || !payment) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  return { ...key, amount: cents(disbursement.amount), chargeAmount: cents(payment.amount), reference }
}

function withdrawRequest(
  { disbursement }: DisbursementSnapshot,
  { reference }: NewDisbursementAttempt,
): WithdrawRequest {
  if (disbursement.method === null) throw new ProviderError('InvalidRequest', MESSAGES.methodNotImplemented)
  return {
    ...disbursement.destination,
    paymentMethod: disbursement.method,
    amount: cents(disbursement.amount),
    withdrawReference: reference,
    description: disbursement.description ?? MESSAGES.defaultWithdrawDescription,
  }
}
