import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { defined } from '../../../../domain/defined.ts'
import { api } from '../../api/client.ts'
import type { NewOffer, Offer, OfferChange, OfferList, Product } from '../../api/contract.ts'

const PATH = '/v1/offers'
const EVERY = ['offers'] as const

export const offerQueries = {
  /** All, or a product's. */
  list: (productId?: string) =>
    queryOptions({
      queryKey: [...EVERY, productId ?? null],
      queryFn: ({ signal }) => api.get<OfferList>(PATH, { query: { limit: 100, ...defined({ productId }) }, signal }),
    }),
}

const readAgain = (queries: QueryClient) => () => queries.invalidateQueries({ queryKey: EVERY })

type Wanted = Omit<NewOffer, 'productId'> & { productId?: string; description?: string }

/** What is sold, unless it is there already, and its offer. */
export const addOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ description, productId, ...offer }: Wanted) => {
      const product = { name: offer.name, ...defined({ description }) }
      const sold = productId ?? (await api.post<Product>('/v1/products', product)).id
      return api.post<Offer>(PATH, { ...offer, productId: sold })
    },
    onSuccess: readAgain(queries),
  })

export const changeOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: OfferChange & { id: string }) => api.patch<Offer>(`${PATH}/${id}`, change),
    onSettled: readAgain(queries),
  })
