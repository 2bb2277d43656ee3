import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { changeUser } from '../../../../db/queries/access/people.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit, auditSignIn } from '../../../access/audit.ts'
import { mayFound } from '../../../access/installation.ts'
import { presentMe } from '../../../access/me.ts'
import { assertSession, personOf } from '../../../access/own-password.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { Me } from '../../../schemas/me.ts'
import { OwnChange, PasswordChange } from '../../../schemas/user.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller', withoutSecondFactor: true },
      schema: { tags: ['Access'], summary: 'Get the current user or key', response: { 200: Me, ...guarded() } },
    },
    async (request) => {
      const actor = actorOf(request)
      return presentMe(actor, app.settings, await mayFound(app, actor))
    },
  )

  app.patch(
    '',
    {
      config: { access: 'seller', shared: true, own: true },
      schema: {
        operationId: 'changeMe',
        tags: ['Access'],
        summary: 'Change your own name',
        description: 'Of a signed-in user; the e-mail stays.',
        body: OwnChange,
        response: { 200: Me, ...guarded(404, 409, 422) },
      },
    },
    async (request) => {
      const person = personOf(request)
      const { name } = request.body
      const { id, platformId } = person
      await app.database.writer.transaction(async (tx) => {
        await assertSession(tx, person)
        if (!(await changeUser(tx, platformId, id, { name }))) throw notFound()
        await audit(request, { action: 'user.change', target: `user/${id}`, detail: { changed: ['name'] } }, tx)
      })
      return presentMe({ ...person, name }, app.settings, await mayFound(app, person))
    },
  )

  app.post(
    '/password',
    {
      config: { access: 'seller', shared: true, own: true, withoutSecondFactor: true },
      schema: {
        operationId: 'changePassword',
        tags: ['Access'],
        summary: 'Change your own password',
        description: 'Ends all of your other sessions.',
        body: PasswordChange,
        response: { 204: NoContent, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { password, newPassword } = request.body
      const { id, platformId, homeId, sessionId } = await app.checkPassword(request, password)
      const hash = await app.passwords.hash(homeId, newPassword)
      await app.database.writer.transaction(async (tx) => {
        await assertSession(tx, { id, sessionId })
        await changeUser(tx, platformId, id, { password: { hash, setByOther: false } }, sessionId)
        await auditSignIn(request, id, 'user.password', tx)
      })
      return reply.code(204).send(null)
    },
  )
}

export default routes
