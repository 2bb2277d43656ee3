/** What a platform sells. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeProduct,
  findProduct,
  insertProduct,
  listProducts,
  type NewProductRow,
} from '../../../../db/queries/selling/products.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { NewProduct, Product, ProductChange, ProductList, ProductListQuery } from '../../../schemas/product.ts'
import { assertOwnPicture } from '../../../selling/check.ts'
import { presentProduct } from '../../../selling/present.ts'

const tags = ['Selling']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List products',
        querystring: ProductListQuery,
        response: { 200: ProductList, ...guarded() },
      },
    },
    async (request) => {
      const { q, ...page } = request.query
      return presentPage(await listProducts(writer, actorOf(request).platformId, q, pageFrom(page)), presentProduct)
    },
  )

  app.get(
    '/:id',
    { config, schema: { tags, summary: 'A product', params: IdParams, response: { 200: Product, ...guarded(404) } } },
    async (request) => {
      const row = await findProduct(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentProduct(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: { tags, summary: 'Add a product', body: NewProduct, response: { 201: Product, ...guarded(422) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { platformId } = actor
      await assertOwnPicture(app, platformId, request.body.imageUrl, '/imageUrl')
      const row = await insertProduct(writer, {
        ...(request.body satisfies TakenBy<NewProductRow, NewProduct>),
        platformId,
        createdByUser: actorName(actor),
      })
      await audit(request, { action: 'product.create', target: `product/${row.id}`, detail: { name: row.name } })
      return reply.code(201).header('location', `/v1/products/${row.id}`).send(presentProduct(row))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a product',
        params: IdParams,
        body: ProductChange,
        response: { 200: Product, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const { body, params } = request
      const { platformId } = actorOf(request)
      const before = await findProduct(writer, platformId, params.id)
      if (body.imageUrl !== before?.imageUrl) await assertOwnPicture(app, platformId, body.imageUrl, '/imageUrl')
      const row = await changeProduct(writer, platformId, params.id, body)
      if (!row) throw notFound()
      await audit(request, {
        action: 'product.change',
        target: `product/${row.id}`,
        detail: { changed: Object.keys(body) },
      })
      return presentProduct(row)
    },
  )
}

export default routes
