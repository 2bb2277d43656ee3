import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  findWebhookEvent,
  listWebhookEvents,
  replayWebhookEvent,
  type WebhookEventRow,
} from '../../../../db/queries/webhook/events.ts'
import { deliverWebhookEvent } from '../../../../inbox/deliver.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { WebhookEvent, WebhookEventList, WebhookEventListQuery } from '../../../schemas/webhook-event.ts'
import { iso, isoOrNull } from '../../../time.ts'

const tags = ['Webhooks']
const config = { access: 'operator' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List providers’ webhooks',
        querystring: WebhookEventListQuery,
        response: { 200: WebhookEventList, ...guarded() },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query
      const page = pageFrom({ limit, cursor })
      const given = filter as Parameters<typeof listWebhookEvents>[2]
      const { platformId } = actorOf(request)
      return presentPage(await app.database.read((db) => listWebhookEvents(db, platformId, given, page)), present)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A webhook, raw and translated',
        params: IdParams,
        response: { 200: WebhookEvent, ...guarded(404) },
      },
    },
    async (request) => {
      const row = await findWebhookEvent(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.post(
    '/:id/replay',
    {
      config,
      schema: {
        tags,
        summary: 'Deliver a webhook again',
        description:
          'As a new delivery of the same event: what has been applied already changes nothing. 409 when its body is gone, because its time was over or its customer was erased.',
        params: IdParams,
        response: { 202: WebhookEvent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { id } = request.params
      const row = await replayWebhookEvent(writer, platformId, id)
      if (!row) {
        if (!(await findWebhookEvent(writer, platformId, id))) throw notFound()
        throw problem('conflict', {
          detail: 'Its body is gone: bodies are kept for PROVIDER_RECORD_DAYS, or until their customer is erased',
        })
      }
      await audit(request, { action: 'replay', target: `webhook-event/${id}` })
      await deliverWebhookEvent({ database: app.database, temporal: app.temporal, logger: app.log }, id)
      return reply.code(202).send(present((await findWebhookEvent(writer, platformId, id)) ?? row))
    },
  )
}

function present(row: WebhookEventRow): WebhookEvent {
  const { platformId: _platform, bodyHash: _hash, ...shown } = row
  return {
    ...shown,
    receivedAt: iso(row.receivedAt),
    nextAttemptAt: iso(row.nextAttemptAt),
    deliveredAt: isoOrNull(row.deliveredAt),
    bodyForgottenAt: isoOrNull(row.bodyForgottenAt),
  }
}

export default routes
