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
      const { database, temporal, worker } = app.health
      const [isDatabaseUp, isTemporalUp, isWorkerUp] = await Promise.all([
        database.refresh(),
        temporal.refresh(),
        worker.refresh(),
      ])
      const up = { database: isDatabaseUp, temporal: isTemporalUp, worker: isWorkerUp }
      const down = PARTS.filter((part) => !up[part])
      const word = (isUp: boolean) => (isUp ? 'up' : 'down')
      return reply.code(down.length === 0 ? 200 : 503).send({
        status: down.length === 0 ? 'ready' : 'notReady',
        checks: { database: word(up.database), temporal: word(up.temporal), worker: word(up.worker) },
        down,
      })
    },
  )
}

export default routes
