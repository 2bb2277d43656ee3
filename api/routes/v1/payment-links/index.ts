/** Pages that sell an offer, or take an amount. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changePaymentLink,
  findPaymentLink,
  insertPaymentLink,
  listPaymentLinks,
  type NewPaymentLinkRow,
} from '../../../../db/queries/selling/links.ts'
import { NO_SALES } from '../../../../db/queries/selling/sales.ts'
import type { CountedLink } from '../../../../db/queries/selling/uses.ts'
import { defined } from '../../../../domain/defined.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom } from '../../../cursor.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import {
  NewPaymentLink,
  PaymentLink,
  PaymentLinkChange,
  PaymentLinkList,
  PaymentLinkListQuery,
} from '../../../schemas/payment-link.ts'
import { addressed, assertKept, ownOffer, unguessableSlug } from '../../../selling/check.ts'
import { presentPaymentLink } from '../../../selling/present.ts'
import { withSales } from '../../../selling/sold.ts'

const tags = ['Selling']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const present = (row: CountedLink, sales = NO_SALES) => presentPaymentLink(row, app.settings.publicUrl, sales)
  const shown = withSales(writer, 'paymentLinkId', present)

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List payment links',
        querystring: PaymentLinkListQuery,
        response: { 200: PaymentLinkList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const { productId, state, q, ...page } = request.query
      return shown.page(await listPaymentLinks(writer, platformId, defined({ productId, state, q }), pageFrom(page)))
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'A payment link', params: IdParams, response: { 200: PaymentLink, ...guarded(404) } },
    },
    async (request) => {
      const row = await findPaymentLink(writer, actorOf(request).platformId, request.params.id)
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
        summary: 'Make a payment link',
        description: 'For an `amount` or for an offer, not both; reusable unless `maxUses` says how often.',
        body: NewPaymentLink,
        response: { 201: PaymentLink, ...guarded(422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { slug = unguessableSlug(), ...body } = request.body
      const { platformId } = actor
      if ((body.amount === undefined) === (body.offerId === undefined))
        throw broken('/amount', 'amountOrOffer', 'A link is for an amount or for an offer')
      if (body.offerId !== undefined) await ownOffer(writer, platformId, body.offerId)
      const who = { platformId, slug, createdByUser: actorName(actor) }
      const row = addressed(
        await insertPaymentLink(writer, { ...(body satisfies TakenBy<NewPaymentLinkRow, typeof body>), ...who }),
      )
      const { offerId, amount } = row
      await audit(request, {
        action: 'paymentLink.create',
        target: `payment-link/${row.id}`,
        detail: offerId ? { offerId } : { amount },
      })
      return reply.code(201).header('location', `/v1/payment-links/${row.id}`).send(present(row))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a payment link',
        description:
          'What it sells stays: another `amount` or `offerId` is refused (422, rule `fixed`), the same one is not. For another price make another link, and pause this one.',
        params: IdParams,
        body: PaymentLinkChange,
        response: { 200: PaymentLink, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const { params } = request
      const { platformId } = actorOf(request)
      const { amount, offerId, ...body } = request.body
      const known = await findPaymentLink(writer, platformId, params.id)
      if (!known) throw notFound()
      assertKept(known, defined({ amount, offerId }), ['amount', 'offerId'])
      const row = addressed(await changePaymentLink(writer, platformId, params.id, body))
      if (!row) throw notFound()
      await audit(request, { action: 'paymentLink.change', target: `payment-link/${row.id}`, detail: { ...body } })
      return shown.one(row)
    },
  )
}

export default routes
