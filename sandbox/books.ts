/** A provider's own view of the ledger. */
import { type Cents, cents } from '../domain/money.ts'
import type { Ledger } from './ledger.ts'
import { type Books, type FakeProvider, refusesRefunds, type Transaction } from './provider.ts'
import { endRefund, noteRefund, pendingRefund, promised, type RefundWish } from './refunds.ts'

const inFull = ({ amount, refunded }: Transaction, wish: RefundWish) => ({
  ...wish,
  amount: wish.amount ?? cents(amount - refunded),
})

export function openBooks(provider: FakeProvider, ledger: Ledger, baseUrl: string, now: () => number): Books {
  const { account, statuses, withdrawalStatuses } = provider
  const code = account.provider
  const records: Pick<Books, 'remember' | 'recall'> = {
    remember: (kind, key, value) => ledger.remember(code, kind, key, value),
    recall: (kind, key) => ledger.recall(code, kind, key),
  }
  const canGive = ({ id, stage, amount, refunded }: Transaction, wished: number) =>
    stage === 'paid' && wished <= amount - refunded - promised(records, id) && !refusesRefunds(records, id)
  const giveBack = (transaction: Transaction, refund: { amount: Cents; reference: string }) => {
    const isAll = transaction.refunded + refund.amount === transaction.amount
    const stage = isAll ? 'refunded' : 'paid'
    const word = isAll ? undefined : provider.partlyRefunded
    const status = word ?? statuses[stage] ?? transaction.status
    const { amount, reference } = refund
    return ledger.refund(transaction, { amount, reference, stage, status, at: now() })
  }
  return {
    account,
    baseUrl,
    now,
    create: (transaction) => {
      const stage = transaction.stage ?? 'pending'
      return ledger.create(code, statuses[stage] ?? stage, now(), transaction)
    },
    find: (id) => ledger.find(code, id),
    findByReference: (reference) => ledger.findByReference(code, reference),
    createdBetween: (from, to) => ledger.createdBetween(code, from, to),
    refund: (transaction, wish) => {
      const refund = inFull(transaction, wish)
      if (!canGive(transaction, refund.amount)) return null
      noteRefund(records, transaction.id, refund, 'done')
      return giveBack(transaction, refund)
    },
    beginRefund: (transaction, wish) => {
      const refund = inFull(transaction, wish)
      if (!canGive(transaction, refund.amount)) return null
      noteRefund(records, transaction.id, refund, 'pending')
      return transaction
    },
    endRefund: (transaction, stage) => {
      const refund = pendingRefund(records, transaction.id)
      if (!refund) return null
      endRefund(records, transaction.id, refund.id, stage)
      return stage === 'done' ? giveBack(transaction, refund) : transaction
    },
    cancel: (transaction, status) => {
      if (transaction.stage === 'refused' && transaction.status === status) return transaction
      if (transaction.stage !== 'pending' && transaction.stage !== 'expired') return null
      return ledger.move(transaction, { stage: 'refused', status, at: now(), endToEndId: null })
    },
    withdraw: (withdrawal) => {
      const stage = withdrawal.stage ?? 'pending'
      return ledger.withdraw(code, withdrawalStatuses?.[stage] ?? stage, now(), withdrawal)
    },
    findWithdrawal: (id) => ledger.findWithdrawal(code, id),
    findWithdrawalByReference: (reference) => ledger.findWithdrawalByReference(code, reference),
    balance: () => ledger.balance(code),
    ...records,
  }
}
