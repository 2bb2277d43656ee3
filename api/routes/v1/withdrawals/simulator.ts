/** Test mode only: the bank's part in a withdrawal. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findDisbursement } from '../../../../db/queries/disbursement/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { presentWithdrawal } from '../../../disbursement/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { NewWithdrawalSimulation } from '../../../schemas/simulation.ts'
import { Withdrawal } from '../../../schemas/withdrawal.ts'
import { assertTestPlatform, simulateWithdrawal } from '../../../test-mode/simulate.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:id/simulate',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Withdrawals'],
        summary: 'Have a test withdrawal approved, rejected, canceled or returned',
        description:
          'With a test key; a live withdrawal is 404 here. It happens at the test provider, whose webhook then changes the withdrawal as a real one would: the answer is the withdrawal as it was.',
        params: IdParams,
        body: NewWithdrawalSimulation,
        response: { 202: Withdrawal, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      assertTestPlatform(platformId)
      const row = await findDisbursement(app.database.writer, platformId, 'withdrawal', request.params.id)
      if (!row) throw notFound()
      const { provider, externalId: transactionId } = row
      await simulateWithdrawal(app.settings, { provider, transactionId }, request.body.action)
      return reply.code(202).send(presentWithdrawal(row))
    },
  )
}

export default routes
