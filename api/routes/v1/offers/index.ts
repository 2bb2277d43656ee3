/** Products at a price, each with a public page. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeOffer,
  findOffer,
  insertOffer,
  listOffers,
  type OfferRow,
} from '../../../../db/queries/selling/offers.ts'
import { findProduct } from '../../../../db/queries/selling/products.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { NewOffer, Offer, OfferChange, OfferList, OfferListQuery } from '../../../schemas/offer.ts'
import { slugTaken, unguessableSlug } from '../../../selling/check.ts'
import { presentOffer } from '../../../selling/present.ts'

const tags = ['Selling']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const present = (row: OfferRow) => presentOffer(row, app.settings.publicUrl)

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List offers',
        querystring: OfferListQuery,
        response: { 200: OfferList, ...guarded(400) },
      },
    },
    async (request) => {
      const { productId, ...page } = request.query
      return presentPage(await listOffers(writer, actorOf(request).platformId, productId, pageFrom(page)), present)
    },
  )

  app.get(
    '/:id',
    { config, schema: { tags, summary: 'An offer', params: IdParams, response: { 200: Offer, ...guarded(404) } } },
    async (request) => {
      const row = await findOffer(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Make an offer',
        description: 'Its page takes orders at once, at `url`, unless it is made with `enabled: false`.',
        body: NewOffer,
        response: { 201: Offer, ...guarded(400, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { platformId } = actor
      const { slug = unguessableSlug(), ...body } = request.body
      if (!(await findProduct(writer, platformId, body.productId)))
        throw broken('/productId', 'product', 'is no product of this platform')
      const row = await insertOffer(writer, { ...body, slug, platformId, createdByUser: actorName(actor) })
      if (row === 'taken') throw slugTaken()
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
        description: 'What was charged for it before stays as it was.',
        params: IdParams,
        body: OfferChange,
        response: { 200: Offer, ...guarded(400, 404, 422) },
      },
    },
    async (request) => {
      const { body, params } = request
      const row = await changeOffer(writer, actorOf(request).platformId, params.id, body)
      if (row === 'taken') throw slugTaken()
      if (!row) throw notFound()
      await audit(request, { action: 'offer.change', target: `offer/${row.id}`, detail: { ...body } })
      return present(row)
    },
  )
}

export default routes
