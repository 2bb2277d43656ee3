import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OfferState } from '../../../../domain/selling.ts'
import { api } from '../../api/client.ts'
import type { NewOffer, Offer, OfferChange, OfferList } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { productQueries } from '../products/queries.ts'

const PATH = '/v1/offers'
const EVERY = ['offers'] as const
const PAGE_SIZE = 25

interface Wanted {
  /** Only this product's. */
  productId?: string
  state?: OfferState
  q?: string
  /** This one alone. */
  id?: string
}

export const offerQueries = {
  list: ({ id, ...wanted }: Wanted) =>
    pages(
      [...EVERY, { id, ...wanted }],
      id === undefined
        ? listAt<OfferList>(PATH, { ...wanted, limit: PAGE_SIZE })
        : async (_, signal) => ({ data: [await api.get<Offer>(`${PATH}/${id}`, { signal })], nextCursor: null }),
      { placeholderData: keepPreviousData },
    ),
  one: (id: string) =>
    queryOptions({
      queryKey: [...EVERY, id],
      queryFn: ({ signal }) => api.get<Offer>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
    }),
}

const readAgain = (queries: QueryClient) => () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: EVERY }),
    queries.invalidateQueries({ queryKey: productQueries.all() }),
  ])

export const addOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (offer: NewOffer) => api.post<Offer>(PATH, offer),
    onSuccess: readAgain(queries),
  })

export const changeOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: OfferChange & { id: string }) => api.patch<Offer>(`${PATH}/${id}`, change),
    onSettled: readAgain(queries),
  })
