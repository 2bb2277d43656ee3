/** Finds out who asks, before anything else is looked at, and whether their role may. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import {
  findApiKey,
  findApiKeys,
  findStanding,
  type KeyHolder,
  livingAmong,
} from '../../../db/queries/access/holders.ts'
import { findMembership } from '../../../db/queries/access/memberships.ts'
import { isTest } from '../../../domain/mode.ts'
import { includesRole, type Role } from '../../../domain/role.ts'
import type { Identity } from '../../access/actor.ts'
import { authenticateKey, sha256 } from '../../access/api-keys.ts'
import { bearerOf } from '../../access/bearer.ts'
import { refuseCrossSite } from '../../access/cross-site.ts'
import { createOwners, type FindOwner } from '../../access/secret-owners.ts'
import { workplaceAsked } from '../../access/workplace.ts'
import { ApiProblem, notFound, problem, unavailable } from '../../problem.ts'
import { asksForTest } from './test-mode.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Those of the requests whose user or key is still the same, with the same role on the same platform, or cannot be looked at now. All
     * keys are read in one statement, and one session after another.
     */
    stillAllowed(requests: readonly FastifyRequest[]): Promise<ReadonlySet<FastifyRequest>>
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
      const { access = 'public', withoutSecondFactor = false, admits } = request.routeOptions.config
      if (access === 'public' || admits?.(request)) return
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
    app.decorate('stillAllowed', async (requests) => {
      const hashes = new Set(
        requests.flatMap((request) => bearerOf(request) ?? []).map((key) => sha256(key).toString('hex')),
      )
      const holders = await findApiKeys(writer, [...hashes])
      const { auth, database, log, settings, testTwinFor } = app
      const findHolder = async (hash: string) => holders.get(hash)
      const read = { auth, database, log, settings, testTwinFor, findKeyHolder: findHolder }
      const identities = new Map<string, Identity | null | 'unread'>()
      for (const request of requests) {
        const credentials = credentialsOf(request)
        if (!identities.has(credentials)) identities.set(credentials, await identityNow(read, request))
      }
      return new Set(requests.filter((request) => isStill(request.actor, identities.get(credentialsOf(request)))))
    })
  },
  { name: 'authentication', dependencies: ['auth', 'health', 'rate-limits', 'test-mode'] },
)

/** What a request's identity follows from. */
const credentialsOf = (request: FastifyRequest): string =>
  JSON.stringify([request.headers.authorization, request.headers.cookie, workplaceAsked(request), asksForTest(request)])

/** Null where there is none any more. */
const identityNow = (app: Authenticating, request: FastifyRequest): Promise<Identity | null | 'unread'> =>
  authenticate(app, request).catch((error: unknown) =>
    error instanceof ApiProblem && error.statusCode === 404 ? null : 'unread',
  )

function isStill(before: Identity | null, now: Identity | null | undefined | 'unread'): boolean {
  if (now === 'unread') return true
  if (!now || now.secondFactor === 'needed') return false
  return now.id === before?.id && now.role === before.role && now.platformId === before.platformId
}

type Authenticating = Pick<FastifyInstance, 'auth' | 'database' | 'findKeyHolder' | 'log' | 'settings' | 'testTwinFor'>

/** A key takes precedence over a session, because it is sent on purpose. */
async function authenticate(app: Authenticating, request: FastifyRequest, renew?: Renew): Promise<Identity | null> {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) {
    const key = bearerOf(request)
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
  app: Authenticating,
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

/** @param renew left out where no answer could carry the cookie: a session that is renewed without it ends in the browser. */
async function findSignedIn(app: Authenticating, cookie: string, renew?: Renew) {
  try {
    const { headers, response } = await app.auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: renew === undefined },
      returnHeaders: true,
    })
    const renewed = headers.getSetCookie()
    if (renewed.length > 0) renew?.(renewed)
    return response
  } catch (error) {
    app.log.warn({ err: error }, 'a session could not be looked up')
    throw unavailable('Sign-in')
  }
}
