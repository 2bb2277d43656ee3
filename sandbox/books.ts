/** A provider's own view of the ledger. */
import type { Ledger } from './ledger.ts'
import type { Books, FakeProvider } from './provider.ts'

export function openBooks(provider: FakeProvider, ledger: Ledger, baseUrl: string, now: () => number): Books {
  const { account, statuses } = provider
  const code = account.provider
  return {
    account,
    baseUrl,
    now,
    create: (transaction) => ledger.create(code, statuses.pending ?? 'pending', now(), transaction),
    find: (id) => ledger.find(code, id),
    findByReference: (reference) => ledger.findByReference(code, reference),
    createdBetween: (from, to) => ledger.createdBetween(code, from, to),
    remember: (kind, key, value) => ledger.remember(code, kind, key, value),
    recall: (kind, key) => ledger.recall(code, kind, key),
  }
}
