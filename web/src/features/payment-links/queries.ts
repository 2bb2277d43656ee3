import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { NewPaymentLink, PaymentLink, PaymentLinkChange, PaymentLinkList } from '../../api/contract.ts'

const PATH = '/v1/payment-links'

export const linkQueries = {
  list: () =>
    queryOptions({
      queryKey: ['payment-links'],
      queryFn: ({ signal }) => api.get<PaymentLinkList>(PATH, { query: { limit: 100 }, signal }),
    }),
}

const readAgain = (queries: QueryClient) => () => queries.invalidateQueries(linkQueries.list())

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
