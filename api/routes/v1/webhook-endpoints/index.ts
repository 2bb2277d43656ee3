/** Where sellers' systems are told of what happens. Everybody of the platform sees them; administrators change them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listWebhookEndpoints,
  type NewEndpointRow,
  rotateEndpointSecret,
  type WebhookEndpointRow,
} from '../../../../db/queries/webhook/endpoints.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { MOST_ENDPOINTS } from '../../../../domain/seller-event.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { type Answer, beginWith, IdempotencyHeaders, oncePerKey, type Work } from '../../../idempotency.ts'
import { broken, notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'
import {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointList,
  WebhookEndpointTest,
  WebhookEndpointWithSecret,
} from '../../../schemas/webhook-endpoint.ts'
import { assertUsableEndpoint } from '../../../usable-url.ts'
import { newSealedSecret, presentEndpoint, secretOf, sendTest, turnsOfTests } from '../../../webhook/endpoint.ts'
import { rotateOnce } from '../../../webhook/rotate.ts'

const tags = ['Webhooks']
const reading = { access: 'seller' } as const
const config = { access: 'admin' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, settings } = app
  const { writer } = database
  const inTurn = turnsOfTests()
  const withSecret = (row: WebhookEndpointRow): WebhookEndpointWithSecret => ({
    ...presentEndpoint(row),
    secret: secretOf(settings, row),
  })

  app.get(
    '',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List endpoints',
        querystring: ListQuery,
        response: { 200: WebhookEndpointList, ...guarded() },
      },
    },
    async (request) => {
      const page = pageFrom(request.query)
      return presentPage(await listWebhookEndpoints(writer, actorOf(request).platformId, page), presentEndpoint)
    },
  )

  app.get(
    '/:id',
    {
      config: reading,
      schema: { tags, summary: 'An endpoint', params: IdParams, response: { 200: WebhookEndpoint, ...guarded(404) } },
    },
    async (request) => {
      const row = await findWebhookEndpoint(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentEndpoint(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Add an endpoint',
        description: `The answer's \`secret\` is shown this once. A platform has ${MOST_ENDPOINTS} endpoints at most.`,
        headers: IdempotencyHeaders,
        body: NewWebhookEndpoint,
        response: { 201: WebhookEndpointWithSecret, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const { platformId } = actorOf(request)
      const answer = (row: WebhookEndpointRow): Answer => ({
        status: 201,
        body: withSecret(row),
        headers: { location: `/v1/webhook-endpoints/${row.id}` },
        isSecret: true,
      })
      // As it is by now: the first answer's secret may sign nothing any more.
      const again = async (first: unknown) => {
        const row = await findWebhookEndpoint(writer, platformId, (first as WebhookEndpointWithSecret).id)
        if (!row) throw problem('conflict', { detail: 'The endpoint that was added under this key has been removed' })
        return answer(row).body
      }
      const make = async (work: Work) => {
        const { resourceId: id, takenOver } = work
        const before = takenOver ? await findWebhookEndpoint(writer, platformId, id) : undefined
        if (before) return answer(before)
        await assertUsableEndpoint(settings, body.url)
        const sealedSecret = newSealedSecret(settings)
        const row = await beginWith(work, () =>
          insertWebhookEndpoint(writer, platformId, {
            id,
            ...(body satisfies TakenBy<NewEndpointRow, NewWebhookEndpoint>),
            sealedSecret,
          }),
        )
        if (!row) {
          work.undo()
          throw broken('', 'maxEndpoints', `a platform has ${MOST_ENDPOINTS} endpoints at most`)
        }
        const detail = { url: row.url, events: row.events }
        await audit(request, { action: 'webhookEndpoint.create', target: `webhook-endpoint/${id}`, detail })
        return answer(row)
      }
      return oncePerKey(request, reply, make, { again })
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change an endpoint',
        description:
          'Switched off, it misses what happens meanwhile; what is already on its way waits for up to 48 hours.',
        params: IdParams,
        body: WebhookEndpointChange,
        response: { 200: WebhookEndpoint, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const { body } = request
      if (body.url !== undefined) await assertUsableEndpoint(settings, body.url)
      const row = await changeWebhookEndpoint(writer, actorOf(request).platformId, request.params.id, body)
      if (!row) throw notFound()
      await audit(request, {
        action: 'webhookEndpoint.change',
        target: `webhook-endpoint/${row.id}`,
        detail: { ...body },
      })
      return presentEndpoint(row)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove an endpoint',
        description: 'What is still on its way to it is given up.',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await deleteWebhookEndpoint(writer, actorOf(request).platformId, id))) throw notFound()
      await audit(request, { action: 'webhookEndpoint.delete', target: `webhook-endpoint/${id}` })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/rotate-secret',
    {
      config,
      schema: {
        operationId: 'rotateWebhookEndpointSecret',
        tags,
        summary: 'Make a new secret',
        description:
          "The answer's `secret` is shown this once. For 24 hours the one before signs too: each message carries both signatures.",
        params: IdParams,
        headers: IdempotencyHeaders,
        response: { 200: WebhookEndpointWithSecret, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { id } = request.params
      return rotateOnce(request, reply, {
        rotate: (next, hold) => rotateEndpointSecret(writer, { platformId, id }, next, hold),
        find: () => findWebhookEndpoint(writer, platformId, id),
        show: withSecret,
        secret: 'secret',
        deed: { action: 'webhookEndpoint.rotateSecret', target: `webhook-endpoint/${id}` },
      })
    },
  )

  app.post(
    '/:id/test',
    {
      config,
      schema: {
        tags,
        summary: 'Send a test event',
        description:
          'Once, now, also to an endpoint that is switched off: an `endpoint.test`, signed as all events are.',
        params: IdParams,
        response: { 200: WebhookEndpointTest, ...guarded(404) },
      },
    },
    async (request) => {
      const row = await findWebhookEndpoint(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return inTurn(actorOf(request).homeId, async () => {
        await audit(request, { action: 'webhookEndpoint.test', target: `webhook-endpoint/${row.id}` })
        return sendTest(app, row)
      })
    },
  )
}

export default routes
