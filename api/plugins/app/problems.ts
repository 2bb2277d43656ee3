/** Every error leaves as a problem document, and none tells more than its reader may know. */
import type { FastifyError } from 'fastify'
import fp from 'fastify-plugin'
import { UnreadableSeal } from '../../../config/seal.ts'
import { isDatabaseAway, isNotStorable, isTooSlow } from '../../../db/errors.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import { ApiProblem, outcomeUnknown, problem, problemDocument, refusedBy } from '../../problem.ts'
import { Problem } from '../../schemas/problem.ts'

export default fp(
  async (app) => {
    app.addSchema(Problem)
    app.setErrorHandler<FastifyError | ApiProblem>(async (error, request, reply) => {
      const found = isTooSlow(error) ? tooSlow(request.method) : asProblem(error)
      if (found.statusCode >= 500) {
        const level = found.problemCode === 'internal_error' ? 'error' : 'warn'
        // A problem that we threw ourselves is told by its code; anything else needs its whole story.
        const reason = error === found ? { code: found.problemCode } : { err: error }
        request.log[level]({ ...reason, route: request.routeOptions.url }, 'request failed')
      }
      if (found.options.retryAfter !== undefined) reply.header('retry-after', found.options.retryAfter)
      if (found.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="trilho"')
      const body = problemDocument(found.problemCode, request.id, found.options)
      return reply.code(found.statusCode).type('application/problem+json').send(body)
    })
  },
  { name: 'problems' },
)

/** Not the caller's fault: a provider that is answered so sends its webhook again, and nothing is lost when the key is back. */
const UNREADABLE = 'What this needs was sealed with a key that this process does not have'

/** A client that retries sooner adds to the load that makes the database slow. */
const TOO_SLOW_AGAIN_SECONDS = 30

/** Of a request that changes something, earlier statements may stand. */
function tooSlow(method: string): ApiProblem {
  if (method !== 'GET' && method !== 'HEAD')
    return outcomeUnknown(
      'The database took too long: ask again under the same key; without one, read what stands first',
    )
  const detail = 'The database took too long: ask again later, or for a shorter period'
  return problem('unavailable', { detail, retryAfter: TOO_SLOW_AGAIN_SECONDS })
}

function asProblem(error: FastifyError | ApiProblem): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof ProviderError) return refusedBy(error)
  if (error instanceof UnreadableSeal) return problem('unavailable', { detail: UNREADABLE })
  if (isDatabaseAway(error)) return problem('unavailable', { detail: 'The database is not available', retryAfter: 2 })
  if (isNotStorable(error))
    return problem('malformed_request', { detail: 'A text or a date cannot be stored as it is' })
  switch (error.statusCode) {
    case 400:
      return problem('malformed_request', { detail: error.message })
    // A path that the file server will not look at names nothing that we have.
    case 403:
    case 404:
      return problem('not_found')
    case 413:
      return problem('payload_too_large')
    case 415:
      return problem('unsupported_media_type')
    case 503:
      return problem('unavailable', { retryAfter: 2 })
    default:
      return problem('internal_error')
  }
}
