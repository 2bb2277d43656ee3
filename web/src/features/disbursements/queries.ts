/** What the pages ask about refunds and withdrawals: both are read, and decided about, in the same way. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type { DisbursementSort } from '../../../../domain/list-sort.ts'
import { api } from '../../api/client.ts'
import type {
  ChargeAttempts,
  DisbursementEvents,
  DisbursementKind,
  ListedRefundList,
  NewRefund,
  NewWithdrawal,
  Refund,
  RefundList,
  Withdrawal,
  WithdrawalList,
} from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { sendOnce } from '../../api/tries.ts'
import { chargeQueries } from '../charges/queries.ts'

const PAGE_SIZE = 25

type DisbursementQuery = {
  q?: string
  provider?: string
  createdFrom?: string
  createdTo?: string
  sort?: DisbursementSort
}
export type WithdrawalQuery = DisbursementQuery & { status?: string; paymentMethod?: string }
export type RefundQuery = DisbursementQuery & { state?: string; paymentMethod?: string }

const PATHS = { refund: '/v1/refunds', withdrawal: '/v1/withdrawals' } as const satisfies Record<
  DisbursementKind,
  string
>

export const disbursementQueries = {
  all: () => ['disbursements'] as const,
  withdrawals: (query: WithdrawalQuery) =>
    pages(
      [...disbursementQueries.all(), 'withdrawals', query],
      listAt<WithdrawalList>(PATHS.withdrawal, { ...query, limit: PAGE_SIZE }),
      {
        refetchInterval: ({ state }) =>
          refreshEvery(
            state.data?.pages.some(({ data }) => data.some(({ status }) => !isDisbursementSettled(status))) ?? false,
          ),
      },
    ),
  refunds: (query: RefundQuery) =>
    pages(
      [...disbursementQueries.all(), 'refunds', query],
      listAt<ListedRefundList>(PATHS.refund, { ...query, limit: PAGE_SIZE }),
      {
        refetchInterval: (running) =>
          refreshEvery(
            running.state.data?.pages.some(({ data }) => data.some(({ state }) => !isDisbursementSettled(state))) ??
              false,
          ),
      },
    ),
  withdrawal: (id: string) =>
    queryOptions({
      queryKey: [...disbursementQueries.all(), 'withdrawal', id],
      queryFn: ({ signal }) => api.get<Withdrawal>(`${PATHS.withdrawal}/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: ({ state }) => refreshEvery(!!state.data && !isDisbursementSettled(state.data.status)),
    }),
  refundsOf: (chargeId: string) =>
    queryOptions({
      queryKey: [...disbursementQueries.all(), 'refundsOf', chargeId],
      queryFn: ({ signal }) =>
        api.get<RefundList>(`/v1/charges/${chargeId}/refunds`, { query: { limit: 100 }, signal }),
      refetchInterval: ({ state }) =>
        refreshEvery(state.data?.data.some((refund) => !isDisbursementSettled(refund.state)) ?? false),
    }),
  events: (kind: DisbursementKind, id: string) =>
    queryOptions({
      queryKey: [...disbursementQueries.all(), kind, id, 'events'],
      queryFn: ({ signal }) => api.get<DisbursementEvents>(`${PATHS[kind]}/${id}/events`, { signal }),
      refetchInterval: refreshEvery(true),
    }),
  attempts: (kind: DisbursementKind, id: string) =>
    queryOptions({
      queryKey: [...disbursementQueries.all(), kind, id, 'attempts'],
      queryFn: ({ signal }) => api.get<ChargeAttempts>(`${PATHS[kind]}/${id}/attempts`, { signal }),
      refetchInterval: refreshEvery(true),
    }),
  refund: (id: string) =>
    queryOptions({
      queryKey: [...disbursementQueries.all(), 'refund', id],
      queryFn: ({ signal }) => api.get<Refund>(`${PATHS.refund}/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: ({ state }) => refreshEvery(!!state.data && !isDisbursementSettled(state.data.state)),
    }),
}

/** @param place where tries of it are kept. `key`: of the refund that this repeats or corrects. */
export const createRefund = (queries: QueryClient, chargeId: string, place: string) =>
  mutationOptions({
    mutationFn: ({ refund, key: shown }: { refund: NewRefund; key: string | undefined }) =>
      sendOnce(
        place,
        refund,
        ({ key }) =>
          api.post<Refund>(`/v1/charges/${chargeId}/refunds`, refund, { headers: { 'idempotency-key': key } }),
        { key: shown },
      ),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: disbursementQueries.all() })
      await queries.invalidateQueries({ queryKey: chargeQueries.all() })
    },
  })

/** @param place where tries of it are kept. @param onMade called once it is made, though its page has been left; `onError` so, too. */
export const createWithdrawal = (
  queries: QueryClient,
  place: string,
  { onMade, onError }: { onMade: (withdrawal: Withdrawal) => void; onError: (error: Error) => void },
) =>
  mutationOptions({
    mutationFn: (withdrawal: NewWithdrawal) =>
      sendOnce(place, withdrawal, ({ key }) =>
        api.post<Withdrawal>(PATHS.withdrawal, withdrawal, { headers: { 'idempotency-key': key } }),
      ),
    onSuccess: (withdrawal) => {
      onMade(withdrawal)
      return queries.invalidateQueries({ queryKey: disbursementQueries.all() })
    },
    onError,
  })
