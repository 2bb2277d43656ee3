import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../../access/actor.ts'
import { offeredInstallments } from '../../../charge/installments.ts'
import { guarded } from '../../../responses.ts'
import { InstallmentQuery, Installments } from '../../../schemas/installment.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Cards'],
        summary: 'List installment options',
        description:
          "With interest from the platform's table of fees; a number that has none there, or that the provider does not charge, is not offered. Without limits of its own the answer is what a charge is held to; a new card is saved where it can be charged so when `POST /v1/cards` says the amount and the number.",
        querystring: InstallmentQuery,
        response: { 200: Installments, ...guarded(422) },
      },
    },
    async (request) => ({
      data: await offeredInstallments(app, actorOf(request).platformId, request.query),
    }),
  )
}

export default routes
