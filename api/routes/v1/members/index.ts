/** Who works for the platform with a sign-in that belongs to another one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeMembership,
  endMembership,
  listMembers,
  type MemberRow,
} from '../../../../db/queries/access/memberships.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { endSentInvitations } from '../../../access/sent-invitations.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import { type Member, MemberChange, MemberList, Member as MemberShape } from '../../../schemas/membership.ts'
import { UserParams } from '../../../schemas/user.ts'
import { iso } from '../../../time.ts'
import { presentWhole } from '../../../whole-list.ts'

const tags = ['Access']
const config = { access: 'admin', shared: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List members of other platforms',
        description: 'They accepted an invitation with the sign-in that they had. Newest first.',
        querystring: WholeListQuery,
        response: { 200: MemberList, ...guarded() },
      },
    },
    async (request) => {
      const members = (await listMembers(writer, actorOf(request).homeId)).map(present)
      return presentWhole(members, request.query, ({ userId }) => userId)
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change the role of a member of another platform',
        description:
          'Takes effect at once, for their API keys of your platform too. Open invitations end with their sender’s right to invite. The last administrator stays one.',
        params: UserParams,
        body: MemberChange,
        response: { 200: MemberShape, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { homeId, personId } = actor
      const { id } = request.params
      const { role } = request.body
      if (id === personId) throw broken('/role', 'ownRole', 'is your own, which another administrator changes')
      const member = await writer.transaction(async (tx) => {
        const changed = await changeMembership(tx, { platformId: homeId, userId: id, role })
        if (!changed || changed === 'lastAdmin') return changed
        await audit(request, { action: 'membership.change', target: `user/${id}`, detail: { role } }, tx)
        await endSentInvitations(tx, homeId, id, { actor: actorName(actor), ip: request.ip })
        return changed
      })
      if (!member) throw notFound()
      if (member === 'lastAdmin') throw broken('/role', 'lastAdmin', 'is the last administrator')
      return present(member)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a member of another platform',
        description:
          'Takes effect at once. Their API keys of your platform are revoked, and the open invitations that they sent withdrawn.',
        params: UserParams,
        response: { 204: NoContent, ...guarded(404, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { homeId, personId } = actor
      const { id } = request.params
      if (id === personId) throw broken('/id', 'ownAccess', 'is you: an administrator removes you')
      await writer.transaction(async (tx) => {
        const ended = await endMembership(tx, homeId, id)
        if (!ended) throw notFound()
        if (ended === 'lastAdmin') throw broken('/id', 'lastAdmin', 'is the last administrator')
        await endSentInvitations(tx, homeId, id, { actor: actorName(actor), ip: request.ip })
      })
      await audit(request, { action: 'membership.end', target: `user/${id}` })
      return reply.code(204).send(null)
    },
  )
}

const present = (row: MemberRow): Member => ({ ...row, createdAt: iso(row.createdAt) })

export default routes
