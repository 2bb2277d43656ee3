/** Uses of a link from a mail, without being signed in. Its token is in the body, never in the address. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { linkTokenHash } from '../../../../../config/link-token.ts'
import type { Queryable } from '../../../../../db/client.ts'
import { isUniqueViolation } from '../../../../../db/errors.ts'
import { appendAudit } from '../../../../../db/queries/access/audit.ts'
import {
  type AcceptedInvitation,
  acceptInvitation,
  findOpenLink,
  resetPassword,
} from '../../../../../db/queries/access/links.ts'
import { removeFile } from '../../../../../storage/transfer.ts'
import { refuseCrossSite } from '../../../../access/cross-site.ts'
import { noteLeft, warnOfLost } from '../../../../access/left-elsewhere.ts'
import { endSentInvitations } from '../../../../access/sent-invitations.ts'
import { signInsPerAddress } from '../../../../limits.ts'
import { broken, notFound, problem, unavailable } from '../../../../problem.ts'
import { problems } from '../../../../responses.ts'
import { AccessLink, LinkToken, LinkUse } from '../../../../schemas/access-link.ts'
import { NoContent } from '../../../../schemas/common.ts'
import { iso } from '../../../../time.ts'

const tags = ['Access']

const UNCONFIRMED = {
  path: '/replace',
  rule: 'unconfirmed',
  message: 'says whether the unconfirmed sign-in with this e-mail ends',
} as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const config = { access: 'public', rateLimit: { max: signInsPerAddress(app.limits) } } as const

  /** @throws ApiProblem 404 for one that is good for nothing, whatever it once was. */
  const openLink = async (request: FastifyRequest, tokenHash: string) => {
    refuseCrossSite(request, app.settings.publicUrl)
    if (app.health.database.isDown()) throw unavailable('The database')
    const open = await findOpenLink(writer, tokenHash)
    if (open) return open
    await app.countFailure(request)
    throw notFound()
  }

  app.post(
    '',
    {
      config,
      schema: {
        operationId: 'readAccessLink',
        tags,
        summary: 'Look at a link from a mail',
        description: 'Changes nothing. 404: it is used, withdrawn, too old, or was never ours.',
        body: LinkToken,
        response: { 200: AccessLink, ...problems(403, 404, 422) },
      },
    },
    async (request) => {
      const { link, platformName } = await openLink(request, linkTokenHash(request.body.token))
      const { kind, email, role, expiresAt } = link
      return { kind, email, role, platform: { name: platformName }, expiresAt: iso(expiresAt) }
    },
  )

  /** The platform that had made it is told that the person is gone, and not where to. */
  const noteReplaced = async (
    tx: Queryable,
    { ip, log }: FastifyRequest,
    { person, files, elsewhere }: NonNullable<AcceptedInvitation['replaced']>,
  ) => {
    const { id, email, role, platformId } = person
    const detail = { email, role, because: 'the owner of the e-mail does not use this sign-in' }
    await appendAudit(tx, platformId, {
      ...{ actor: email, action: 'user.remove', target: `user/${id}`, ip, detail },
    })
    await endSentInvitations(tx, platformId, id, { actor: email, ip })
    await noteLeft(tx, elsewhere, id, { ip, log, because: 'their sign-in was replaced' })
    await warnOfLost(tx, [platformId], log)
    for (const key of files) await removeFile(app.storage, key)
  }

  app.post(
    '/use',
    {
      config,
      schema: {
        operationId: 'useAccessLink',
        tags,
        summary: 'Use a link from a mail',
        description:
          'Accepts an invitation, with a name, or chooses a new password, which ends all sessions. Signing in comes after it, with the second factor where there is one.',
        body: LinkUse,
        response: { 204: NoContent, ...problems(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { token, password, name, replace = false } = request.body
      const tokenHash = linkTokenHash(token)
      const { link } = await openLink(request, tokenHash)
      const isInvitation = link.kind === 'invitation'
      if (isInvitation && name === undefined) throw broken('/name', 'required', 'is needed to accept an invitation')
      const passwordHash = await app.passwords.hash(link.platformId, password)
      const note = (action: 'invitation.accept' | 'passwordReset.use', userId: string, detail: object) => {
        const entry = { actor: link.email, action, target: `user/${userId}`, ip: request.ip, detail: { ...detail } }
        return appendAudit(writer, link.platformId, entry)
      }
      if (isInvitation) {
        const person = { id: uuidv7(), name: name ?? '', passwordHash, replaces: replace }
        const accept = async (tx: Queryable) => {
          const invited = await acceptInvitation(tx, tokenHash, person)
          if (typeof invited === 'object' && invited.replaced) await noteReplaced(tx, request, invited.replaced)
          return invited
        }
        const accepted = await writer.transaction(accept).catch((error: unknown) => {
          // The reader of the mail may know it, because the address is theirs.
          if (isUniqueViolation(error)) throw problem('conflict', { detail: 'This e-mail has an account already' })
          throw error
        })
        if (!accepted) throw notFound()
        if (accepted === 'unproved') throw problem('conflict', { errors: [UNCONFIRMED] })
        reply.header('set-cookie', app.wrongPasswords.cookieFor(link.email))
        await note('invitation.accept', person.id, { invitation: accepted.invitationId, role: accepted.user.role })
        return reply.code(204).send(null)
      }
      const used = await resetPassword(writer, tokenHash, passwordHash)
      if (!used) throw notFound()
      // The reader of the mail is let in, also while a stranger guesses.
      reply.header('set-cookie', app.wrongPasswords.cookieFor(link.email))
      await note('passwordReset.use', used.userId ?? '', {})
      return reply.code(204).send(null)
    },
  )
}

export default routes
