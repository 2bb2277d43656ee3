import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countReceivers, listReceivers, type ReceiverFilter } from '../../../../db/queries/receiver/list.ts'
import { findReceiver, listReceiverEvents } from '../../../../db/queries/receiver/read.ts'
import { MESSAGES } from '../../../../domain/messages.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { historyRoutes } from '../../../belonging.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { problem } from '../../../problem.ts'
import { createReceiver } from '../../../receiver/create.ts'
import { deletePaper, presentPapers } from '../../../receiver/papers.ts'
import {
  presentBankAccount,
  presentReceiver,
  presentReceiverAttempt,
  presentReceiverEvent,
  presentReceiverToken,
} from '../../../receiver/present.ts'
import { guarded } from '../../../responses.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import {
  NewReceiver,
  PaperParams,
  Receiver,
  ReceiverAttempts,
  ReceiverEvents,
  ReceiverList,
  ReceiverListQuery,
  ReceiverPapers,
} from '../../../schemas/receiver.ts'

const tags = ['Receivers']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { read, writer } = app.database

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Open a receiver',
        description:
          'At its provider, who may take days to approve it: follow `status`. 202 also while it cannot be reached and surely nothing was sent: it is tried again, and after a while an operator decides (`providerUnreachable`).',
        headers: IdempotencyHeaders,
        body: NewReceiver,
        response: { 201: Receiver, 202: Receiver, ...guarded(409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const { body, id: requestId } = request
      const actor = actorOf(request)
      return oncePerKey(request, reply, (work) => createReceiver(app, { actor, body, requestId }, work), {
        makes: { kind: 'receiver' },
      })
    },
  )

  totalsRoute(app, {
    operationId: 'getReceiverTotals',
    tag: 'Receivers',
    summary: 'Count receivers',
    query: ReceiverListQuery,
    count: (platformId, filter) => read((db) => countReceivers(db, platformId, filter)),
  })

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List receivers',
        querystring: ReceiverListQuery,
        response: { 200: ReceiverList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, ...filter } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const { platformId } = actorOf(request)
      const receivers = await read((db) => listReceivers(db, platformId, filter as ReceiverFilter, page))
      return presentPage(receivers, presentReceiver)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'A receiver', params: IdParams, response: { 200: Receiver, ...guarded(404) } },
    },
    async (request) => {
      const row = await findReceiver(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw receiverNotFound()
      const receiverToken = presentReceiverToken(row)
      return { ...presentReceiver(row), receiverToken, bankAccount: presentBankAccount(row) }
    },
  )

  app.get(
    '/:id/documents',
    {
      config,
      schema: {
        tags,
        summary: 'List a receiver’s documents',
        params: IdParams,
        response: { 200: ReceiverPapers, ...guarded(404) },
      },
    },
    async (request) => {
      const row = await findReceiver(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw receiverNotFound()
      await audit(request, { action: 'receiver.documents.read', target: `receiver/${row.id}` })
      return { data: await presentPapers(row, app.storage), nextCursor: null }
    },
  )

  app.delete(
    '/:id/documents/:name',
    {
      config,
      schema: {
        tags,
        summary: 'Delete one of a receiver’s documents',
        description: 'For good, once its provider has answered.',
        params: PaperParams,
        response: { 204: NoContent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params
      await deletePaper(app, actorOf(request).platformId, { id, name })
      await audit(request, { action: 'receiver.document.delete', target: `receiver/${id}`, detail: { name } })
      return reply.code(204).send(null)
    },
  )

  historyRoutes(app, {
    tags,
    what: 'receiver',
    events: {
      schema: ReceiverEvents,
      list: async (platformId, id) => (await listReceiverEvents(writer, platformId, id))?.map(presentReceiverEvent),
    },
    attempts: {
      schema: ReceiverAttempts,
      list: async (platformId, id) => {
        const row = await findReceiver(writer, platformId, id)
        return row && (row.exchange.length === 0 ? [] : [presentReceiverAttempt(row)])
      },
    },
    missing: receiverNotFound,
  })
}

const receiverNotFound = () => problem('not_found', { detail: MESSAGES.receiverNotThere })

export default routes
