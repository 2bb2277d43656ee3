/** A new secret for what a platform sends to the addresses given with charges. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { rotateWebhookSecret } from '../../../../db/queries/access/platforms.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { presentWithSecret } from '../../../platform/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { PlatformWithSecret } from '../../../schemas/platform.ts'
import { newSecret } from '../../../webhook/endpoint.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, settings } = app
  app.post(
    '/:id/rotate-webhook-secret',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Access'],
        operationId: 'rotatePlatformWebhookSecret',
        summary: 'Make a new webhook secret',
        description:
          "The answer's `webhookSecret` is shown this once. For 24 hours the one before signs too: each message carries both signatures.",
        params: IdParams,
        response: { 200: PlatformWithSecret, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const { sealedSecret } = newSecret(settings)
      const row =
        request.params.id === platformId
          ? await rotateWebhookSecret(database.writer, platformId, sealedSecret)
          : undefined
      if (!row) throw notFound()
      await audit(request, { action: 'platform.rotateWebhookSecret', target: `platform/${row.id}` })
      return presentWithSecret(settings, row)
    },
  )
}

export default routes
