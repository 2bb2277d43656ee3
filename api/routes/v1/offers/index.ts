/** Products at a price, each with a public page. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeOffer,
  findOffer,
  insertOffer,
  listOffers,
  type NewOfferRow,
  type OfferRow,
} from '../../../../db/queries/selling/offers.ts'
import { findProduct } from '../../../../db/queries/selling/products.ts'
import { NO_SALES } from '../../../../db/queries/selling/sales.ts'
import { defined } from '../../../../domain/defined.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom } from '../../../cursor.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { NewOffer, Offer, OfferChange, OfferList, OfferListQuery } from '../../../schemas/offer.ts'
import { addressed, assertKept, assertOwnPicture, unguessableSlug } from '../../../selling/check.ts'
import { presentOffer } from '../../../selling/present.ts'
import { withSales } from '../../../selling/sold.ts'

const tags = ['Selling']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const present = (row: OfferRow, sales = NO_SALES) => presentOffer(row, app.settings.publicUrl, sales)
  const shown = withSales(writer, 'offerId', present)

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List offers',
        querystring: OfferListQuery,
        response: { 200: OfferList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const { productId, state, q, ...page } = request.query
      return shown.page(await listOffers(writer, platformId, defined({ productId, state, q }), pageFrom(page)))
    },
  )

  app.get(
    '/:id',
    { config, schema: { tags, summary: 'An offer', params: IdParams, response: { 200: Offer, ...guarded(404) } } },
    async (request) => {
      const row = await findOffer(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return shown.one(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Make an offer',
        description:
          'Its page takes orders at once, at `url`, unless it is made with `enabled: false`. Of the product `productId`, or of a `product` that is made with it: both are made or neither.',
        body: NewOffer,
        response: { 201: Offer, ...guarded(422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { platformId } = actor
      const { slug = unguessableSlug(), productId, product, ...body } = request.body
      const who = { platformId, createdByUser: actorName(actor) }
      const sold = product ? { ...product, ...who } : productId
      if (sold === undefined || (product && productId !== undefined))
        throw broken('/productId', 'productOrNew', 'An offer is of a product that is there, or of a new one')
      if (productId !== undefined && !(await findProduct(writer, platformId, productId)))
        throw broken('/productId', 'product', 'is no product of this platform')
      await assertOwnPicture(app, platformId, product?.imageUrl, '/product/imageUrl')
      const row = addressed(
        await insertOffer(writer, { ...(body satisfies TakenBy<NewOfferRow, typeof body>), ...who, slug }, sold),
      )
      if (product) {
        const target = `product/${row.productId}`
        await audit(request, { action: 'product.create', target, detail: { name: product.name } })
      }
      await audit(request, {
        action: 'offer.create',
        target: `offer/${row.id}`,
        detail: { name: row.name, price: row.price },
      })
      return reply.code(201).header('location', `/v1/offers/${row.id}`).send(present(row))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change an offer',
        description:
          'What was charged for it before stays as it was, and so does its product: another `productId` is refused (422, rule `fixed`), the same one is not.',
        params: IdParams,
        body: OfferChange,
        response: { 200: Offer, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const { params } = request
      const { platformId } = actorOf(request)
      const { productId, ...body } = request.body
      const known = await findOffer(writer, platformId, params.id)
      if (!known) throw notFound()
      assertKept(known, defined({ productId }), ['productId'])
      const row = addressed(await changeOffer(writer, platformId, params.id, body))
      if (!row) throw notFound()
      await audit(request, { action: 'offer.change', target: `offer/${row.id}`, detail: { ...body } })
      return shown.one(row)
    },
  )
}

export default routes
