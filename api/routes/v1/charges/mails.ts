/** What a charge's buyer is written. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listChargeMails } from '../../../../db/queries/mail/of-charge.ts'
import { belongingRoute } from '../../../belonging.ts'
import { mailCharge, presentChargeMail } from '../../../charge/mail.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { guarded } from '../../../responses.ts'
import { ChargeMail, ChargeMails, NewChargeMail } from '../../../schemas/charge-mail.ts'
import { IdParams } from '../../../schemas/common.ts'

const tags = ['Charges']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.post(
    '/:id/mails',
    {
      config,
      // No body means: what the charge is for now, to its customer.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        tags,
        summary: 'Mail a charge to its buyer',
        description:
          'While it can be paid, the address of the page where it is paid; once it is paid, its receipt. A charge that was mailed has its receipt mailed when it is paid, and one for each refund, as public pages do. 409 when it can no longer be paid and was not; 429 after five in an hour. In test mode no mail is sent: it ends as `unsent`.',
        params: IdParams,
        headers: IdempotencyHeaders,
        body: NewChargeMail,
        response: { 201: ChargeMail, ...guarded(404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      return oncePerKey(request, reply, (work) => mailCharge(request, { chargeId: params.id, body }, work))
    },
  )

  belongingRoute(app, 'mails', {
    config,
    tags,
    summary: "A charge's mails",
    description: 'Everything that its buyer was written, and what became of it.',
    schema: ChargeMails,
    list: async (platformId, id) => (await listChargeMails(writer, platformId, id))?.map(presentChargeMail),
  })
}

export default routes
