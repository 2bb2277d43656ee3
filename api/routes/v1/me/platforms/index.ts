/** The platforms that a user works for with one sign-in. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { linkTokenHash } from '../../../../../config/link-token.ts'
import { appendAudit } from '../../../../../db/queries/access/audit.ts'
import { joinByInvitation } from '../../../../../db/queries/access/links.ts'
import { listWorkplaces } from '../../../../../db/queries/access/memberships.ts'
import { findPersonOf } from '../../../../../db/queries/access/people.ts'
import { audit } from '../../../../access/audit.ts'
import { ownPasswordAsked, personOf } from '../../../../access/own-password.ts'
import { endSentInvitations } from '../../../../access/sent-invitations.ts'
import { broken, notFound } from '../../../../problem.ts'
import { guarded } from '../../../../responses.ts'
import { PlatformJoin } from '../../../../schemas/access-link.ts'
import { WholeListQuery } from '../../../../schemas/list.ts'
import { Workplace, WorkplaceList } from '../../../../schemas/membership.ts'
import { presentWhole } from '../../../../whole-list.ts'

const tags = ['Access']
const config = { access: 'seller', shared: true, own: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        operationId: 'listOwnPlatforms',
        tags,
        summary: 'List your platforms',
        description:
          'The one that your sign-in belongs to first. The others answer below `/p/{id}/v1`, to your session alone.',
        querystring: WholeListQuery,
        response: { 200: WorkplaceList, ...guarded(409) },
      },
    },
    async (request) => {
      const { id, homeId, platformName: name } = personOf(request)
      const person = await findPersonOf(writer, homeId, id)
      if (!person) throw notFound()
      const others = await listWorkplaces(writer, id)
      const home = { id: homeId, name, role: person.role, home: true }
      const workplaces = [home, ...others.map((place) => ({ ...place, home: false }))]
      return presentWhole(workplaces, request.query, (place) => place.id)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        operationId: 'joinPlatform',
        tags,
        summary: 'Accept an invitation with the sign-in that you have',
        description:
          'The invitation must be to your e-mail. A member’s role becomes that of the invitation, except that the last administrator stays one. Ends all of your other sessions.',
        body: PlatformJoin,
        response: { 201: Workplace, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { id, email, homeId, sessionId } = personOf(request)
      const { token, password } = request.body
      const passwordHash = password === undefined ? undefined : await app.passwords.hash(homeId, password)
      const person = { id, email, homeId, sessionId, passwordHash }
      const joined = await writer.transaction(async (tx) => {
        const used = await joinByInvitation(tx, linkTokenHash(token), person)
        if (!used) throw notFound()
        if (used === 'ownPassword') throw ownPasswordAsked()
        if (used === 'lastAdmin') throw broken('/token', 'lastAdmin', 'would lower the last administrator')
        // Where they were an administrator, and accept less.
        await endSentInvitations(tx, used.platformId, id, { actor: email, ip: request.ip })
        if (password !== undefined) await audit(request, { action: 'user.password', target: `user/${id}` }, tx)
        const place = (await listWorkplaces(tx, id)).find((known) => known.id === used.platformId)
        if (!place) throw notFound()
        const detail = { invitation: used.id, role: place.role }
        const entry = { actor: email, action: 'membership.join', target: `user/${id}`, ip: request.ip, detail } as const
        await appendAudit(tx, place.id, entry)
        return place
      })
      return reply.code(201).send({ ...joined, home: false })
    },
  )
}

export default routes
