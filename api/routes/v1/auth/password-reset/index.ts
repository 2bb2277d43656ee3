/** A forgotten password. The answer and its timing are the same for every address. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { uuidv7 } from 'uuidv7'
import { deriveKey } from '../../../../../config/keys.ts'
import { newLinkHash } from '../../../../../config/link-token.ts'
import { appendAudit } from '../../../../../db/queries/access/audit.ts'
import { insertPasswordReset } from '../../../../../db/queries/access/links.ts'
import { refuseCrossSite } from '../../../../access/cross-site.ts'
import { callerAddress } from '../../../../caller-address.ts'
import { signInsPerAddress } from '../../../../limits.ts'
import { limitPerMinute } from '../../../../plugins/external/rate-limit.ts'
import { unavailable } from '../../../../problem.ts'
import { problems } from '../../../../responses.ts'
import { PasswordResetWish } from '../../../../schemas/access-link.ts'
import { NoContent } from '../../../../schemas/common.ts'

/** Far longer than writing a row takes, so that an unknown address is answered no sooner. */
const ANSWER_AFTER_MS = 300

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { signInsPerMinute } = app.limits
  const { writer } = app.database
  const linkKeys = deriveKey(app.settings.masterKey, 'link')
  const perEmail = limitPerMinute(app, {
    max: signInsPerMinute,
    keyGenerator: (request) => {
      const { email } = request.body as Static<typeof PasswordResetWish>
      return `password reset ${callerAddress(request.ip)} ${email.toLowerCase()}`
    },
  })

  app.post(
    '',
    {
      config: { access: 'public', rateLimit: { max: signInsPerAddress(app.limits) } },
      schema: {
        operationId: 'requestPasswordReset',
        tags: ['Access'],
        summary: 'Ask for a new password',
        description:
          'Mails a link to the user who signs in with this e-mail. It works once, within an hour. The answer is the same when there is no such user.',
        body: PasswordResetWish,
        response: { 204: NoContent, ...problems(403, 422) },
      },
    },
    async (request, reply) => {
      refuseCrossSite(request, app.settings.publicUrl)
      if (app.health.database.isDown()) throw unavailable('The database')
      await perEmail(request)
      await Promise.all([ask(request.body.email.toLowerCase(), request.ip), wait(ANSWER_AFTER_MS)])
      return reply.code(204).send(null)
    },
  )

  async function ask(email: string, ip: string) {
    const id = uuidv7()
    const person = await insertPasswordReset(writer, { id, email, tokenHash: newLinkHash(linkKeys, id) })
    if (!person) return
    const entry = { actor: email, action: 'passwordReset.ask', target: `user/${person.id}`, ip } as const
    await appendAudit(writer, person.platformId, entry)
  }
}

export default routes
