import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findPlatform } from '../../../../db/queries/access/people.ts'
import { installmentOptions, mostInstallments } from '../../../../domain/installments.ts'
import { cents } from '../../../../domain/money.ts'
import { actorOf } from '../../../access/actor.ts'
import { installmentTable } from '../../../charge/installments.ts'
import { notFound } from '../../../problem.ts'
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
        description:
          "With interest from the platform's table of fees; a number that has none there is not offered. Without limits of its own the answer is what a charge is held to.",
        querystring: InstallmentQuery,
        response: { 200: Installments, ...guarded(400) },
      },
    },
    async (request) => {
      const { amount, minInstallmentValue, maxInstallmentsWithoutInterest, numberOfInstallments } = request.query
      const platform = await findPlatform(app.database.reader(), actorOf(request).platformId)
      if (!platform) throw notFound()
      const own = installmentTable(platform)
      const table = {
        fees: own.fees,
        maxInstallmentsWithoutInterest: maxInstallmentsWithoutInterest ?? own.maxInstallmentsWithoutInterest,
        minInstallmentValue: cents(minInstallmentValue ?? own.minInstallmentValue),
      }
      return {
        data: installmentOptions({
          ...table,
          amount: cents(amount),
          numberOfInstallments: numberOfInstallments ?? mostInstallments(table),
        }),
      }
    },
  )
}

export default routes
