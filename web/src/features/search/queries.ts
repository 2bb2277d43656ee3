/** Everything whose words begin as what was typed: the newest few of each kind. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  ChargeList,
  CustomerList,
  ListedDisputeList,
  ListedRefundList,
  OfferList,
  PaymentLinkList,
  ProductList,
  ReceiverList,
  WithdrawalList,
} from '../../api/contract.ts'

const FEW = 4

export type Found = Awaited<ReturnType<typeof findEverywhere>>

async function findEverywhere(q: string, signal: AbortSignal) {
  const ask = <List>(path: string) => api.get<List>(path, { query: { q, limit: FEW }, signal })
  const [charges, customers, refunds, withdrawals, receivers, disputes, products, offers, links] = await Promise.all([
    ask<ChargeList>('/v1/charges'),
    ask<CustomerList>('/v1/customers'),
    ask<ListedRefundList>('/v1/refunds'),
    ask<WithdrawalList>('/v1/withdrawals'),
    ask<ReceiverList>('/v1/receivers'),
    ask<ListedDisputeList>('/v1/disputes'),
    ask<ProductList>('/v1/products'),
    ask<OfferList>('/v1/offers'),
    ask<PaymentLinkList>('/v1/payment-links'),
  ])
  return {
    charges: charges.data,
    customers: customers.data,
    refunds: refunds.data,
    withdrawals: withdrawals.data,
    receivers: receivers.data,
    disputes: disputes.data,
    products: products.data,
    offers: offers.data,
    links: links.data,
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
