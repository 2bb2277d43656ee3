import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Product, ProductChange, ProductList } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const PATH = '/v1/products'
const PAGE_SIZE = 25

export const productQueries = {
  all: () => ['products'] as const,
  list: (wanted: { q?: string }) =>
    pages([...productQueries.all(), 'list', wanted], listAt<ProductList>(PATH, { ...wanted, limit: PAGE_SIZE }), {
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...productQueries.all(), id],
      queryFn: ({ signal }) => api.get<Product>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
    }),
}

export const changeProduct = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: ProductChange & { id: string }) => api.patch<Product>(`${PATH}/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: productQueries.all() }),
  })
