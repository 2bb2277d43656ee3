import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { assertInstallationsOwn } from '../../access/installation.ts'
import { problems } from '../../responses.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { registry } = app.metrics
  app.get(
    '',
    {
      // Business figures: on the internet only for those who may operate; on a laptop for everybody.
      config: { access: app.settings.production ? 'operator' : 'public' },
      schema: {
        tags: ['Service'],
        operationId: 'getMetrics',
        summary: 'Figures for Prometheus',
        response: {
          200: { description: 'Figures.', content: { 'text/plain': { schema: Type.String() } } },
          ...problems(),
        },
      },
    },
    async (request, reply) => {
      // They count what all platforms do.
      if (app.settings.production) await assertInstallationsOwn(app, request)
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

export default routes
