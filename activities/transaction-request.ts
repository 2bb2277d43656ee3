import { attemptReference } from '../db/attempt-ids.ts'
import type { AttemptSnapshot } from '../db/queries/charge/attempts.ts'
import { defined } from '../domain/defined.ts'
import { cents } from '../domain/money.ts'
import type { TransactionRequest } from '../domain/transaction.ts'

/** Converts a stored charge to an adapter's request. `opened` holds the values that are sealed in its row, in clear. */
export function transactionRequest(
  { charge }: Pick<AttemptSnapshot, 'charge'>,
  attemptId: string,
  webhookUrl: string,
  opened: Pick<TransactionRequest, 'cardId' | 'cvv' | 'receiverToken'>,
): TransactionRequest {
  const { sealedReceiverToken: _sealed, ...extras } = charge.extras
  return {
    ...extras,
    amount: cents(charge.amount),
    currency: charge.currency,
    paymentMethod: charge.paymentMethod,
    items: charge.items,
    customer: charge.customer,
    installments: charge.installments,
    webhookUrl,
    reference: attemptReference(attemptId),
    ...defined({ orderId: charge.orderId ?? undefined, splits: charge.splits ?? undefined }),
    ...opened,
  }
}
