/** A new secret for what a platform sends to the addresses given with charges. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findPlatform, rotateWebhookSecret } from '../../../../db/queries/access/platforms.ts'
import { actorOf } from '../../../access/actor.ts'
import { IdempotencyHeaders } from '../../../idempotency.ts'
import { presentWithSecret } from '../../../platform/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { PlatformWithSecret } from '../../../schemas/platform.ts'
import { rotateOnce } from '../../../webhook/rotate.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { settings } = app
  const { writer } = app.database
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
        headers: IdempotencyHeaders,
        response: { 200: PlatformWithSecret, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      if (request.params.id !== platformId) throw notFound()
      return rotateOnce(request, reply, {
        rotate: (next, hold) => rotateWebhookSecret(writer, platformId, next, hold),
        find: () => findPlatform(writer, platformId),
        show: (row) => presentWithSecret(settings, row),
        secret: 'webhookSecret',
        deed: { action: 'platform.rotateWebhookSecret', target: `platform/${platformId}` },
      })
    },
  )
}

export default routes
