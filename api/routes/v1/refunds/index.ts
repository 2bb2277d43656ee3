import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { chargesBehind } from '../../../../db/queries/charge/behind.ts'
import {
  countDisbursements,
  type DisbursementFilter,
  listDisbursements,
} from '../../../../db/queries/disbursement/list.ts'
import { defined } from '../../../../domain/defined.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { presentRefund } from '../../../disbursement/present.ts'
import { disbursementReads } from '../../../disbursement/routes.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { guarded } from '../../../responses.ts'
import { ListedRefundList, Refund, RefundListQuery } from '../../../schemas/refund.ts'

const tag = 'Refunds'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(disbursementReads({ kind: 'refund', tag, schema: Refund, present: presentRefund }))

  totalsRoute(app, {
    operationId: 'getRefundTotals',
    tag,
    summary: 'Count and add up refunds',
    query: RefundListQuery,
    count: (platformId, { paymentMethod: method, ...others }) => {
      const filter = defined({ ...others, method }) as DisbursementFilter
      return app.database.read((db) => countDisbursements(db, platformId, 'refund', filter))
    },
  })

  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: [tag],
        summary: 'List refunds',
        querystring: RefundListQuery,
        response: { 200: ListedRefundList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, state, paymentMethod, ...others } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const filter = { ...others, ...defined({ status: state, method: paymentMethod }) } as DisbursementFilter
      const { platformId } = actorOf(request)
      const { refunds, charges } = await app.database.read(async (db) => {
        const found = await listDisbursements(db, platformId, 'refund', filter, page)
        return { refunds: found, charges: await chargesBehind(db, platformId, found.rows) }
      })
      return presentPage(refunds, (refund) => {
        const charge = charges.get(refund.chargeId)
        return {
          ...presentRefund(refund),
          customerName: charge?.customer.name ?? null,
          paymentMethod: charge?.paymentMethod ?? null,
        }
      })
    },
  )
}

export default routes
