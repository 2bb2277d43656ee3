/** What became of a buyer's try whose answer they never saw: they left the page, or lost the connection. */
import type { FastifyInstance } from 'fastify'
import { findCheckout } from '../../db/queries/charge/read.ts'
import {
  claimKey,
  endUnmade,
  findUsedKey,
  type Held,
  OF_NO_REQUEST,
  releaseKey,
  takeOver,
  type UsedKey,
} from '../../db/queries/idempotency.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { presentCheckout } from '../charge/present.ts'
import { type KeyScope, RETRY_AFTER_SECONDS } from '../idempotency.ts'
import { idAfter, idsOf } from '../movement/ids.ts'
import { readStart } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'
import type { Checkout } from '../schemas/checkout.ts'

const underWay = () => problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })

/**
 * The charge that the try made, or found its order to have. A failover of the database may have lost the charge, with its key or without it:
 * then Temporal knows whether it was begun.
 * @param isFinal where it made none its key is used up: what arrives under it later makes nothing.
 * @throws ApiProblem 404 where it made none, 409 while that is unknown.
 */
export async function findTry(
  app: Pick<FastifyInstance, 'database' | 'settings' | 'temporal' | 'health'>,
  { platformId, name }: KeyScope,
  key: string,
  isFinal: boolean,
): Promise<Checkout> {
  const { database, settings } = app
  const { writer } = database
  const fullKey = `${name}${key}`
  const end = (held: Held) => (isFinal ? endUnmade(writer, held) : releaseKey(writer, held))
  const used = await findUsedKey(writer, { platformId, key: fullKey })
  if (!used) {
    const idAt = idsOf({ kind: 'charge' }, platformId, { key: fullKey })
    const use = { platformId, key: fullKey, requestHash: OF_NO_REQUEST, isSame: () => false, idAt }
    const claim = isFinal ? await claimKey(writer, use) : undefined
    // It has arrived meanwhile.
    if (claim?.claimed === false) throw underWay()
    try {
      await assertNotBegun(app, idAt(0), (spent) => idAfter(idAt, spent))
    } catch (error) {
      if (claim) await releaseKey(writer, claim.held)
      throw error
    }
    if (claim) await end(claim.held)
    throw notFound()
  }
  const made = await findCheckout(writer, named(used))
  if (made) return presentCheckout(made, settings)
  if (used.response) throw notFound()
  const taken = used.isStale && (await takeOver(writer, { platformId, key: fullKey, lockedAt: used.lockedAt }))
  if (!taken) throw underWay()
  // The process that held the key may have been slow, not dead. What it wrote so far stands, and it writes nothing more.
  const late = await findCheckout(writer, { chargeId: used.resourceId })
  if (late) return presentCheckout(late, settings)
  await assertNotBegun(app, used.resourceId)
  await end(taken)
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
    if (begun !== 'spent') throw underWay()
  }
}

/** One that was answered with the charge that its order had already has made none of its own. */
function named({ resourceId, response }: UsedKey): { token: string } | { chargeId: string } {
  const isAnswered = response !== null && response.status < 300
  return isAnswered ? { token: (response.body as Checkout).token } : { chargeId: resourceId }
}
