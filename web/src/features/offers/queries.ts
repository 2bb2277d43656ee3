import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { NewOffer, Offer, OfferChange, OfferList, Product } from '../../api/contract.ts'

const PATH = '/v1/offers'

export const offerQueries = {
  list: () =>
    queryOptions({
      queryKey: ['offers'],
      queryFn: ({ signal }) => api.get<OfferList>(PATH, { query: { limit: 100 }, signal }),
    }),
}

const readAgain = (queries: QueryClient) => () => queries.invalidateQueries(offerQueries.list())

/** What is sold, and its offer. */
export const addOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ description, ...offer }: Omit<NewOffer, 'productId'> & { description?: string }) => {
      const product = { name: offer.name, ...(description ? { description } : {}) }
      const { id: productId } = await api.post<Product>('/v1/products', product)
      return api.post<Offer>(PATH, { ...offer, productId })
    },
    onSuccess: readAgain(queries),
  })

export const changeOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: OfferChange & { id: string }) => api.patch<Offer>(`${PATH}/${id}`, change),
    onSettled: readAgain(queries),
  })
