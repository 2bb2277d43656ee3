import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { defined } from '../../../../domain/defined.ts'
import { mailWaits } from '../../../../domain/mail.ts'
import { api } from '../../api/client.ts'
import type {
  Card,
  Charge,
  ChargeAttempts,
  ChargeEvents,
  ChargeList,
  ChargeMail,
  ChargeMails,
  ChargeTotals,
  Installments,
  NewCard,
  NewCharge,
  NewChargeMail,
  Payments,
} from '../../api/contract.ts'
import { pages } from '../../api/pages.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { sendOnce } from '../../api/tries.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import type { ChargeQuery } from './filters.ts'

const PAGE_SIZE = 25
const TOTALS_MS = 10_000

export const chargeQueries = {
  all: () => ['charges'] as const,
  lists: () => [...chargeQueries.all(), 'list'] as const,
  list: (query: ChargeQuery) =>
    pages([...chargeQueries.lists(), query], (cursor, signal) => fetchCharges(query, cursor, PAGE_SIZE, signal)),
  /** None where there has never been any. */
  newest: () =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'newest'],
      queryFn: ({ signal }) => api.get<ChargeList>('/v1/charges', { query: { limit: 1 }, signal }),
    }),
  /** Of every status at once, so that each tab knows how many it has. */
  totals: ({ status: _status, ending: _ending, needsAttention: _needsAttention, sort: _sort, ...query }: ChargeQuery) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'totals', query],
      queryFn: ({ signal }) => api.get<ChargeTotals>('/v1/charges/totals', { query, signal }),
      refetchInterval: TOTALS_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'detail', id],
      queryFn: ({ signal }) => api.get<Charge>(`/v1/charges/${encodeURIComponent(id)}`, { signal }),
    }),
  events: (id: string) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'events', id],
      queryFn: ({ signal }) => api.get<ChargeEvents>(`/v1/charges/${id}/events`, { signal }),
    }),
  /** What a buyer may choose from for this total at this account: without limits of ours it is what a charge is held to. */
  installments: (amount: number, providerAccountId: string | null) =>
    queryOptions({
      queryKey: ['installments', amount, providerAccountId],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) =>
        api.get<Installments>('/v1/installments', {
          query: { amount, providerAccountId: providerAccountId ?? undefined },
          signal,
        }),
    }),
  payments: (id: string) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'payments', id],
      queryFn: ({ signal }) => api.get<Payments>(`/v1/charges/${id}/payments`, { signal }),
    }),
  mails: (id: string) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'mails', id],
      queryFn: ({ signal }) => api.get<ChargeMails>(`/v1/charges/${id}/mails`, { signal }),
      refetchInterval: ({ state }) => refreshEvery(!!state.data?.data.some((mail) => mailWaits(mail.state))),
    }),
  attempts: (id: string) =>
    queryOptions({
      queryKey: [...chargeQueries.all(), 'attempts', id],
      queryFn: ({ signal }) => api.get<ChargeAttempts>(`/v1/charges/${id}/attempts`, { signal }),
    }),
}

export function fetchCharges(query: ChargeQuery, cursor: string | undefined, limit: number, signal?: AbortSignal) {
  return api.get<ChargeList>('/v1/charges', { query: { ...query, cursor, limit }, ...defined({ signal }) })
}

/** `key` is the same for every repeat of one submission: a repeat is answered, not charged again. */
export const postCharge = (charge: NewCharge, key: string) =>
  api.post<Charge>('/v1/charges', charge, { headers: { 'idempotency-key': key } })

export const mailCharge = (queries: QueryClient, id: string) =>
  mutationOptions({
    /** `kind`: the same again, once it is another mail that is asked for, is another request. */
    mutationFn: ({ kind, ...mail }: NewChargeMail & { kind: ChargeMail['kind'] | undefined }) =>
      sendOnce(attemptPlace('charge-mail'), { id, kind, ...mail }, ({ key }) =>
        api.post<ChargeMail>(`/v1/charges/${id}/mails`, mail, { headers: { 'idempotency-key': key } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: chargeQueries.mails(id).queryKey }),
  })

/** Shows a charge that was just made without asking for it again. */
export function rememberCharge(queries: QueryClient, charge: Charge): Promise<void> {
  queries.setQueryData(chargeQueries.detail(charge.id).queryKey, charge)
  return queries.invalidateQueries({ queryKey: chargeQueries.lists() })
}

/** Saved at the provider, or sealed by us: from here on only its id travels. */
export const saveCard = (card: NewCard) => api.post<Card>('/v1/cards', card)
