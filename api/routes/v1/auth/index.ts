/** Signing in, by password and where there is one by a second factor, and out. The rest of better-auth has no route. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deriveKey } from '../../../../config/keys.ts'
import { appendAudit } from '../../../../db/queries/access/audit.ts'
import { findStanding } from '../../../../db/queries/access/holders.ts'
import {
  findPasswordHash,
  findPerson,
  isUnchanged,
  noteSignIn,
  type UserRow,
} from '../../../../db/queries/access/people.ts'
import { endPendingSignIn, hasSecondFactor, tryPendingSignIn } from '../../../../db/queries/access/second-factors.ts'
import { endSession } from '../../../../db/queries/access/sessions.ts'
import type { AuditAction } from '../../../../domain/audit.ts'
import { defined } from '../../../../domain/defined.ts'
import { CODES_PER_SIGN_IN } from '../../../../domain/second-factor.ts'
import { useCode } from '../../../access/codes.ts'
import { refuseCrossSite } from '../../../access/cross-site.ts'
import { mayFound } from '../../../access/installation.ts'
import { presentMe } from '../../../access/me.ts'
import { STRANGERS } from '../../../access/passwords.ts'
import { beginPendingSignIn, noPendingSignIn, pendingSignInOf } from '../../../access/pending-sign-in.ts'
import { callerAddress } from '../../../caller-address.ts'
import { signInsPerAddress } from '../../../limits.ts'
import { limitPerMinute } from '../../../plugins/external/rate-limit.ts'
import { problem, unavailable } from '../../../problem.ts'
import { problems } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { Me, SignIn } from '../../../schemas/me.ts'
import { SecondFactorAsked, SecondFactorCode } from '../../../schemas/second-factor.ts'

const tags = ['Access']
/** Longer than looking at a password and writing that it was wrong: an unknown e-mail is refused no sooner. */
const REFUSED_AFTER_MS = 300

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { signInsPerMinute } = app.limits
  const perEmail = limitPerMinute(app, {
    max: signInsPerMinute,
    // Of one address: a stranger who guesses locks no other user out. From many addresses: `wrong`.
    keyGenerator: (request) => `${callerAddress(request.ip)} ${String((request.body as SignIn).email).toLowerCase()}`,
  })

  const { masterKey, production } = app.settings
  const { writer } = app.database
  const wrong = app.wrongPasswords
  const sealKey = deriveKey(masterKey, 'seal')
  /** Salt and hash of no password: an unknown e-mail takes as long to refuse as a wrong password. */
  const nobodys = [16, 64].map((bytes) => randomBytes(bytes).toString('hex')).join(':')

  const note = (request: FastifyRequest, person: UserRow, action: AuditAction, detail?: Record<string, unknown>) => {
    const { id, email, platformId } = person
    const entry = { actor: email, action, target: `user/${id}`, ip: request.ip, ...defined({ detail }) }
    return appendAudit(writer, platformId, entry)
  }

  const enter = async (request: FastifyRequest, reply: FastifyReply, person: UserRow): Promise<Me> => {
    const { id, name, email, role, platformId } = person
    const opened = await app.auth.api.openSession({
      body: { userId: id, ipAddress: request.ip, userAgent: request.headers['user-agent'] },
      returnHeaders: true,
    })
    // What ended all sessions while this one was on its way has ended it too.
    if (!(await isUnchanged(writer, person))) {
      await endSession(writer, id, opened.response.id)
      throw problem('wrong_credentials')
    }
    await noteSignIn(writer, id)
    const standing = await findStanding(writer, id, platformId)
    reply.header('set-cookie', [...opened.headers.getSetCookie(), wrong.cookieFor(email)])
    const sessionId = opened.response.id
    const signedIn = { id, personId: id, sessionId, name, email, role, platformId, homeId: platformId }
    const identity = { type: 'user', ...signedIn, ...standing } as const
    return presentMe(identity, app.settings, await mayFound(app, identity))
  }

  app.post(
    '/sign-in',
    {
      config: { access: 'public', rateLimit: { max: signInsPerAddress(app.limits) } },
      schema: {
        operationId: 'signIn',
        tags,
        summary: 'Sign in',
        description:
          'By e-mail and password. Sets a session cookie; 202 for an account with a second factor, whose code `POST /v1/auth/second-factor` takes.',
        body: SignIn,
        response: { 200: Me, 202: SecondFactorAsked, ...problems(401, 403, 422) },
      },
    },
    async (request, reply) => {
      refuseCrossSite(request, app.settings.publicUrl)
      if (app.health.database.isDown()) throw unavailable('The database')
      await perEmail(request)
      const refused = sleep(REFUSED_AFTER_MS)
      const { email, password } = request.body
      const attempt = { email, cookie: request.headers.cookie }
      const person = await findPerson(writer, email.toLowerCase())
      const hash = person && (await findPasswordHash(writer, person.id))
      const owner = wrong.browserOf(attempt) ?? STRANGERS
      const isRight = await app.passwords.isRight(owner, { hash: hash ?? nobodys, password }, () => wrong.note(attempt))
      if (!person || !isRight || person.disabled) {
        if (person) await note(request, person, 'sign-in.refused')
        await refused
        throw problem('wrong_credentials')
      }
      wrong.takeBack(attempt)
      if (await hasSecondFactor(writer, person.id)) {
        const { cookie, expiresAt } = await beginPendingSignIn(app.database, person.id, production)
        return reply.header('set-cookie', cookie).code(202).send({ next: 'secondFactor', expiresAt })
      }
      await note(request, person, 'sign-in')
      return enter(request, reply, person)
    },
  )

  app.post(
    '/second-factor',
    {
      config: { access: 'public', rateLimit: { max: signInsPerAddress(app.limits) } },
      schema: {
        operationId: 'completeSignIn',
        tags,
        summary: 'Sign in: the second step',
        description:
          'A code after the right password, within a few minutes and a few tries; then the password is asked for again. Sets a session cookie.',
        body: SecondFactorCode,
        response: { 200: Me, ...problems(401, 403, 422) },
      },
    },
    async (request, reply) => {
      refuseCrossSite(request, app.settings.publicUrl)
      if (app.health.database.isDown()) throw unavailable('The database')
      const pending = pendingSignInOf(request)
      const person = pending && (await tryPendingSignIn(writer, pending, CODES_PER_SIGN_IN))
      if (!person) throw problem('sign_in_expired')
      const kind = await useCode(app.database, sealKey, { userId: person.id, code: request.body.code })
      if (!kind) {
        await note(request, person, 'sign-in.refused', { secondFactor: 'wrong' })
        throw problem('wrong_code')
      }
      if (!(await endPendingSignIn(writer, pending))) throw problem('sign_in_expired')
      await note(request, person, 'sign-in', { secondFactor: kind })
      reply.header('set-cookie', noPendingSignIn(production))
      return enter(request, reply, person)
    },
  )

  app.post(
    '/sign-out',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'Sign out',
        description: 'Ends the session, if there is one.',
        response: { 204: NoContent, ...problems(403) },
      },
    },
    async (request, reply) => {
      refuseCrossSite(request, app.settings.publicUrl)
      const headers = new Headers({ cookie: request.headers.cookie ?? '' })
      const session = await app.auth.api.getSession({ headers })
      const answer = await app.auth.api.signOut({ headers, asResponse: true })
      if (session) {
        const { id, email, platformId } = session.user
        const entry = { actor: email, action: 'sign-out', target: `user/${id}`, ip: request.ip } as const
        await appendAudit(app.database.writer, platformId, entry)
      }
      return reply.header('set-cookie', answer.headers.getSetCookie()).code(204).send(null)
    },
  )
}

export default routes
