import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../../../db/client.ts'
import { isUniqueViolation } from '../../../../db/errors.ts'
import { endMembershipsElsewhere } from '../../../../db/queries/access/memberships.ts'
import {
  changeUser,
  findPerson,
  findPersonOf,
  hasRoomForPerson,
  insertUser,
  listUsers,
  MOST_PEOPLE,
  type NewPerson,
  type PersonRow,
  removePerson,
} from '../../../../db/queries/access/people.ts'
import { resetSecondFactor } from '../../../../db/queries/access/second-factors.ts'
import { defined } from '../../../../domain/defined.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { removeFile } from '../../../../storage/transfer.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit, auditSignIn } from '../../../access/audit.ts'
import { noteAbsent, noteLeft } from '../../../access/left-elsewhere.ts'
import { endSentInvitations } from '../../../access/sent-invitations.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { broken, notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'
import { NewUser, User, UserChange, UserList, UserParams } from '../../../schemas/user.ts'
import papers from './papers.ts'

const CHANGED = 'an administrator changed how they sign in'

const tags = ['Access']
const config = { access: 'admin', shared: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  await app.register(papers)

  /** An administrator who changes how a user signs in was not let in by the other platforms that the user works for. */
  const leaveElsewhere = async (tx: Queryable, { ip, log }: FastifyRequest, id: string, because = CHANGED) => {
    await noteLeft(tx, await endMembershipsElsewhere(tx, id), id, { ip, because, log })
  }

  app.get(
    '',
    {
      config,
      schema: { tags, summary: 'List users', querystring: ListQuery, response: { 200: UserList, ...guarded() } },
    },
    async (request) => {
      const page = pageFrom(request.query)
      return presentPage(await listUsers(writer, actorOf(request).platformId, page), present)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'Get a user', params: UserParams, response: { 200: User, ...guarded(404) } },
    },
    async (request) => {
      const row = await findPersonOf(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Add a user',
        description: `A platform has ${MOST_PEOPLE} users at most.`,
        body: NewUser,
        response: { 201: User, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { password, email, ...rest } = request.body
      // Before anything is computed: asking again costs nothing.
      if (await findPerson(writer, email.toLowerCase())) throw taken()
      const passwordHash = await app.passwords.hash(actor.homeId, password)
      const person = {
        ...(rest satisfies TakenBy<NewPerson, typeof rest>),
        id: uuidv7(),
        email: email.toLowerCase(),
        passwordHash,
        passwordSetByOther: true,
      }
      const user = await writer
        .transaction(async (tx) => {
          if (!(await hasRoomForPerson(tx, actor.platformId)))
            throw broken('', 'maxUsers', `a platform has ${MOST_PEOPLE} users at most`)
          const { id } = await insertUser(tx, actor.platformId, person, false)
          return findPersonOf(tx, actor.platformId, id)
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) throw taken()
          throw error
        })
      if (!user) throw notFound()
      await audit(request, {
        action: 'user.create',
        target: `user/${user.id}`,
        detail: { email: user.email, role: user.role },
      })
      return reply.code(201).send(present(user))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a user',
        description:
          'A new role or password ends their sessions, and so does being disabled. Open invitations end with their sender’s right to invite. After a new password other platforms have to invite them again. The last administrator stays one.',
        params: UserParams,
        body: UserChange,
        response: { 200: User, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      const { name, role, password: chosen, disabled } = request.body
      // Not by a key of their own either: a session or a key may be in other hands by now.
      if (id === actor.personId) {
        if (role !== undefined && role !== actor.role)
          throw broken('/role', 'ownRole', 'is your own, which another administrator changes')
        if (disabled) throw broken('/disabled', 'ownAccess', 'is you: another administrator disables you')
        if (chosen !== undefined)
          throw broken('/password', 'ownPassword', 'your own needs the one before: POST /v1/me/password')
      }
      if (!(await findPersonOf(writer, actor.platformId, id))) throw notFound()
      const hash = chosen === undefined ? undefined : await app.passwords.hash(actor.homeId, chosen)
      const password = hash === undefined ? undefined : { hash, setByOther: true }
      const user = await writer.transaction(async (tx) => {
        const changed = await changeUser(tx, actor.platformId, id, defined({ name, role, password, disabled }))
        if (!changed || changed === 'lastAdmin') return changed
        if (password !== undefined) {
          await leaveElsewhere(tx, request, id)
          await auditSignIn(request, id, 'user.setPassword', tx)
        }
        if (disabled) await noteAbsent(tx, id, request)
        const fields = Object.keys(request.body)
        const detail = { changed: fields, ...defined({ role, disabled }) }
        // A password alone has its own entry.
        if (fields.some((field) => field !== 'password'))
          await audit(request, { action: 'user.change', target: `user/${id}`, detail }, tx)
        await endSentInvitations(tx, actor.platformId, id, { actor: actorName(actor), ip: request.ip })
        return changed
      })
      if (!user) throw notFound()
      if (user === 'lastAdmin') throw broken(disabled ? '/disabled' : '/role', 'lastAdmin', 'is the last administrator')
      return present(user)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a user',
        description:
          'For good: their sessions end, their papers and how they signed in are deleted, other platforms lose them too, the API keys that they made are revoked and their open invitations withdrawn. What they did keeps their name, and they can be invited again. The last administrator stays.',
        params: UserParams,
        response: { 204: NoContent, ...guarded(404, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { platformId, personId } = actor
      const { id } = request.params
      if (id === personId) throw broken('/id', 'ownAccess', 'is you: another administrator removes you')
      const person = await findPersonOf(writer, platformId, id)
      if (!person) throw notFound()
      await writer.transaction(async (tx) => {
        const removed = await removePerson(tx, platformId, id)
        if (!removed) throw notFound()
        if (removed === 'lastAdmin') throw broken('/id', 'lastAdmin', 'is the last administrator')
        await leaveElsewhere(tx, request, id, 'they were removed from the platform where they sign in')
        await endSentInvitations(tx, platformId, id, { actor: actorName(actor), ip: request.ip })
        for (const key of removed.files) await removeFile(app.storage, key)
      })
      const { email, role } = person
      await audit(request, { action: 'user.remove', target: `user/${id}`, detail: { email, role } })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/:id/second-factor',
    {
      config,
      schema: {
        operationId: 'resetSecondFactor',
        tags,
        summary: 'Reset a user’s second factor',
        description:
          'For a user who has lost it with its recovery codes: they sign in by password alone. Ends their sessions.',
        params: UserParams,
        response: { 204: NoContent, ...guarded(404, 422) },
      },
    },
    async (request, reply) => {
      const { platformId, personId } = actorOf(request)
      const { id } = request.params
      if (id === personId) throw broken('/id', 'ownSecondFactor', 'is you: your own needs your password and a code')
      await writer.transaction(async (tx) => {
        if (!(await resetSecondFactor(tx, platformId, id))) throw notFound()
        await leaveElsewhere(tx, request, id)
        await auditSignIn(request, id, 'secondFactor.reset', tx)
      })
      return reply.code(204).send(null)
    },
  )
}

const taken = () => problem('conflict', { detail: 'This e-mail is taken' })

function present({ id, name, email, role, platformId, disabled, secondFactor, ...at }: PersonRow): User {
  return {
    id,
    name,
    email,
    role,
    platformId,
    disabled,
    secondFactor,
    lastSignInAt: at.lastSignInAt?.toISOString() ?? null,
    createdAt: at.createdAt.toISOString(),
  }
}

export default routes
