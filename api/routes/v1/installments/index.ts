import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findPlatform } from '../../../../db/queries/people.ts'
import { installmentOptions } from '../../../../domain/installments.ts'
import { cents } from '../../../../domain/money.ts'
import { actorOf } from '../../../access/actor.ts'
import { guarded } from '../../../responses.ts'
import { InstallmentQuery, Installments } from '../../../schemas/installment.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Cards'],
        summary: 'What a buyer may pay in',
        description: "With interest from the platform's table of fees; a number that has none there is not offered.",
        querystring: InstallmentQuery,
        response: { 200: Installments, ...guarded(400) },
      },
    },
    async (request) => {
      const { amount, minInstallmentValue, ...limits } = request.query
      const platform = await findPlatform(app.database.reader(), actorOf(request).platformId)
      return {
        data: installmentOptions({
          ...limits,
          amount: cents(amount),
          minInstallmentValue: cents(minInstallmentValue),
          fees: platform?.installmentFees ?? [],
        }),
      }
    },
  )
}

export default routes
