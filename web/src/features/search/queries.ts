/** Everything whose words begin as what was typed: the newest few of each kind. What has an id alone is found by it. */
import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../../../domain/uuid.ts'
import { ApiError, api } from '../../api/client.ts'
import type {
  AuditEntry,
  ChargeList,
  CustomerList,
  Export,
  ListedDisputeList,
  ListedRefundList,
  Me,
  OfferList,
  PaymentLinkList,
  ProductList,
  ReceiverList,
  ReconciliationItem,
  WebhookDelivery,
  WebhookEvent,
  WithdrawalList,
} from '../../api/contract.ts'
import { mayOperate } from '../session/session-context.ts'

const FEW = 4

export type Found = Awaited<ReturnType<typeof findEverywhere>>

/** What has an id and no words: the one that was pasted, of what this user may see. @returns null where there is none. */
async function findById(id: string, me: Me, signal: AbortSignal) {
  const ask = async <Row>(isSeen: boolean, path: string): Promise<Row | null> => {
    if (!isSeen || !isUuid(id)) return null
    return api.get<Row>(`${path}/${id}`, { signal }).catch((error: unknown) => {
      // What was found otherwise is shown all the same.
      if (error instanceof ApiError) return null
      throw error
    })
  }
  const [received, delivery, difference, entry, file] = await Promise.all([
    ask<WebhookEvent>(mayOperate(me), '/v1/webhook-events'),
    ask<WebhookDelivery>(mayOperate(me), '/v1/webhook-deliveries'),
    ask<ReconciliationItem>(mayOperate(me), '/v1/reconciliation/items'),
    ask<AuditEntry>(me.role === 'admin', '/v1/audit-log'),
    ask<Export>(true, '/v1/exports'),
  ])
  return { received, delivery, difference, entry, file }
}

async function findEverywhere(q: string, me: Me, signal: AbortSignal) {
  const ask = <List>(path: string) => api.get<List>(path, { query: { q, limit: FEW }, signal })
  const [byId, charges, customers, refunds, withdrawals, receivers, disputes, products, offers, links] =
    await Promise.all([
      findById(q.toLowerCase(), me, signal),
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
    byId,
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
  everywhere: (q: string, me: Me) =>
    queryOptions({
      queryKey: ['search', q],
      queryFn: ({ signal }) => findEverywhere(q, me, signal),
      enabled: q.length > 1,
      gcTime: 0,
    }),
}
