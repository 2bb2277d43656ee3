/** A new address for what an account's provider tells. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { replaceWebhookToken } from '../../../../db/queries/account/read.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { presentAccount, shownAddress } from '../../../account/present.ts'
import { openSecretsOf, withNewAddress } from '../../../account/secrets.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { ProviderAccount } from '../../../schemas/provider-account.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, settings } = app
  app.post(
    '/:id/rotate-webhook-url',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Providers'],
        operationId: 'rotateProviderAccountWebhookUrl',
        summary: 'Give an account a new webhook address',
        description:
          'The address before answers 404 from then on: register the answer’s `webhookUrl` at the provider. A disconnected account has its address renewed, too.',
        params: IdParams,
        response: { 200: ProviderAccount, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const row = await replaceWebhookToken(database.writer, platformId, request.params.id, (current) =>
        withNewAddress(settings, openSecretsOf(settings, current)),
      )
      if (!row) throw notFound()
      await audit(request, { action: 'providerAccount.rotateWebhookUrl', target: `provider-account/${row.id}` })
      return presentAccount(row, shownAddress(settings, request.log))
    },
  )
}

export default routes
