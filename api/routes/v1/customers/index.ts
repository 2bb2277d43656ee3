/** Who bought at a platform: everybody of it sees them, operators erase what is personal. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type CustomerFilter, findCustomer, listCustomers } from '../../../../db/queries/customer/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { presentCustomer } from '../../../customer/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { CustomerList, CustomerListQuery, KnownCustomer } from '../../../schemas/customer.ts'

const tags = ['Customers']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { reader, writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List customers',
        description: 'Who bought, by their document, or by their e-mail where there is none.',
        querystring: CustomerListQuery,
        response: { 200: CustomerList, ...guarded(400, 422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, ...filter } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const { platformId } = actorOf(request)
      return presentPage(await listCustomers(reader(), platformId, filter as CustomerFilter, page), presentCustomer)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'A customer', params: IdParams, response: { 200: KnownCustomer, ...guarded(400, 404) } },
    },
    async (request) => {
      const row = await findCustomer(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentCustomer(row)
    },
  )
}

export default routes
