/** What accounts hold at their providers. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../../access/actor.ts'
import { balancesOf } from '../../../account/balances.ts'
import { guarded } from '../../../responses.ts'
import { Balances } from '../../../schemas/balance.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import { presentWhole } from '../../../whole-list.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Providers'],
        summary: 'List balances',
        description:
          'Of the accounts in use whose provider says it (`readBalance` in /v1/providers). What was said less than half a minute ago is not asked for again; `at` says when it was asked for.',
        querystring: WholeListQuery,
        response: { 200: Balances, ...guarded() },
      },
    },
    async (request) => {
      const balances = await balancesOf(app, actorOf(request).platformId)
      return presentWhole(balances, request.query, ({ providerAccountId }) => providerAccountId)
    },
  )
}

export default routes
