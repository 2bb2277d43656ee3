import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PARTS, Readiness } from '../../schemas/health.ts'

const tags = ['Service']
const config = { access: 'public' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/live',
    {
      config,
      schema: {
        tags,
        summary: 'The process answers',
        response: { 200: Type.Object({ status: Type.Literal('live') }) },
      },
    },
    async () => ({ status: 'live' as const }),
  )

  app.get(
    '/ready',
    {
      config,
      schema: { tags, summary: 'A charge can be made', response: { 200: Readiness, 503: Readiness } },
    },
    async (_, reply) => {
      await Promise.all(PARTS.map((part) => app.health[part].refresh()))
      const down = PARTS.filter((part) => app.health[part].isDown())
      const word = (part: (typeof PARTS)[number]) => (down.includes(part) ? 'down' : 'up')
      return reply.code(down.length === 0 ? 200 : 503).send({
        status: down.length === 0 ? 'ready' : 'notReady',
        checks: { database: word('database'), temporal: word('temporal'), worker: word('worker') },
        down,
      })
    },
  )
}

export default routes
