/** A provider's own view of the ledger. */
import type { Ledger } from './ledger.ts'
import { type Books, type FakeProvider, refusesRefunds } from './provider.ts'

export function openBooks(provider: FakeProvider, ledger: Ledger, baseUrl: string, now: () => number): Books {
  const { account, statuses, withdrawalStatuses } = provider
  const code = account.provider
  const books: Books = {
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
    refund: (transaction, refund) => {
      const left = transaction.amount - transaction.refunded
      if (transaction.stage !== 'paid' || refund.amount > left || refusesRefunds(books, transaction.id)) return null
      const stage = refund.amount === left ? 'refunded' : 'paid'
      const word = stage === 'paid' ? provider.partlyRefunded : undefined
      const status = word ?? statuses[stage] ?? transaction.status
      return ledger.refund(transaction, { ...refund, stage, status, at: now() })
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
    remember: (kind, key, value) => ledger.remember(code, kind, key, value),
    recall: (kind, key) => ledger.recall(code, kind, key),
  }
  return books
}
