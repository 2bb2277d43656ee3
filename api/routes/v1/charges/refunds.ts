/** A charge's refunds; each one by itself is under /v1/refunds. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findCharge } from '../../../../db/queries/charge/read.ts'
import { listDisbursements } from '../../../../db/queries/disbursement/list.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { createRefund } from '../../../disbursement/create-refund.ts'
import { presentRefund } from '../../../disbursement/present.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'
import { NewRefund, Refund, RefundList } from '../../../schemas/refund.ts'

const tags = ['Refunds']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:id/refunds',
    {
      config,
      // No body means: all that is left.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        tags,
        summary: 'Refund a charge',
        description:
          'All that is left of it, or a part. Answers as soon as the provider has, or 202 when it has not in time. 202 also while it cannot be reached and surely nothing was sent: it is tried again, and after a while an operator decides (`providerUnreachable`).',
        params: IdParams,
        headers: IdempotencyHeaders,
        body: NewRefund,
        response: { 201: Refund, 202: Refund, ...guarded(404, 409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const { body, params, id: requestId } = request
      const call = { actor: actorOf(request), requestId, chargeId: params.id, body }
      return oncePerKey(request, reply, (work) => createRefund(app, call, work), { makes: { kind: 'refund' } })
    },
  )

  app.get(
    '/:id/refunds',
    {
      config,
      schema: {
        tags,
        summary: "A charge's refunds",
        params: IdParams,
        querystring: ListQuery,
        response: { 200: RefundList, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const chargeId = request.params.id
      if (!(await findCharge(app.database.writer, platformId, chargeId))) throw notFound()
      const page = pageFrom(request.query)
      return presentPage(
        await listDisbursements(app.database.writer, platformId, 'refund', { chargeId }, page),
        presentRefund,
      )
    },
  )
}

export default routes
