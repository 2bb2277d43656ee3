/** Public pages of offers and payment links, for buyers: no sign-in. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { findAddressOwner, findPage, type PageRow } from '../../../../db/queries/selling/pages.ts'
import { findTry } from '../../../checkout/find-try.ts'
import { presentPage } from '../../../checkout/page.ts'
import { paidBefore, payOrder } from '../../../checkout/pay.ts'
import { type KeyScope, oncePerKey, type Work } from '../../../idempotency.ts'
import { notFound, unavailable } from '../../../problem.ts'
import { problems } from '../../../responses.ts'
import { Checkout } from '../../../schemas/checkout.ts'
import {
  BuyersCharge,
  CheckoutPage,
  PageParams,
  PageQuery,
  RequiredKey,
  TryQuery,
  UnguessableKey,
} from '../../../schemas/checkout-page.ts'

const tags = ['Checkout']

/** Strangers choose the keys of a page. */
const scopeOf = (slug: string, platformId: string): KeyScope => ({ platformId, name: `checkout/${slug}/` })

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { checkoutPerMinute, buyersChargesPerMinute } = app.limits
  /** A body may hold a card. */
  const sealKey = deriveKey(app.settings.masterKey, 'seal')
  const look = (slug: string) => {
    if (app.health.database.isDown()) throw unavailable('The database')
    return findPage(app.database.writer, slug)
  }
  const find = async (slug: string) => {
    const page = await look(slug)
    if (!page) throw notFound()
    return page
  }
  /** Also where the page has got another address meanwhile: what was paid at the one before is found by it. */
  const scopeFor = async (slug: string, page: PageRow | undefined) => {
    const platformId = page?.platform.id ?? (await findAddressOwner(app.database.writer, slug))
    if (platformId === undefined) throw notFound()
    return scopeOf(slug, platformId)
  }

  app.get(
    '/pages/:slug',
    {
      config: { access: 'public', rateLimit: { max: checkoutPerMinute } },
      schema: {
        tags,
        summary: 'What is sold on a page',
        params: PageParams,
        querystring: PageQuery,
        response: { 200: CheckoutPage, ...problems(404) },
      },
    },
    async (request) => presentPage(app, await find(request.params.slug), request.query),
  )

  app.get(
    '/pages/:slug/charges',
    {
      config: { access: 'public', rateLimit: { max: checkoutPerMinute } },
      schema: {
        operationId: 'findCheckoutPageCharge',
        tags,
        summary: 'Look up a try to pay',
        description:
          'Of the `POST` with the same `Idempotency-Key`, whose answer was lost: the buyer’s view; 409 while the outcome is unknown, and 404 where nothing was charged.',
        params: PageParams,
        headers: UnguessableKey,
        querystring: TryQuery,
        response: { 200: Checkout, ...problems(404, 409) },
      },
    },
    async ({ params: { slug }, headers, query }) =>
      findTry(app, await scopeFor(slug, await look(slug)), headers['idempotency-key'], query.final),
  )

  app.post(
    '/pages/:slug/charges',
    {
      config: { access: 'public', rateLimit: { max: buyersChargesPerMinute } },
      schema: {
        tags,
        summary: 'Pay on a page',
        description:
          'An order, or another try of it with the `token` of the try before: that one is cancelled first, and 409 says that it is not over yet. A declined card is 201 with `REJECTED` and the bank’s reason. 429 also where an address or a page has seen too many cards refused, or an address has left too many uses of a limited link unpaid.',
        params: PageParams,
        headers: RequiredKey,
        body: BuyersCharge,
        response: { 200: Checkout, 201: Checkout, 202: Checkout, ...problems(404, 409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const { body, ip, id: requestId, params } = request
      const page = await look(params.slug)
      const scope = await scopeFor(params.slug, page)
      const { platformId } = scope
      const pay = page
        ? payOrder(app, { page, body, ip, requestId })
        : (work: Work) => paidBefore(app, { platformId, requestId }, work)
      return oncePerKey(request, reply, pay, { makes: { kind: 'charge' }, sealKey, scope })
    },
  )
}

export default routes
