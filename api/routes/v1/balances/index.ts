/** What accounts hold at their providers. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../../access/actor.ts'
import { balancesOf } from '../../../account/balances.ts'
import { guarded } from '../../../responses.ts'
import { Balances } from '../../../schemas/balance.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Providers'],
        summary: 'What accounts hold',
        description:
          'Of the accounts in use whose provider says it (`readBalance` in /v1/providers). What was said less than half a minute ago is not asked for again; `at` says when it was asked for.',
        response: { 200: Balances, ...guarded() },
      },
    },
    async (request) => ({ data: await balancesOf(app, actorOf(request).platformId) }),
  )
}

export default routes
