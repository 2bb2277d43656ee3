/** Test mode only: the buyer's, the bank's and the provider's part in a charge. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findCharge } from '../../../../db/queries/charge/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { presentCharge } from '../../../charge/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { Charge } from '../../../schemas/charge.ts'
import { IdParams } from '../../../schemas/common.ts'
import { NewChargeSimulation } from '../../../schemas/simulation.ts'
import { assertTestPlatform, simulateCharge } from '../../../test-mode/simulate.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:id/simulate',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Charges'],
        summary: 'Have a test charge paid, declined, expired, refunded or disputed',
        description:
          'With a test key; a live charge is 404 here. It happens at the test provider, whose webhook then changes the charge as a real one would: the answer is the charge as it was.',
        params: IdParams,
        body: NewChargeSimulation,
        response: { 202: Charge, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      assertTestPlatform(platformId)
      const charge = await findCharge(app.database.writer, platformId, request.params.id)
      if (!charge) throw notFound()
      await simulateCharge(app.settings, charge, request.body.action)
      return reply.code(202).send(presentCharge(charge, app.settings.publicUrl))
    },
  )
}

export default routes
