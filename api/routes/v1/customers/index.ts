/** Who bought at a platform: everybody of it sees them, operators erase what is personal. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eraseCustomer } from '../../../../db/queries/customer/erase.ts'
import {
  type CustomerFilter,
  countCustomers,
  findCustomer,
  listCustomers,
} from '../../../../db/queries/customer/read.ts'
import { expireExports } from '../../../../db/queries/export/exports.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { presentCustomer } from '../../../customer/present.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { CustomerList, CustomerListQuery, KnownCustomer } from '../../../schemas/customer.ts'

const tags = ['Customers']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { read, writer } = app.database

  totalsRoute(app, {
    operationId: 'getCustomerTotals',
    tag: 'Customers',
    summary: 'Count customers',
    query: CustomerListQuery,
    count: (platformId, filter) => read((db) => countCustomers(db, platformId, filter)),
  })

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List customers',
        description: 'Who bought, by their document, or by their e-mail where there is none.',
        querystring: CustomerListQuery,
        response: { 200: CustomerList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, ...filter } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const { platformId } = actorOf(request)
      const customers = await read((db) => listCustomers(db, platformId, filter as CustomerFilter, page))
      return presentPage(customers, presentCustomer)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'A customer', params: IdParams, response: { 200: KnownCustomer, ...guarded(404) } },
    },
    async (request) => {
      const row = await findCustomer(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentCustomer(row)
    },
  )

  app.delete(
    '/:id',
    {
      config: { access: 'operator' },
      schema: {
        tags,
        summary: "Erase a customer's personal data",
        description:
          'It cannot be brought back. Charges and refunds stay, without name, e-mail, document, telephone and address. 409 while a charge, a refund, a dispute or a receipt of theirs has not ended.',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const erasure = await writer.transaction(async (tx) => {
        const done = await eraseCustomer(tx, actorOf(request).platformId, id)
        if (done !== 'erased') return done
        await expireExports(tx, actorOf(request).platformId)
        await audit(request, { action: 'customer.erase', target: `customer/${id}` }, tx)
        return done
      })
      if (erasure === 'unknown') throw notFound()
      if (erasure === 'underWay') {
        throw problem('conflict', {
          detail:
            'A charge, a refund, a dispute, a receipt or a notice of this customer has not ended: nothing was erased',
        })
      }
      return reply.code(204).send(null)
    },
  )
}

export default routes
