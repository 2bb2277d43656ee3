import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  type DeliveryAttemptRow,
  findWebhookDelivery,
  listDeliveryAttempts,
  listWebhookDeliveries,
  resendWebhookDelivery,
  type WebhookDeliveryRow,
} from '../../../../db/queries/webhook/deliveries.ts'
import { startDelivery } from '../../../../temporal/start-delivery.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { belongingRoute } from '../../../belonging.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import {
  WebhookDelivery,
  type WebhookDeliveryAttempt,
  WebhookDeliveryAttempts,
  WebhookDeliveryList,
  WebhookDeliveryListQuery,
} from '../../../schemas/webhook-delivery.ts'
import { iso, isoOrNull } from '../../../time.ts'
import { presentSellerEvent } from '../../../webhook/event.ts'

const tags = ['Webhooks']
const config = { access: 'operator' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const present = (row: WebhookDeliveryRow) => presentDelivery(row, app.settings.publicUrl)

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List deliveries to endpoints',
        querystring: WebhookDeliveryListQuery,
        response: { 200: WebhookDeliveryList, ...guarded() },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query
      const page = pageFrom({ limit, cursor })
      const given = filter as Parameters<typeof listWebhookDeliveries>[2]
      const { platformId } = actorOf(request)
      return presentPage(await app.database.read((db) => listWebhookDeliveries(db, platformId, given, page)), present)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a delivery',
        params: IdParams,
        response: { 200: WebhookDelivery, ...guarded(404) },
      },
    },
    async (request) => {
      const row = await findWebhookDelivery(app.database.writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )

  belongingRoute(app, 'attempts', {
    config,
    tags,
    summary: 'List a delivery’s attempts',
    schema: WebhookDeliveryAttempts,
    list: async (platformId, id) =>
      (await listDeliveryAttempts(app.database.writer, platformId, id))?.map(presentAttempt),
  })

  app.post(
    '/:id/resend',
    {
      config,
      schema: {
        tags,
        summary: 'Send a delivery again',
        params: IdParams,
        response: { 202: WebhookDelivery, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const row = await resendWebhookDelivery(app.database.writer, actorOf(request).platformId, id)
      if (!row) throw notFound()
      await audit(request, { action: 'resend', target: `webhook-delivery/${id}` })
      await startDelivery({ temporal: app.temporal, logger: app.log }, row)
      return reply.code(202).send(present(row))
    },
  )
}

function presentDelivery(row: WebhookDeliveryRow, publicUrl: string): WebhookDelivery {
  const { platformId: _, startAt: __, event, ...shown } = row
  return {
    ...shown,
    eventType: event.type,
    sequence: event.sequence,
    body: { ...presentSellerEvent(event, publicUrl) },
    createdAt: iso(row.createdAt),
    deliveredAt: isoOrNull(row.deliveredAt),
  }
}

function presentAttempt({ deliveryId: _, ...shown }: DeliveryAttemptRow): WebhookDeliveryAttempt {
  return { ...shown, at: iso(shown.at) }
}

export default routes
