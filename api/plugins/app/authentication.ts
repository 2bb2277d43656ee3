/** Finds out who asks, before anything else is looked at, and whether their role may. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { findApiKey, findStanding, type KeyHolder, livingAmong } from '../../../db/queries/access/holders.ts'
import { findMembership } from '../../../db/queries/access/memberships.ts'
import { isTest } from '../../../domain/mode.ts'
import { includesRole, type Role } from '../../../domain/role.ts'
import type { Identity } from '../../access/actor.ts'
import { authenticateKey } from '../../access/api-keys.ts'
import { refuseCrossSite } from '../../access/cross-site.ts'
import { createOwners, type FindOwner } from '../../access/secret-owners.ts'
import { workplaceAsked } from '../../access/workplace.ts'
import { ApiProblem, notFound, problem, unavailable } from '../../problem.ts'
import { asksForTest } from './test-mode.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether who asked is still who they were, with the same role on the same platform. */
    isStillAllowed(request: FastifyRequest): Promise<boolean>
    /** One for all requests: what they look for in one moment is one statement. */
    findKeyHolder: FindOwner<KeyHolder>
  }
}

export default fp(
  async (app) => {
    app.decorateRequest('actor', null)
    const { writer } = app.database
    const findKeyHolder = createOwners(
      (hash) => findApiKey(writer, hash),
      (hashes) => livingAmong(writer, hashes),
    )
    app.decorate('findKeyHolder', findKeyHolder)
    app.addHook('onRoute', ({ url, config }) => {
      if (url.startsWith('/v1/') && config?.access === undefined) throw new Error(`${url} does not say who may call it`)
    })
    app.addHook('onRequest', async (request, reply) => {
      const { access = 'public', withoutSecondFactor = false } = request.routeOptions.config
      if (access === 'public') return
      if (app.health.database.isDown()) throw unavailable('The database')
      const identity = await authenticate(app, request, renewing(reply))
      if (!identity) {
        await app.countFailure(request)
        throw problem('unauthenticated')
      }
      request.actor = { ...identity, ip: request.ip }
      if (!includesRole(request.actor.role, access)) throw problem('forbidden')
      if (isTestKeyTooFar(request, request.actor)) {
        throw problem('forbidden', { detail: 'A test key reaches no people, keys or platforms: use a live one' })
      }
      if (request.actor.secondFactor === 'needed' && !withoutSecondFactor) throw problem('second_factor_needed')
    })
    app.decorate('isStillAllowed', async (request) => {
      const { actor } = request
      const now = await authenticate(app, request, () => {}).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.statusCode === 404) return null
        throw error
      })
      if (now === null || now.secondFactor === 'needed') return false
      return now.id === actor?.id && now.role === actor.role && now.platformId === actor.platformId
    })
  },
  { name: 'authentication', dependencies: ['auth', 'health', 'rate-limits', 'test-mode'] },
)

/** A key takes precedence over a session, because it is sent on purpose. */
async function authenticate(app: FastifyInstance, request: FastifyRequest, renew: Renew): Promise<Identity | null> {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) {
    const key = /^Bearer (.+)$/i.exec(authorization)?.[1]
    const actor =
      key === undefined ? null : await authenticateKey(key, { ...app, adminApiKey: app.settings.adminApiKey })
    if (actor && (workplaceAsked(request) ?? actor.homeId) !== actor.homeId) throw notFound()
    if (actor && asksForTest(request) && !isTest(actor.platformId)) {
      throw problem('forbidden', { detail: 'A live key is for live data, under any address' })
    }
    return actor
  }
  if (cookie === undefined) return null
  const signedIn = await findSignedIn(app, cookie, renew)
  if (!signedIn || signedIn.user.disabled) return null
  refuseCrossSite(request, app.settings.publicUrl)
  const { id, name, email } = signedIn.user
  const place = await workplaceOf(app, request, { ...signedIn.user, role: signedIn.user.role as Role })
  if (!place) throw notFound()
  const { homeId, role } = place
  const sessionId = signedIn.session.id
  const isTestMode = asksForTest(request) && !request.routeOptions.config.shared
  const platformId = isTestMode ? await app.testTwinFor(homeId) : homeId
  const standing = await findStanding(app.database.writer, id, homeId, platformId)
  return { type: 'user', id, personId: id, sessionId, name, email, role, platformId, homeId, ...standing }
}

/** What is the person's own is at home, whichever platform their page shows. Undefined: they do not work there. */
async function workplaceOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, platformId, role }: { id: string; platformId: string; role: Role },
): Promise<{ homeId: string; role: Role } | undefined> {
  const asked = workplaceAsked(request)
  if (asked === undefined || asked === platformId || request.routeOptions.config.own)
    return { homeId: platformId, role }
  const there = await findMembership(app.database.writer, id, asked)
  return there && { homeId: asked, role: there }
}

/** A test key lies in tests and on laptops: it must not be a way to people, to live keys or to another platform. */
const isTestKeyTooFar = ({ routeOptions }: FastifyRequest, { type, platformId }: Identity) =>
  type === 'apiKey' && isTest(platformId) && routeOptions.config.shared === true

/** A session that is used lives on: the answer renews its cookie now and then. */
type Renew = (cookies: string[]) => void

const renewing =
  (reply: FastifyReply): Renew =>
  (cookies) =>
    void reply.header('set-cookie', cookies)

async function findSignedIn(app: FastifyInstance, cookie: string, renew: Renew) {
  try {
    const { headers, response } = await app.auth.api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    })
    const renewed = headers.getSetCookie()
    if (renewed.length > 0) renew(renewed)
    return response
  } catch (error) {
    app.log.warn({ err: error }, 'a session could not be looked up')
    throw unavailable('Sign-in')
  }
}
