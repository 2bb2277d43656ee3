/** The buyer's page. No sign-in: with the token, a buyer sees what is needed to pay, and nothing more. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findCheckout } from '../../../../db/queries/charge/read.ts'
import { presentCheckout } from '../../../charge/present.ts'
import { createView, streamCharges } from '../../../charge/stream.ts'
import { findMadeUpCheckout } from '../../../exam/made-up-charge.ts'
import { notFound, unavailable } from '../../../problem.ts'
import { problems } from '../../../responses.ts'
import { Checkout, CheckoutParams } from '../../../schemas/checkout.ts'
import { EventStreamAnswer } from '../../../schemas/common.ts'
import pages from './pages.ts'

const tags = ['Checkout']

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { access: 'public', rateLimit: { max: app.limits.checkoutPerMinute } } as const
  const find = async (token: string) => {
    if (app.health.database.isDown()) throw unavailable('The database')
    const { writer } = app.database
    const found = (await findCheckout(writer, { token })) ?? (await findMadeUpCheckout(writer, token))
    if (!found) throw notFound()
    return found
  }
  /** Its order may have moved on since the row was read. */
  const view = createView(async ({ checkoutToken }) => presentCheckout(await find(checkoutToken), app.settings))

  await app.register(pages)

  app.get(
    '/:token',
    {
      config,
      schema: {
        tags,
        summary: 'Get the buyer’s view',
        params: CheckoutParams,
        response: { 200: Checkout, ...problems(404) },
      },
    },
    async (request) => presentCheckout(await find(request.params.token), app.settings),
  )

  app.get(
    '/:token/stream',
    {
      config,
      schema: {
        tags,
        summary: 'Follow the buyer’s view',
        description: 'Server-sent `charge` events: the present state first, then every change as it happens.',
        params: CheckoutParams,
        response: { 200: EventStreamAnswer, ...problems(404) },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { charge } = await find(token)
      return streamCharges(request, reply, {
        platformId: charge.platformId,
        chargeId: charge.id,
        load: async () => [(await find(token)).charge],
        view,
      })
    },
  )
}

export default routes
