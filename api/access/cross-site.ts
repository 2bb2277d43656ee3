/**
 * A browser sends a user's cookies with requests that another site made up. It also says where they come from:
 * Sec-Fetch-Site, or Origin where that is missing. A client that sends neither is no browser and carries no such risk.
 */
import type { FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @throws ApiProblem 403 when the request would change something and comes from a page that is not ours. */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && isTrusted(origin, request, publicUrl)) return
  if (site === undefined ? origin === undefined : site === 'same-origin' || site === 'none') return
  throw problem('cross_site_request')
}

function isTrusted(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  if (origin === new URL(publicUrl).origin) return true
  if (request.routeOptions.config.trustedOrigins?.includes(origin)) return true
  return (
    URL.canParse(origin) && new URL(origin).host === request.host && request.headers['sec-fetch-site'] === undefined
  )
}
