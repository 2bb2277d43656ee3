import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPayouts, type PayoutFilter } from '../../../../db/queries/payout/list.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { presentRefund } from '../../../payout/present.ts'
import { payoutReads } from '../../../payout/routes.ts'
import { guarded } from '../../../responses.ts'
import { Refund, RefundList, RefundListQuery } from '../../../schemas/refund.ts'

const tag = 'Refunds'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(payoutReads({ kind: 'refund', tag, schema: Refund, present: presentRefund }))

  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: [tag],
        summary: 'List refunds',
        querystring: RefundListQuery,
        response: { 200: RefundList, ...guarded(400, 422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, state, ...others } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const filter = (state === undefined ? others : { ...others, status: state }) as PayoutFilter
      const { platformId } = actorOf(request)
      return presentPage(await listPayouts(app.database.reader(), platformId, 'refund', filter, page), presentRefund)
    },
  )
}

export default routes
