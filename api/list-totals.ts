/** `GET /totals` of a list: the same filters, and how many they let through. */
import type { FastifyInstance } from 'fastify'
import { type TObject, type TProperties, Type } from 'typebox'
import type { ListCounts } from '../db/queries/list/counts.ts'
import { type Access, actorOf } from './access/actor.ts'
import { guarded } from './responses.ts'
import { ListTotals } from './schemas/list.ts'

interface Counting {
  /** What the clients' operation is called. */
  operationId: string
  tag: string
  summary: string
  /** The list's own. */
  query: TObject
  path?: string
  access?: Access
  /** What the tabs are of. */
  by?: string
  count(platformId: string, filter: Record<string, unknown>): Promise<ListCounts>
}

export function totalsRoute(
  app: FastifyInstance,
  { operationId, tag, summary, query, path = '/totals', access = 'seller', by = 'status', count }: Counting,
): void {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query.properties as TProperties
  app.get(
    path,
    {
      config: { access },
      schema: {
        operationId,
        tags: [tag],
        summary,
        description: `In all and by ${by}; what a ${by} filter asks for does not matter.`,
        querystring: Type.Object(filters),
        response: { 200: ListTotals, ...guarded() },
      },
    },
    (request) => count(actorOf(request).platformId, request.query as Record<string, unknown>),
  )
}
