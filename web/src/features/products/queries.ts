import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Product, ProductChange } from '../../api/contract.ts'

const PATH = '/v1/products'

export const productQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: ['products', id],
      queryFn: ({ signal }) => api.get<Product>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
    }),
}

export const changeProduct = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: ProductChange & { id: string }) => api.patch<Product>(`${PATH}/${id}`, change),
    onSettled: (_product, _error, { id }) => queries.invalidateQueries(productQueries.one(id)),
  })
