/** Signing in and out. The rest of better-auth has no route. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { appendAudit } from '../../../../db/queries/access/audit.ts'
import { findPlatformName } from '../../../../db/queries/access/holders.ts'
import { endSessions, findPerson } from '../../../../db/queries/access/people.ts'
import type { Role } from '../../../../domain/role.ts'
import { refuseCrossSite } from '../../../access/cross-site.ts'
import { presentMe } from '../../../access/me.ts'
import { createWrongPasswords } from '../../../access/wrong-passwords.ts'
import { callerAddress } from '../../../caller-address.ts'
import { tooMany } from '../../../plugins/external/rate-limit.ts'
import { problem, unavailable } from '../../../problem.ts'
import { problems } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { Me, SignIn } from '../../../schemas/me.ts'

const tags = ['Access']
const MINUTE = 60_000
const ADDRESSES_SHARE = 5

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { signInsPerMinute } = app.limits
  const perEmail = app.createRateLimit({
    max: signInsPerMinute,
    timeWindow: MINUTE,
    // Of one address: a stranger who guesses locks nobody else out. From many addresses: `wrong`.
    keyGenerator: (request) => `${callerAddress(request.ip)} ${String((request.body as SignIn).email).toLowerCase()}`,
  })

  const { masterKey, production } = app.settings
  const [key] = deriveKey(masterKey, 'browser')
  const wrong = createWrongPasswords({ key, perHour: app.limits.wrongPasswordsPerHour, secure: production })

  app.post(
    '/sign-in',
    {
      config: { access: 'public', rateLimit: { max: signInsPerMinute * ADDRESSES_SHARE } },
      schema: {
        tags,
        summary: 'Sign in',
        description: 'By e-mail and password. Sets a session cookie.',
        body: SignIn,
        response: { 200: Me, ...problems(400, 401, 403, 422) },
      },
    },
    async (request, reply) => {
      refuseCrossSite(request, app.settings.publicUrl)
      if (app.health.database.isDown()) throw unavailable('The database')
      const tries = await perEmail(request)
      if (!tries.isAllowed && tries.isExceeded) throw tooMany(tries.ttl)
      const { email, password } = request.body
      const attempt = { email, cookie: request.headers.cookie }
      const wait = wrong.wait(attempt)
      if (wait !== undefined) throw tooMany(wait)
      const answer = await app.auth.api.signInEmail({ body: { email, password }, asResponse: true })
      if (answer.status >= 500) throw unavailable('Sign-in')
      const person = await findPerson(app.database.writer, email.toLowerCase())
      const isIn = answer.ok && person !== undefined && !person.disabled
      if (person) {
        const action = isIn ? 'sign-in' : 'sign-in.refused'
        const entry = { actor: person.email, action, target: `user/${person.id}`, ip: request.ip } as const
        await appendAudit(app.database.writer, person.platformId, entry)
      }
      if (answer.ok && person?.disabled) await endSessions(app.database.writer, person.id)
      if (!isIn) {
        wrong.note(attempt)
        throw problem('wrong_credentials')
      }
      const { user } = (await answer.json()) as { user: { id: string } & SignedIn }
      const platformName = (await findPlatformName(app.database.writer, user.platformId)) ?? ''
      reply.header('set-cookie', [...answer.headers.getSetCookie(), wrong.cookieFor(email)])
      return presentMe({ type: 'user', ...user, personId: user.id, platformName }, app.settings)
    },
  )

  app.post(
    '/sign-out',
    {
      config: { access: 'public' },
      schema: {
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

interface SignedIn {
  name: string
  email: string
  role: Role
  platformId: string
}

export default routes
