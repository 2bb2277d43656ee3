/** What became of a buyer's try whose answer they never saw: they left the page, or lost the connection. */
import type { FastifyInstance } from 'fastify'
import { findCheckout } from '../../db/queries/charge/read.ts'
import { findUsedKey, releaseKey, takeOver, type UsedKey } from '../../db/queries/idempotency.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { presentCheckout } from '../charge/present.ts'
import { type KeyScope, RETRY_AFTER_SECONDS } from '../idempotency.ts'
import { idAfter, idsOf } from '../movement/ids.ts'
import { readStart } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'
import type { Checkout } from '../schemas/checkout.ts'

/**
 * The charge that the try made, or found its order to have. A failover of the database may have lost the charge, with its key or without it:
 * then Temporal knows whether it was begun.
 * @throws ApiProblem 404 where it made none and will make none, 409 while that is unknown.
 */
export async function findTry(
  app: Pick<FastifyInstance, 'database' | 'settings' | 'temporal' | 'health'>,
  { platformId, name }: KeyScope,
  key: string,
): Promise<Checkout> {
  const { database, settings } = app
  const fullKey = `${name}${key}`
  const used = await findUsedKey(database.writer, { platformId, key: fullKey })
  if (!used) {
    const idAt = idsOf({ kind: 'charge' }, platformId, { key: fullKey })
    await assertNotBegun(app, idAt(0), (spent) => idAfter(idAt, spent))
    throw notFound()
  }
  const made = await findCheckout(database.writer, named(used))
  if (made) return presentCheckout(made, settings)
  if (used.response) throw notFound()
  const taken = used.isStale && (await takeOver(database.writer, { platformId, key: fullKey, lockedAt: used.lockedAt }))
  if (!taken) throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
  // The process that held the key may have been slow, not dead. What it wrote so far stands, and it writes nothing more.
  const late = await findCheckout(database.writer, { chargeId: used.resourceId })
  if (late) return presentCheckout(late, settings)
  await assertNotBegun(app, used.resourceId)
  await releaseKey(database.writer, taken)
  throw notFound()
}

/** @throws ApiProblem 409 while a charge may have been begun under the id, or under one that follows it. */
async function assertNotBegun(
  { temporal, health }: Pick<FastifyInstance, 'temporal' | 'health'>,
  first: string,
  next: (spent: string) => string | undefined = () => undefined,
): Promise<void> {
  for (let id: string | undefined = first; id !== undefined; id = next(id)) {
    const begun = health.temporal.isDown() ? 'unknown' : await readStart(temporal, chargeWorkflowId(id))
    if (begun === 'never') return
    if (begun !== 'spent') throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
  }
}

/** One that was answered with the charge that its order had already has made none of its own. */
function named({ resourceId, response }: UsedKey): { token: string } | { chargeId: string } {
  const isAnswered = response !== null && response.status < 300
  return isAnswered ? { token: (response.body as Checkout).token } : { chargeId: resourceId }
}
