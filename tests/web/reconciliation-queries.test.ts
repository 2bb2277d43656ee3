import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listTotals } from '../../web/src/features/lists/queries.ts'
import {
  importStatement,
  reconciliationQueries,
  resolveItem,
  runReconciliation,
} from '../../web/src/features/reconciliation/queries.ts'

test.each([
  ['imported', (queries: QueryClient) => importStatement(queries).onSuccess],
  ['compared', (queries: QueryClient) => runReconciliation(queries).onSuccess],
  ['resolved', (queries: QueryClient) => resolveItem(queries).onSettled],
])('what was %s is read again in the list and in its numbers', async (_, afterwardsOf) => {
  const queries = new QueryClient()
  const keys = [
    reconciliationQueries.items({}).queryKey,
    listTotals('/v1/reconciliation/items', { state: 'open' }, 'kind').queryKey,
  ]
  for (const key of keys) queries.setQueryData<unknown>(key, {})
  const afterwards = afterwardsOf(queries) as unknown as () => Promise<unknown>
  await afterwards()
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
