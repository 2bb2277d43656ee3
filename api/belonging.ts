/** `GET /:id/events` and the like: a short list of what belongs to one row, whole unless a `limit` asks for pages. */
import type { FastifyContextConfig, FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { actorOf } from './access/actor.ts'
import { notFound } from './problem.ts'
import { guarded } from './responses.ts'
import { IdParams } from './schemas/common.ts'
import { WholeListQuery } from './schemas/list.ts'
import { presentWhole } from './whole-list.ts'

type ItemOf<Schema extends TSchema> = Static<Schema> extends { data: (infer Item)[] } ? Item & { id: string } : never

interface Belonging<Schema extends TSchema> {
  config: FastifyContextConfig
  tags: string[]
  summary: string
  description?: string
  schema: Schema
  /** @returns undefined if the platform has no such row. */
  list(platformId: string, id: string): Promise<ItemOf<Schema>[] | undefined>
  missing?: () => Error
}

export function belongingRoute<Schema extends TSchema>(
  app: FastifyInstance,
  path: string,
  { config, schema, list, missing = notFound, ...said }: Belonging<Schema>,
): void {
  const response = { 200: schema, ...guarded(404) }
  const options: RouteShorthandOptions = {
    config,
    schema: { ...said, params: IdParams, querystring: WholeListQuery, response },
  }
  app.get(`/:id/${path}`, options, async (request) => {
    const { id } = request.params as Static<typeof IdParams>
    const items = await list(actorOf(request).platformId, id)
    if (!items) throw missing()
    return presentWhole(items, request.query as Static<typeof WholeListQuery>, (item) => item.id)
  })
}

type Shown<Schema extends TSchema> = Pick<Belonging<Schema>, 'schema' | 'list'>

interface History<Events extends TSchema, Attempts extends TSchema> {
  tags: string[]
  /** What it is the history of. */
  what: string
  events: Shown<Events>
  attempts: Shown<Attempts>
  missing?: () => Error
}

/** `GET /:id/events` and `/:id/attempts`, for sellers. */
export function historyRoutes<Events extends TSchema, Attempts extends TSchema>(
  app: FastifyInstance,
  { what, events, attempts, ...shared }: History<Events, Attempts>,
): void {
  const common = { config: { access: 'seller' }, ...shared } as const
  belongingRoute(app, 'events', { ...common, ...events, summary: `A ${what}'s history` })
  belongingRoute(app, 'attempts', { ...common, ...attempts, summary: 'What was said to providers, redacted' })
}
