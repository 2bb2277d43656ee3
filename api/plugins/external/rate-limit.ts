/** Per person or key where one is known, and per platform besides; else per address. Counted in this process alone. */
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { defined } from '../../../domain/defined.ts'
import { callerAddress } from '../../caller-address.ts'
import { problem } from '../../problem.ts'
import type { ProblemField } from '../../schemas/problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Notes a wrong key or address of this caller. @throws ApiProblem 429 when there have been too many. */
    countFailure(request: FastifyRequest): Promise<void>
  }
}

const MINUTE = 60_000
/** The built pages and their scripts (plugins/app/web.ts). */
const FILES = '/*'
const KEYS = '/v1/api-keys'

export default fp(
  async (app) => {
    const { requestsPerMinute, platformRequestsPerMinute, anonymousPerMinute, failuresPerMinute } = app.limits
    await app.register(rateLimit, {
      hook: 'preParsing',
      timeWindow: MINUTE,
      max: (request) => (request.actor ? requestsPerMinute : anonymousPerMinute),
      // A page without one of its scripts is blank, and a whole office may share an address.
      allowList: ({ routeOptions }) => routeOptions.url === FILES,
      keyGenerator: (request) => request.actor?.id ?? callerAddress(request.ip),
      errorResponseBuilder: (_, { ttl }) => tooMany(ttl),
    })
    const ofPlatform = limitPerMinute(app, { max: platformRequestsPerMinute, keyGenerator: countedWith })
    // However many keys it makes, a platform leaves room for the others.
    const countForPlatform = async (request: FastifyRequest) => {
      if (request.actor) await ofPlatform(request)
    }
    // Behind the limit of each, which stands on the routes: a key that runs wild is refused alone.
    app.addHook('onRoute', (route) => {
      const others = [route.preParsing ?? []].flat().filter((hook) => hook !== countForPlatform)
      route.preParsing = [...others, countForPlatform]
    })
    app.decorate('countFailure', limitPerMinute(app, { max: failuresPerMinute }))
  },
  { name: 'rate-limits' },
)

/** Keys take nothing from people nor tests from sales, and keys that run wild can be revoked. */
function countedWith({ actor, routeOptions }: FastifyRequest): string {
  if (!actor) return ''
  if (actor.type === 'user') return `people of ${actor.homeId}`
  return routeOptions.url?.startsWith(KEYS) ? `keys of ${actor.homeId}` : actor.platformId
}

/**
 * A limit besides those of the routes.
 * @returns counts a request, as several where it is worth more; it throws ApiProblem 429 for one too many.
 */
export function limitPerMinute(
  app: FastifyInstance,
  options: Pick<CreateRateLimitOptions, 'max' | 'keyGenerator'>,
): (request: FastifyRequest, worth?: number) => Promise<void> {
  const count = app.createRateLimit({ ...options, timeWindow: MINUTE })
  return async (request, worth = 1) => {
    for (let counted = 0; counted < worth; counted += 1) {
      const state = await count(request)
      if (!state.isAllowed && state.isExceeded) throw tooMany(state.ttl)
    }
  }
}

/** @param errors what alone there was too much of, where the rest goes on. */
export const tooMany = (ttlMs: number, errors?: ProblemField[]) =>
  problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttlMs / 1000)), ...defined({ errors }) })
