/** Local only: the fake providers' control API, for people and keys of the demo platform. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findKeyPlatform } from '../../../../db/queries/access/holders.ts'
import { actorOf } from '../../../access/actor.ts'
import { notFound, outcomeUnknown, problem, unavailable } from '../../../problem.ts'
import { withCharges, withWithdrawals } from '../../../test-mode/ledger.ts'

const CONTROL = '/_control/'
const TIMEOUT_MS = 10_000

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { sandboxUrl } = app.settings
  if (sandboxUrl === undefined) return

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/*',
    config: { access: 'seller' },
    schema: { hide: true, querystring: Type.Object({}, { additionalProperties: true }) },
    handler: async (request, reply) => {
      const platform = await app.database.read(findKeyPlatform)
      const { homeId, platformId, type } = actorOf(request)
      // A test key does nothing real; a user in test mode may leave it again.
      const isTestKey = type === 'apiKey' && platformId !== homeId
      if (platform?.id !== homeId || isTestKey) throw problem('forbidden')
      const answer = await forward(sandboxUrl, request)
      reply.code(answer.status).type(answer.headers.get('content-type') ?? 'application/json')
      const withWhose = answer.ok ? ledgerOf(request) : undefined
      if (!withWhose) return reply.send(await answer.text())
      const { data } = (await answer.json()) as { data: Parameters<typeof withWhose>[2] }
      return reply.send({ data: await app.database.read<object[]>((db) => withWhose(db, platformId, data)) })
    },
  })
}

const LEDGERS = { transactions: withCharges, withdrawals: withWithdrawals } as const

/** What tells each row of an answer whose it is; undefined for an answer without such rows. */
function ledgerOf({ method, url }: FastifyRequest) {
  const [, name] = /\/playground\/(transactions|withdrawals)(?:\?|$)/.exec(url) ?? []
  return method === 'GET' && name !== undefined ? LEDGERS[name as keyof typeof LEDGERS] : undefined
}

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
    if (request.method === 'GET') throw unavailable('The sandbox')
    throw outcomeUnknown('The sandbox did not answer: it may have been done all the same')
  }
}

export default routes
