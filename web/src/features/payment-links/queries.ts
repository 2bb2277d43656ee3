import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PageState } from '../../../../domain/selling.ts'
import { api } from '../../api/client.ts'
import type { NewPaymentLink, PaymentLink, PaymentLinkChange, PaymentLinkList } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const PATH = '/v1/payment-links'
const EVERY = ['payment-links'] as const
const PAGE_SIZE = 25

interface Wanted {
  /** Only those for this product's offers. */
  productId?: string
  state?: PageState
  q?: string
  /** This one alone. */
  id?: string
}

export const linkQueries = {
  list: ({ id, ...wanted }: Wanted) =>
    pages(
      [...EVERY, { id, ...wanted }],
      id === undefined
        ? listAt<PaymentLinkList>(PATH, { ...wanted, limit: PAGE_SIZE })
        : async (_, signal) => ({ data: [await api.get<PaymentLink>(`${PATH}/${id}`, { signal })], nextCursor: null }),
      { placeholderData: keepPreviousData },
    ),
  one: (id: string) =>
    queryOptions({
      queryKey: [...EVERY, id],
      queryFn: ({ signal }) => api.get<PaymentLink>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
    }),
}

const readAgain = (queries: QueryClient) => () => queries.invalidateQueries({ queryKey: EVERY })

export const addLink = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (link: NewPaymentLink) => api.post<PaymentLink>(PATH, link),
    onSuccess: readAgain(queries),
  })

export const changeLink = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: PaymentLinkChange & { id: string }) =>
      api.patch<PaymentLink>(`${PATH}/${id}`, change),
    onSettled: readAgain(queries),
  })
