import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  NewRoutingRule,
  RoutingDecision,
  RoutingRule,
  RoutingRuleChange,
  RoutingRuleList,
  SimulatedMovement,
} from '../../api/contract.ts'

export const routingQueries = {
  rules: () =>
    queryOptions({
      queryKey: ['routing-rules'],
      queryFn: ({ signal }) => api.get<RoutingRuleList>('/v1/routing-rules', { signal }),
    }),
  /** Decided once, and never otherwise. */
  decision: (kind: 'charges' | 'withdrawals', id: string) =>
    queryOptions({
      queryKey: ['routing', kind, id],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => api.get<RoutingDecision>(`/v1/${kind}/${id}/routing`, { signal }),
    }),
}

const reload = (queries: QueryClient) => queries.invalidateQueries({ queryKey: routingQueries.rules().queryKey })

export const createRule = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (rule: NewRoutingRule) => api.post<RoutingRule>('/v1/routing-rules', rule),
    onSuccess: () => reload(queries),
  })

export const changeRules = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (changes: readonly (RoutingRuleChange & { id: string })[]) => {
      for (const { id, ...change } of changes) await api.patch<RoutingRule>(`/v1/routing-rules/${id}`, change)
    },
    onSettled: () => reload(queries),
  })

export const deleteRule = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete(`/v1/routing-rules/${id}`),
    onSettled: () => reload(queries),
  })

export const simulate = () =>
  mutationOptions({
    mutationFn: (movement: SimulatedMovement) => api.post<RoutingDecision>('/v1/routing-rules/simulate', movement),
  })
