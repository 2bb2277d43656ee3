import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { changeUser, findPasswordHash } from '../../../../db/queries/access/people.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { presentMe } from '../../../access/me.ts'
import { tooMany } from '../../../plugins/external/rate-limit.ts'
import { broken, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { Me } from '../../../schemas/me.ts'
import { PasswordChange } from '../../../schemas/user.ts'

const MINUTE = 60_000

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: { tags: ['Access'], summary: 'Who is asking', response: { 200: Me, ...guarded() } },
    },
    async (request) => presentMe(actorOf(request), app.settings),
  )

  const tries = app.createRateLimit({ max: app.limits.signInsPerMinute, timeWindow: MINUTE })
  app.post(
    '/password',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Access'],
        summary: 'Change your own password',
        description: 'Ends all of your sessions, this one too.',
        body: PasswordChange,
        response: { 204: NoContent, ...guarded(400, 409, 422) },
      },
    },
    async (request, reply) => {
      const { type, id, platformId } = actorOf(request)
      if (type !== 'user') throw problem('conflict', { detail: 'An API key has no password' })
      const state = await tries(request)
      if (!state.isAllowed && state.isExceeded) throw tooMany(state.ttl)
      const { password, newPassword } = request.body
      const { writer } = app.database
      const hash = await findPasswordHash(writer, id)
      if (hash === undefined || !(await verifyPassword({ hash, password }))) {
        const message = 'is not your password'
        throw broken('/password', 'password', message)
      }
      await changeUser(writer, platformId, id, { passwordHash: await hashPassword(newPassword) })
      await audit(request, { action: 'user.password', target: `user/${id}` })
      return reply.code(204).send(null)
    },
  )
}

export default routes
