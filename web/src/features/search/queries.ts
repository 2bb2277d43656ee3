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
  ProviderAccountList,
  ReceiverList,
  WithdrawalList,
} from '../../api/contract.ts'

const FEW = 4
/** Newer ones than these are found, older ones are not. */
const MOST = 100
const FRESH_MS = 30_000

export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>

export type Found = Awaited<ReturnType<typeof findEverywhere>>

async function findEverywhere(q: string, signal: AbortSignal) {
  const ask = <List>(path: string) => api.get<List>(path, { query: { q, limit: FEW }, signal })
  const [charges, customers, refunds, withdrawals, receivers, disputes] = await Promise.all([
    ask<ChargeList>('/v1/charges'),
    ask<CustomerList>('/v1/customers'),
    ask<ListedRefundList>('/v1/refunds'),
    ask<WithdrawalList>('/v1/withdrawals'),
    ask<ReceiverList>('/v1/receivers'),
    ask<ListedDisputeList>('/v1/disputes'),
  ])
  return {
    charges: charges.data,
    customers: customers.data,
    refunds: refunds.data,
    withdrawals: withdrawals.data,
    receivers: receivers.data,
    disputes: disputes.data,
  }
}

/** What a platform has few of: all of it, for the search to look through. */
async function readCatalogue(signal: AbortSignal) {
  const ask = <List>(path: string) => api.get<List>(path, { query: { limit: MOST }, signal })
  const [products, offers, links, accounts] = await Promise.all([
    ask<ProductList>('/v1/products'),
    ask<OfferList>('/v1/offers'),
    ask<PaymentLinkList>('/v1/payment-links'),
    ask<ProviderAccountList>('/v1/provider-accounts'),
  ])
  return { products: products.data, offers: offers.data, links: links.data, accounts: accounts.data }
}

export const searchQueries = {
  catalogue: () =>
    queryOptions({
      queryKey: ['search', 'catalogue'],
      queryFn: ({ signal }) => readCatalogue(signal),
      staleTime: FRESH_MS,
    }),
  everywhere: (q: string) =>
    queryOptions({
      queryKey: ['search', q],
      queryFn: ({ signal }) => findEverywhere(q, signal),
      enabled: q.length > 1,
      gcTime: 0,
    }),
}
