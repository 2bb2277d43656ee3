/** A stored payout as the adapters want it, and their answers as the rows want them. */

import type { PayoutAnswer } from '../db/queries/payout/attempt-ends.ts'
import type { NewPayoutAttempt, PayoutScene } from '../db/queries/payout/attempts.ts'
import { defined } from '../domain/defined.ts'
import { MESSAGES } from '../domain/messages.ts'
import { cents } from '../domain/money.ts'
import { isPaidOut } from '../domain/payout.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { RefundRequest, RefundResult } from '../domain/refund.ts'
import type { WithdrawRequest, WithdrawResult } from '../domain/withdrawal.ts'
import type { Connection } from '../gateway/drive.ts'
import type { Steps } from '../providers/contract.ts'

/** The flow that pays: the adapter's refund or withdraw. */
export function payoutFlow(
  { provider, context }: Connection,
  scene: PayoutScene,
  attempt: NewPayoutAttempt,
  webhookUrl: string,
): Steps<PayoutAnswer> {
  return scene.payout.kind === 'refund'
    ? refunded(provider.refund(refundRequest(scene, attempt), context))
    : withdrawn(provider.withdraw({ ...withdrawRequest(scene, attempt), webhookUrl }, context))
}

function* refunded(steps: Steps<RefundResult>): Steps<PayoutAnswer> {
  const { refundId, status, queued } = yield* steps
  if (!status) throw new ProviderError('Declined', MESSAGES.errorApprovingRefund)
  return { externalId: refundId, status: queued ? 'PENDING' : 'APPROVED' }
}

/** Paid at once, but nobody says how much: it is read before it is believed, and where it cannot be, an operator looks. */
function* withdrawn(steps: Steps<WithdrawResult>): Steps<PayoutAnswer> {
  const result = yield* steps
  const isUnstated = isPaidOut(result.status) && result.amount === undefined
  return withdrawalAnswer(isUnstated ? { ...result, status: 'PENDING' } : result)
}

/** A withdrawal as the provider reports it. */
export function withdrawalAnswer({
  withdrawId,
  status,
  rawStatus,
  unmapped,
  approvedAt,
}: WithdrawResult): PayoutAnswer {
  return {
    externalId: withdrawId,
    status,
    ...defined({ rawStatus }),
    ...(unmapped ? { unmapped } : {}),
    ...defined({ approvedAt }),
  }
}

function refundRequest({ payout, charge, payment }: PayoutScene, { reference }: NewPayoutAttempt): RefundRequest {
  if (!charge || !payment) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  const { paymentMethod } = charge
  const { transactionId } = payment
  const chargeAmount = cents(payment.amount)
  return { transactionId, paymentMethod, amount: cents(payout.amount), chargeAmount, reference }
}

function withdrawRequest({ payout }: PayoutScene, { reference }: NewPayoutAttempt): WithdrawRequest {
  if (payout.method === null) throw new ProviderError('InvalidRequest', MESSAGES.methodNotImplemented)
  return {
    ...payout.destination,
    paymentMethod: payout.method,
    amount: cents(payout.amount),
    withdrawReference: reference,
    description: payout.description ?? MESSAGES.defaultWithdrawDescription,
  }
}
