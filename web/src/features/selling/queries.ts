import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  NewOffer,
  NewPaymentLink,
  Offer,
  OfferChange,
  OfferList,
  PaymentLink,
  PaymentLinkChange,
  PaymentLinkList,
  Product,
} from '../../api/contract.ts'

const OFFERS = '/v1/offers'
const LINKS = '/v1/payment-links'
const MOST = { limit: 100 }

export const offerQueries = {
  list: () =>
    queryOptions({
      queryKey: ['offers'],
      queryFn: ({ signal }) => api.get<OfferList>(OFFERS, { query: MOST, signal }),
    }),
}

export const linkQueries = {
  list: () =>
    queryOptions({
      queryKey: ['payment-links'],
      queryFn: ({ signal }) => api.get<PaymentLinkList>(LINKS, { query: MOST, signal }),
    }),
}

const readAgain = (queries: QueryClient, queryKey: readonly string[]) => () => queries.invalidateQueries({ queryKey })

/** What is sold, and its offer. */
export const addOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ description, ...offer }: Omit<NewOffer, 'productId'> & { description?: string }) => {
      const product = { name: offer.name, ...(description ? { description } : {}) }
      const { id: productId } = await api.post<Product>('/v1/products', product)
      return api.post<Offer>(OFFERS, { ...offer, productId })
    },
    onSuccess: readAgain(queries, offerQueries.list().queryKey),
  })

export const changeOffer = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: OfferChange & { id: string }) => api.patch<Offer>(`${OFFERS}/${id}`, change),
    onSettled: readAgain(queries, offerQueries.list().queryKey),
  })

export const addLink = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (link: NewPaymentLink) => api.post<PaymentLink>(LINKS, link),
    onSuccess: readAgain(queries, linkQueries.list().queryKey),
  })

export const changeLink = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: PaymentLinkChange & { id: string }) =>
      api.patch<PaymentLink>(`${LINKS}/${id}`, change),
    onSettled: readAgain(queries, linkQueries.list().queryKey),
  })
