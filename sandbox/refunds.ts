/** Each refund of a transaction by itself: most are done at once, and some take their time and may be given up. */
import { type Cents, cents } from '../domain/money.ts'
import { randomNumberId } from './identifiers.ts'
import type { Books } from './provider.ts'

export interface Refund {
  readonly id: string
  /** As the client names it; empty where it names none. */
  readonly reference: string
  readonly amount: Cents
  readonly stage: 'done' | 'pending' | 'denied'
}

/** `id`: at some providers the client chooses it. */
type NewRefund = Pick<Refund, 'amount' | 'reference'> & { readonly id?: string }

/** Without an amount it is of all that is left. */
export type RefundWish = Omit<NewRefund, 'amount'> & { readonly amount?: Cents }

type Records = Pick<Books, 'recall' | 'remember'>

const KIND = 'refunds'

/** The oldest first. */
export const refundsOf = (records: Records, transactionId: string): readonly Refund[] =>
  (records.recall(KIND, transactionId) ?? []) as readonly Refund[]

export const lastRefund = (records: Records, transactionId: string): Refund | undefined =>
  refundsOf(records, transactionId).at(-1)

export const pendingRefund = (records: Records, transactionId: string): Refund | undefined =>
  refundsOf(records, transactionId).find(({ stage }) => stage === 'pending')

/** Refunds in progress. */
export function promised(records: Records, transactionId: string): Cents {
  const pending = refundsOf(records, transactionId).filter(({ stage }) => stage === 'pending')
  return cents(pending.reduce((sum, { amount }) => sum + amount, 0))
}

export function noteRefund(
  records: Records,
  transactionId: string,
  { id = String(randomNumberId()), amount, reference }: NewRefund,
  stage: Refund['stage'],
): void {
  const refund = { id, reference, amount, stage }
  records.remember(KIND, transactionId, [...refundsOf(records, transactionId), refund])
}

export function endRefund(records: Records, transactionId: string, id: string, stage: 'done' | 'denied'): void {
  const refunds = refundsOf(records, transactionId).map((refund) => (refund.id === id ? { ...refund, stage } : refund))
  records.remember(KIND, transactionId, refunds)
}
