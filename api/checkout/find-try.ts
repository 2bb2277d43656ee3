/** What became of a buyer's try whose answer they never saw: they left the page, or lost the connection. */
import type { FastifyInstance } from 'fastify'
import { findCheckout } from '../../db/queries/charge/read.ts'
import { findUsedKey, releaseKey, takeOver, type UsedKey } from '../../db/queries/idempotency.ts'
import { presentCheckout } from '../charge/present.ts'
import { type KeyScope, RETRY_AFTER_SECONDS } from '../idempotency.ts'
import { notFound, problem } from '../problem.ts'
import type { Checkout } from '../schemas/checkout.ts'

/**
 * The charge that the try made, or found its order to have.
 * @throws ApiProblem 404 where it made none and will make none, 409 while nobody knows.
 */
export async function findTry(
  { database, settings }: Pick<FastifyInstance, 'database' | 'settings'>,
  { platformId, name }: KeyScope,
  key: string,
): Promise<Checkout> {
  const fullKey = `${name}${key}`
  const used = await findUsedKey(database.writer, { platformId, key: fullKey })
  if (!used) throw notFound()
  const made = await findCheckout(database.writer, named(used))
  if (made) return presentCheckout(made, settings)
  if (used.response) throw notFound()
  const taken = used.isStale && (await takeOver(database.writer, { platformId, key: fullKey, lockedAt: used.lockedAt }))
  if (!taken) throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
  // Whoever worked under it may have been slow, and not dead: what it wrote until then stands, and it writes nothing any more.
  const late = await findCheckout(database.writer, { chargeId: used.resourceId })
  if (late) return presentCheckout(late, settings)
  await releaseKey(database.writer, taken)
  throw notFound()
}

/** One that was answered with the charge that its order had already has made none of its own. */
function named({ resourceId, response }: UsedKey): { token: string } | { chargeId: string } {
  const isAnswered = response !== null && response.status < 300
  return isAnswered ? { token: (response.body as Checkout).token } : { chargeId: resourceId }
}
