/** The fake providers' control interface, through the API: local mode only, and in no contract. */
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export interface LedgerTransaction {
  provider: string
  id: string
  reference: string
  /** Integer cents. */
  amount: number
  /** The provider's own word. */
  status: string
  stage: 'pending' | 'paid' | 'refused' | 'expired' | 'refunded' | 'chargeback'
  createdAt: string
  moneyRequests?: number
  /** Whose it is; null where it is no charge of this platform. */
  charge: { id: string; orderId: string | null; customerName: string } | null
}

export const BUYER_ACTIONS = ['pay', 'refuse', 'expire', 'refund', 'chargeback', 'win', 'resend'] as const
export type BuyerAction = (typeof BUYER_ACTIONS)[number]

/** Money on its way out, as the provider has it. */
export interface LedgerWithdrawal {
  provider: string
  id: string
  /** Integer cents. */
  amount: number
  /** The provider's own word. */
  status: string
  stage: 'pending' | 'paid' | 'refused' | 'canceled'
  createdAt: string
  /** Whose it is; null where it is no withdrawal of this platform. */
  withdrawal: { id: string; reference: string | null; holder: string | null } | null
  /** What its bank can still do to it. */
  actions: BankAction[]
}

export type BankAction = 'settle' | 'reject' | 'cancel' | 'return'

export const FAULTS = [
  'commitThenDrop',
  'dropBeforeCommit',
  'serverError',
  'serverErrorAfterCommit',
  'rateLimited',
  'slow',
  'htmlBody',
  'malformedBody',
  'duplicateWebhook',
  'webhookBeforeResponse',
  'outOfOrderWebhooks',
  'noWebhook',
] as const
export type Fault = (typeof FAULTS)[number]

/** These strike the notices that a provider posts; all others an answer that it gives. */
export const WEBHOOK_FAULTS: readonly Fault[] = [
  'duplicateWebhook',
  'webhookBeforeResponse',
  'outOfOrderWebhooks',
  'noWebhook',
]

export interface FaultRule {
  provider: string
  operation: string
  fault: Fault
  /** 0 until it is removed. */
  times: number
}

const BASE = '/v1/playground'
const REFRESH_MS = 2_000
/** What one is at work on is among the newest; what stands below the table has to be within reach. */
export const LEDGER_PAGE = 20
/** Among how many of the newest a search looks: the fake providers know no names, so the page does. */
export const SEARCHED = 1_000

export const playgroundQueries = {
  all: () => ['playground'] as const,
  transactions: (provider: string | null, shown: number) =>
    queryOptions({
      queryKey: ['playground', 'transactions', provider, shown],
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      queryFn: ({ signal }) =>
        api.get<{ data: LedgerTransaction[] }>(`${BASE}/transactions`, {
          query: { provider: provider ?? undefined, limit: shown },
          signal,
        }),
    }),
  withdrawals: (provider: string | null, shown: number) =>
    queryOptions({
      queryKey: ['playground', 'withdrawals', provider, shown],
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      queryFn: ({ signal }) =>
        api.get<{ data: LedgerWithdrawal[] }>(`${BASE}/withdrawals`, {
          query: { provider: provider ?? undefined, limit: shown },
          signal,
        }),
    }),
  operations: () =>
    queryOptions({
      queryKey: ['playground', 'operations'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) =>
        api.get<{ data: { provider: string; operation: string }[] }>(`${BASE}/operations`, { signal }),
    }),
  faults: () =>
    queryOptions({
      queryKey: ['playground', 'faults'],
      refetchInterval: REFRESH_MS,
      queryFn: ({ signal }) => api.get<{ data: FaultRule[] }>(`${BASE}/faults`, { signal }),
    }),
}

const refresh = (queries: QueryClient) => () => queries.invalidateQueries({ queryKey: playgroundQueries.all() })

export const actAsBuyer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      transaction: { provider, id },
      action,
    }: {
      transaction: LedgerTransaction
      action: BuyerAction
    }) => {
      const target = `${encodeURIComponent(provider)}/${encodeURIComponent(id)}`
      return api.post(
        action === 'resend' ? `${BASE}/webhooks/${target}/resend` : `${BASE}/transactions/${target}/${action}`,
      )
    },
    onSettled: refresh(queries),
  })

export const actAsBank = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ withdrawal: { provider, id }, action }: { withdrawal: LedgerWithdrawal; action: BankAction }) =>
      api.post(`${BASE}/withdrawals/${encodeURIComponent(provider)}/${encodeURIComponent(id)}/${action}`),
    onSettled: refresh(queries),
  })

export const setFault = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ provider, operation, fault, times }: FaultRule) =>
      api.put(`${BASE}/faults/${provider}/${encodeURIComponent(operation)}`, { fault, times }),
    onSettled: refresh(queries),
  })

export const clearFaults = (queries: QueryClient) =>
  mutationOptions({ mutationFn: () => api.delete(`${BASE}/faults`), onSettled: refresh(queries) })
