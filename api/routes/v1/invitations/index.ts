/** Inviting a user by e-mail: they choose their password themself. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { deriveKey } from '../../../../config/keys.ts'
import { newLinkHash } from '../../../../config/link-token.ts'
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../../../db/queries/access/links.ts'
import { invitationState } from '../../../../domain/access-link.ts'
import type { AuditAction } from '../../../../domain/audit.ts'
import type { Role } from '../../../../domain/role.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { tooMany } from '../../../plugins/external/rate-limit.ts'
import { notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { Invitation, InvitationList, NewInvitation } from '../../../schemas/access-link.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'
import { iso } from '../../../time.ts'

const tags = ['Access']
const config = { access: 'admin', shared: true } as const
const HOUR = 60 * 60_000
const TOO_MANY = {
  path: '/email',
  rule: 'invitationsPerDay',
  message: 'was invited too often in 24 hours, or the platform has invited too many',
}

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const linkKeys = deriveKey(app.settings.masterKey, 'link')

  const invite = async (request: FastifyRequest, wanted: { email: string; role: Role }, action: AuditAction) => {
    const { platformId, personId } = actorOf(request)
    const { email, role } = wanted
    const id = uuidv7()
    const tokenHash = newLinkHash(linkKeys, id)
    const row = await insertInvitation(writer, { id, platformId, email, role, createdBy: personId, tokenHash })
    // Of who works for other platforms alone nothing is said: whether there is an account is told to the owner of the mailbox.
    if (row === 'here') throw problem('conflict', { detail: 'This user is here already' })
    if (row === 'tooMany') throw tooMany(HOUR, [TOO_MANY])
    await audit(request, { action, target: `invitation/${id}`, detail: { email, role } })
    return present(row)
  }

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List invitations',
        description: 'Each until 90 days after its time.',
        querystring: ListQuery,
        response: { 200: InvitationList, ...guarded() },
      },
    },
    async (request) => {
      const page = pageFrom(request.query)
      return presentPage(await listInvitations(writer, actorOf(request).platformId, page), present)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Invite a user',
        description:
          'By e-mail, with a link that works once, within a week, while the inviting user is an administrator. Earlier invitations to the address are withdrawn. Who works for the platform already is not invited: PATCH /v1/users/{id} or PATCH /v1/members/{id} gives another role.',
        body: NewInvitation,
        response: { 201: Invitation, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { email, role } = request.body
      return reply.code(201).send(await invite(request, { email: email.toLowerCase(), role }, 'invitation.create'))
    },
  )

  app.post(
    '/:id/resend',
    {
      config,
      schema: {
        tags,
        summary: 'Send an invitation again',
        description: 'As a new one with a new link; this one is withdrawn. Also when it has expired.',
        params: IdParams,
        response: { 201: Invitation, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const row = await findInvitation(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      if (row.usedAt !== null) throw problem('conflict', { detail: 'It was accepted' })
      return reply.code(201).send(await invite(request, row, 'invitation.resend'))
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { id } = request.params
      const row = await findInvitation(writer, platformId, id)
      if (!row) throw notFound()
      if (!(await withdrawInvitation(writer, platformId, id))) {
        throw problem('conflict', { detail: 'It was accepted or withdrawn' })
      }
      await audit(request, { action: 'invitation.withdraw', target: `invitation/${id}`, detail: { email: row.email } })
      return reply.code(204).send(null)
    },
  )
}

function present(row: InvitationRow): Invitation {
  const { id, email, role, mail, invitedBy } = row
  const state = invitationState(row, Date.now())
  return { id, email, role, state, mail, invitedBy, createdAt: iso(row.createdAt), expiresAt: iso(row.expiresAt) }
}

export default routes
