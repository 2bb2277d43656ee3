/** What Prometheus scrapes. It says that the database is down, so it must not need the database to be told. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { bringsSecret } from '../../access/bearer.ts'
import { assertInstallationsOwn } from '../../access/installation.ts'
import { problems } from '../../responses.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { registry } = app.metrics
  const { production, metricsToken } = app.settings
  app.get(
    '',
    {
      // Business figures: on the internet only for those who may operate; on a laptop for everybody.
      config: {
        access: production ? 'operator' : 'public',
        admits: (request) => bringsSecret(request, metricsToken),
      },
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
      // They count what all platforms do. The token is the installation's own.
      if (request.actor) await assertInstallationsOwn(app, request)
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

export default routes
