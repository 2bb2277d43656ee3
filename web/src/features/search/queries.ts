/** Everything whose words begin as what was typed: the newest few of each kind. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { ChargeList, CustomerList, ListedRefundList, ReceiverList, WithdrawalList } from '../../api/contract.ts'

const FEW = 4

export type Found = Awaited<ReturnType<typeof findEverywhere>>

async function findEverywhere(q: string, signal: AbortSignal) {
  const ask = <List>(path: string) => api.get<List>(path, { query: { q, limit: FEW }, signal })
  const [charges, customers, refunds, withdrawals, receivers] = await Promise.all([
    ask<ChargeList>('/v1/charges'),
    ask<CustomerList>('/v1/customers'),
    ask<ListedRefundList>('/v1/refunds'),
    ask<WithdrawalList>('/v1/withdrawals'),
    ask<ReceiverList>('/v1/receivers'),
  ])
  return {
    charges: charges.data,
    customers: customers.data,
    refunds: refunds.data,
    withdrawals: withdrawals.data,
    receivers: receivers.data,
  }
}

export const searchQueries = {
  everywhere: (q: string) =>
    queryOptions({
      queryKey: ['search', q],
      queryFn: ({ signal }) => findEverywhere(q, signal),
      enabled: q.length > 1,
      gcTime: 0,
    }),
}
