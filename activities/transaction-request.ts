import type { AttemptScene } from '../db/queries/attempts.ts'
import { cents } from '../domain/money.ts'
import type { TransactionRequest } from '../domain/transaction.ts'

/** The stored charge as the adapters want it; `cardToken` is what stands for the card at the attempt's provider. */
export function transactionRequest(
  { charge }: Pick<AttemptScene, 'charge'>,
  attemptId: string,
  webhookUrl: string,
  cardToken: string | undefined,
): TransactionRequest {
  const { offerId: _offerId, ...extras } = charge.extras
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
    ...(charge.orderId === null ? {} : { orderId: charge.orderId }),
    ...(charge.splits === null ? {} : { splits: charge.splits }),
    ...(cardToken === undefined ? {} : { cardId: cardToken }),
  }
}

/** What the provider sees of an attempt's id: 32 hexadecimal characters, fit for a BACEN txid and every other reference field. */
export function attemptReference(attemptId: string): string {
  return attemptId.replaceAll('-', '')
}
