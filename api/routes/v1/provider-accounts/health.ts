/** How an account at a provider does. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findProviderAccount } from '../../../../db/queries/account/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { healthOf } from '../../../account/health.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { AccountHealth } from '../../../schemas/provider-account.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id/health',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Providers'],
        summary: 'Get an account’s health',
        description: 'Read off its last tries and off what its reader has learnt; nothing is asked of the provider.',
        params: IdParams,
        response: { 200: AccountHealth, ...guarded(404) },
      },
    },
    async (request) => {
      const db = app.database.writer
      const account = await findProviderAccount(db, actorOf(request).platformId, request.params.id)
      if (!account) throw notFound()
      return healthOf(db, account.id)
    },
  )
}

export default routes
