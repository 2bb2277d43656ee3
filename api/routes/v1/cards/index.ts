import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { listCards, removeCard } from '../../../../db/queries/card/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { presentCard, saveCard } from '../../../card/create.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { Card, CardList, NewCard } from '../../../schemas/card.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'

const tags = ['Cards']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const sealKey = deriveKey(app.settings.masterKey, 'seal')

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Save a card',
        description:
          'The card goes to its provider, or is sealed for it; what comes back charges it, and shows nothing of it.',
        headers: IdempotencyHeaders,
        body: NewCard,
        response: { 201: Card, ...guarded(409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      return oncePerKey(request, reply, (work) => saveCard(app, platformId, request.body, work), { sealKey })
    },
  )

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List saved cards',
        querystring: ListQuery,
        response: { 200: CardList, ...guarded() },
      },
    },
    async (request) => {
      const page = pageFrom(request.query)
      const { platformId } = actorOf(request)
      return presentPage(await app.database.read((db) => listCards(db, platformId, page)), presentCard)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a saved card',
        description: 'What stands for it is forgotten at once; the charges that it paid stay.',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await removeCard(app.database.writer, actorOf(request).platformId, id))) throw notFound()
      await audit(request, { action: 'card.remove', target: `card/${id}` })
      return reply.code(204).send(null)
    },
  )
}

export default routes
