/** The answers of a route as its schema lists them: each problem it can report, besides its own data. */
import { STATUS_CODES } from 'node:http'

type ErrorStatus = 401 | 403 | 404 | 409 | 413 | 415 | 422 | 502

/** Problem documents for these statuses; 400, 429, 500 and 503 may come from anywhere. */
export function problems(...statuses: ErrorStatus[]) {
  const entries = [400, ...statuses, 429, 500, 503].map((status) => [
    status,
    {
      description: STATUS_CODES[status] ?? 'Error',
      content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
    },
  ])
  return Object.fromEntries(entries) as Record<never, never>
}

/** For routes that need a signed-in caller. */
export const guarded = (...statuses: ErrorStatus[]) => problems(401, 403, ...statuses)
