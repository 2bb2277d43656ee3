/** Local only: the fake providers' control API, for people and keys of the demo platform. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { findFirstPlatform } from '../../../../db/queries/access/holders.ts'
import { actorOf } from '../../../access/actor.ts'
import { notFound, problem, unavailable } from '../../../problem.ts'
import { withCharges } from '../../../test-mode/ledger.ts'

const CONTROL = '/_control/'
const TIMEOUT_MS = 10_000

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { sandboxUrl } = app.settings
  if (sandboxUrl === undefined) return

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/*',
    config: { access: 'seller' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const platform = await findFirstPlatform(app.database.reader())
      if (platform?.id !== actorOf(request).homeId) throw problem('forbidden')
      const answer = await forward(sandboxUrl, request)
      reply.code(answer.status).type(answer.headers.get('content-type') ?? 'application/json')
      if (!answer.ok || !isLedger(request)) return reply.send(await answer.text())
      const { data } = (await answer.json()) as { data: Parameters<typeof withCharges>[2] }
      return reply.send({ data: await withCharges(app.database.reader(), actorOf(request).platformId, data) })
    },
  })
}

const isLedger = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' && /\/playground\/transactions(\?|$)/.test(url)

async function forward(sandboxUrl: string, request: FastifyRequest): Promise<Response> {
  const rest = request.url.slice(request.url.indexOf('/playground/') + '/playground/'.length)
  const target = new URL(CONTROL + rest, sandboxUrl)
  if (target.origin !== new URL(sandboxUrl).origin || !target.pathname.startsWith(CONTROL)) throw notFound()
  const init = { method: request.method, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const hasBody = request.body !== undefined && request.body !== null
  try {
    return await fetch(
      target,
      hasBody ? { ...init, body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } } : init,
    )
  } catch (error) {
    request.log.warn({ err: error }, 'the fake providers do not answer')
    throw unavailable('The sandbox')
  }
}

export default routes
