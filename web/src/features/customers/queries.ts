/** What the pages ask about who bought. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { CustomerList, KnownCustomer } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { attentionQueries } from '../attention/queries.ts'
import { chargeQueries } from '../charges/queries.ts'
import { disbursementQueries } from '../disbursements/queries.ts'
import { disputeQueries } from '../disputes/queries.ts'

const PATH = '/v1/customers'
const PAGE_SIZE = 25
/** They buy at any moment. */
const REFRESH_MS = 10_000

const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

export const customerQueries = {
  all: () => ['customers'] as const,
  list: (query: { q?: string; sort?: string }) =>
    pages([...customerQueries.all(), 'list', query], listAt<CustomerList>(PATH, { ...query, limit: PAGE_SIZE }), {
      refetchInterval: REFRESH_MS,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'one', id],
      queryFn: ({ signal }) => api.get<KnownCustomer>(pathOf(id), { signal }),
      refetchInterval: REFRESH_MS,
    }),
}

/** Nothing of them is kept here: their charges are shown without a name from then on. Their page itself is left by who erased. */
export const eraseCustomer = (queries: QueryClient, { id }: KnownCustomer) =>
  mutationOptions({
    mutationFn: () => api.delete<undefined>(pathOf(id)),
    onSuccess: () => {
      for (const { all } of [chargeQueries, customerQueries, disbursementQueries, attentionQueries, disputeQueries]) {
        queries.removeQueries({ queryKey: all(), type: 'inactive' })
      }
      return queries.invalidateQueries({ queryKey: chargeQueries.all() })
    },
  })
