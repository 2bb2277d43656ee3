/** What the seller's charges come to. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MOST_DAYS, periodOf } from '../../../../domain/analytics.ts'
import { actorOf } from '../../../access/actor.ts'
import { analyticsOf } from '../../../charge/analytics.ts'
import { broken } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { Analytics, AnalyticsQuery } from '../../../schemas/analytics.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        operationId: 'getAnalytics',
        tags: ['Charges'],
        summary: 'Figures by day, provider or method',
        description: `Of the charges made on the days from \`from\` to \`to\`, in São Paulo, at most ${MOST_DAYS}: whatever happens to a charge later is in the figures of the day that it was made.`,
        querystring: AnalyticsQuery,
        response: { 200: Analytics, ...guarded(422) },
      },
    },
    async (request) => {
      const { query } = request
      const period = periodOf(query, new Date().toISOString())
      if (!period)
        throw broken('/from', 'period', `must be before \`to\`, and no more than ${MOST_DAYS} days before it`)
      const { platformId } = actorOf(request)
      const asked = { platformId, currency: query.currency, ...period }
      return app.database.read((db) => analyticsOf(db, query.by, asked))
    },
  )
}

export default routes
