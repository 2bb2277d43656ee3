import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { defined } from '../../../../domain/defined.ts'
import { api } from '../../api/client.ts'
import type { NewPaymentLink, PaymentLink, PaymentLinkChange, PaymentLinkList } from '../../api/contract.ts'

const PATH = '/v1/payment-links'
const EVERY = ['payment-links'] as const

export const linkQueries = {
  /** All, or those for a product's offers. */
  list: (productId?: string) =>
    queryOptions({
      queryKey: [...EVERY, productId ?? null],
      queryFn: ({ signal }) =>
        api.get<PaymentLinkList>(PATH, { query: { limit: 100, ...defined({ productId }) }, signal }),
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
