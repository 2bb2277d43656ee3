/** One row per Idempotency-Key of a platform. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../client.ts'
import { idempotencyKeys } from '../schema/index.ts'

/** A lock this old belongs to a process that died: requests answer within a fraction of it. */
const STALE_AFTER_SECONDS = 60

export interface KeyUse {
  platformId: string
  key: string
  requestHash: string
}

/** `lockedAt` tells this holder from one that took over from it. */
export type Held = Pick<KeyUse, 'platformId' | 'key'> & { lockedAt: string }

export type Claim =
  | {
      claimed: true
      resourceId: string
      /** An earlier holder may have made the resource before it died. */
      takenOver: boolean
      held: Held
    }
  | { claimed: false; requestHash: string; response: { status: number; body: unknown } | null }

/**
 * Takes the key, or takes it over from a process that died, together with what that was going to make.
 * Of any number of requests at once exactly one claims it.
 */
export async function claimKey(db: Database, { platformId, key, requestHash }: KeyUse): Promise<Claim> {
  const resourceId = uuidv7()
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({ platformId, key, requestHash, resourceId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.platformId, idempotencyKeys.key],
      set: { lockedAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.requestHash} = ${requestHash} AND ${idempotencyKeys.responseStatus} IS NULL
        AND ${idempotencyKeys.lockedAt} < now() - make_interval(secs => ${STALE_AFTER_SECONDS})`,
    })
    .returning({ resourceId: idempotencyKeys.resourceId, lockedAt: idempotencyKeys.lockedAt })
  if (claimed) {
    const takenOver = claimed.resourceId !== resourceId
    const held = { platformId, key, lockedAt: claimed.lockedAt }
    return { claimed: true, resourceId: claimed.resourceId, takenOver, held }
  }

  const [held] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.platformId, platformId), eq(idempotencyKeys.key, key)))
  // Released since: whoever held it made nothing, so the caller may simply try again.
  if (!held) return { claimed: false, requestHash, response: null }
  const { responseStatus, responseBody } = held
  const response = responseStatus === null ? null : { status: responseStatus, body: responseBody }
  return { claimed: false, requestHash: held.requestHash, response }
}

/** Keeps the answer for whoever asks again. */
export async function storeAnswer(db: Database, held: Held, answer: { status: number; body: unknown }): Promise<void> {
  await db.update(idempotencyKeys).set({ responseStatus: answer.status, responseBody: answer.body }).where(isHeld(held))
}

/** Nothing was made: the key is free again. */
export async function releaseKey(db: Database, held: Held): Promise<void> {
  await db.delete(idempotencyKeys).where(isHeld(held))
}

const isHeld = ({ platformId, key, lockedAt }: Held) =>
  and(
    eq(idempotencyKeys.platformId, platformId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.lockedAt, lockedAt),
    isNull(idempotencyKeys.responseStatus),
  )

/** A key names its movement for longer than any client repeats a request, whatever became of its workflow. */
export async function forgetOldIdempotencyKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '400 days'`))
}
