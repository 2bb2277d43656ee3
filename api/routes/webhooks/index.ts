import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findWebhookAccount, webhookHashesAmong } from '../../../db/queries/account/read.ts'
import { defined } from '../../../domain/defined.ts'
import { carriedTrace } from '../../../telemetry/carried.ts'
import { createOwners } from '../../access/secret-owners.ts'
import { limitPerMinute } from '../../plugins/external/rate-limit.ts'
import { unavailable } from '../../problem.ts'
import { problems } from '../../responses.ts'
import { inTraceOf } from '../../traced.ts'
import { noticeAnnouncer } from '../../webhook/announce.ts'
import { receiveWebhook } from '../../webhook/receive.ts'

/** The longest that providers send are a few dozen Pix in one delivery: some 20 KiB. */
const BODY_LIMIT = 256 * 1024
/** A provider sends all accounts' webhooks from a few addresses: one account that has many leaves room for the others. */
const ACCOUNTS_PER_ADDRESS = 10
const Params = Type.Object({
  provider: Type.String({ maxLength: 50, description: 'Provider code, in any case.' }),
  token: Type.String({ maxLength: 200, description: 'The secret of one provider account.' }),
})

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const findAccount = createOwners(
    (hash) => findWebhookAccount(writer, hash),
    (hashes) => webhookHashesAmong(writer, hashes),
  )
  const announcer = noticeAnnouncer(writer, app.log)
  app.addHook('onClose', () => announcer.close())

  const countAccount = limitPerMinute(app, {
    max: app.limits.webhooksPerMinute,
    keyGenerator: ({ params }: FastifyRequest) => (params as { token: string }).token,
  })

  // Signatures cover the exact bytes, and every provider has its own idea of a content type.
  app.removeAllContentTypeParsers()
  // And some write it wrongly: the server would refuse those before the parser is asked, and the news would be lost.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined && !isContentType(headers['content-type'])) delete headers['content-type']
  })
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async (_: unknown, body: string) => body)

  // Banks that follow the BACEN standard add `/pix` to the address that they were given.
  for (const url of ['/:provider/:token', '/:provider/:token/pix']) {
    app.post(
      url,
      {
        bodyLimit: BODY_LIMIT,
        config: { access: 'public', rateLimit: { max: app.limits.webhooksPerMinute * ACCOUNTS_PER_ADDRESS } },
        schema: {
          operationId: 'receiveWebhook',
          tags: ['Webhooks'],
          summary: 'What a provider reports',
          hide: url.endsWith('/pix'),
          description:
            'In the provider’s own format. Answered once it is stored; a repetition is answered alike. 413 for more than 256 KiB, or a thousand movements in one.',
          params: Params,
          response: { 200: Type.Object({ received: Type.Boolean() }), ...problems(401, 404, 413) },
        },
      },
      async (request, reply) => {
        if (app.health.database.isDown()) throw unavailable('The database')
        const webhook = {
          headers: textValues(request.headers),
          query: textValues(request.query as Record<string, unknown>),
          body: typeof request.body === 'string' ? request.body : '',
          receivedAt: new Date().toISOString(),
        }
        const door = { findAccount, onProved: (units: number) => countAccount(request, units) }
        const pending = await receiveWebhook(app, request.params, webhook, door).catch(async (error) => {
          if (error.statusCode === 404 || error.statusCode === 401) await app.countFailure(request)
          throw error
        })
        const trace = inTraceOf(request, carriedTrace)
        const stored = pending.map((notice) => ({ ...notice, ...defined({ trace }) }))
        // After the answer: the provider need not wait for it.
        reply.raw.once('finish', () => announcer.add(stored))
        return { received: true }
      },
    )
  }
}

const isContentType = (text: string) => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/.test(text.trim())

/** Repeated headers and parameters count by their first value. */
function textValues(from: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' ? [[name, first]] : []
    }),
  )
}

export default routes
