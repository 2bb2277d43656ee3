/** One row per Idempotency-Key of a platform. */
import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Queryable } from '../client.ts'
import { given, prepared } from '../prepared.ts'
import { idempotencyKeys } from '../schema/index.ts'

/** A lock this old belongs to a process that died: requests answer within a fraction of it. */
const STALE_AFTER_SECONDS = 60

export interface KeyUse {
  platformId: string
  key: string
  /** What is kept of the request. */
  requestHash: string
  /** Whether what was kept is of the same request. */
  isSame(kept: string): boolean
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
  | { claimed: false; isSame: boolean; response: { status: number; body: unknown } | null }

const claiming = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      platformId: given('platformId'),
      key: given('key'),
      requestHash: given('requestHash'),
      resourceId: given('resourceId'),
    })
    .onConflictDoNothing({ target: [idempotencyKeys.platformId, idempotencyKeys.key] })
    .returning({ lockedAt: idempotencyKeys.lockedAt })
    .prepare('idempotency_claim'),
)

/**
 * Takes the key, or takes it over from a process that died, together with what that was going to make.
 * Of any number of requests at once exactly one claims it.
 */
export async function claimKey(db: Database, { platformId, key, requestHash, isSame }: KeyUse): Promise<Claim> {
  const resourceId = uuidv7()
  const [made] = await claiming(db).execute({ platformId, key, requestHash, resourceId })
  if (made) return { claimed: true, resourceId, takenOver: false, held: { platformId, key, ...made } }

  const named = and(eq(idempotencyKeys.platformId, platformId), eq(idempotencyKeys.key, key))
  const [kept] = await db
    .select({ ...getTableColumns(idempotencyKeys), isStale: sql<boolean>`${isStale}` })
    .from(idempotencyKeys)
    .where(named)
  // Released since: whoever held it made nothing, so the caller may simply try again.
  if (!kept) return { claimed: false, isSame: true, response: null }
  const { responseStatus, responseBody } = kept
  if (!isSame(kept.requestHash)) return { claimed: false, isSame: false, response: null }
  if (responseStatus !== null)
    return { claimed: false, isSame: true, response: { status: responseStatus, body: responseBody } }
  if (!kept.isStale) return { claimed: false, isSame: true, response: null }
  const held = await takeOver(db, { platformId, key, lockedAt: kept.lockedAt })
  if (!held) return { claimed: false, isSame: true, response: null }
  return { claimed: true, resourceId: kept.resourceId, takenOver: true, held }
}

/** From a holder that is dead, or slower than it may be: it can no longer `holdKey`. Undefined when somebody else was faster. */
export async function takeOver(db: Database, { platformId, key, lockedAt }: Held): Promise<Held | undefined> {
  const [taken] = await db
    .update(idempotencyKeys)
    .set({ lockedAt: sql`now()` })
    .where(isHeld({ platformId, key, lockedAt }))
    .returning({ lockedAt: idempotencyKeys.lockedAt })
  return taken && { platformId, key, ...taken }
}

/** Nobody takes the key over before the transaction has ended. False when somebody has. */
export async function holdKey(tx: Queryable, held: Held): Promise<boolean> {
  const [mine] = await tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isHeld(held)).for('share')
  return mine !== undefined
}

export interface UsedKey {
  resourceId: string
  response: { status: number; body: unknown } | null
  /** Of whoever works under it. */
  lockedAt: string
  /** Whoever works under it has died. */
  isStale: boolean
}

/** What a key was used for; undefined when it was not, or its work has made nothing. */
export async function findUsedKey(
  db: Database,
  { platformId, key }: Pick<KeyUse, 'platformId' | 'key'>,
): Promise<UsedKey | undefined> {
  const { resourceId, responseStatus, responseBody, lockedAt } = idempotencyKeys
  const [row] = await db
    .select({ resourceId, responseStatus, responseBody, lockedAt, isStale: sql<boolean>`${isStale}` })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.platformId, platformId), eq(idempotencyKeys.key, key)))
  if (!row) return undefined
  const { responseStatus: status, responseBody: body, ...rest } = row
  return { ...rest, response: status === null ? null : { status, body } }
}

const isStale = sql`${idempotencyKeys.lockedAt} < now() - make_interval(secs => ${STALE_AFTER_SECONDS})`

const answering = prepared((db) =>
  db
    .update(idempotencyKeys)
    .set({ responseStatus: given('status'), responseBody: given('body') })
    .where(isHeld({ platformId: given('platformId'), key: given('key'), lockedAt: given('lockedAt') }))
    .prepare('idempotency_answer'),
)

/** Keeps the answer for whoever asks again. */
export async function storeAnswer(db: Database, held: Held, answer: { status: number; body: unknown }): Promise<void> {
  await answering(db).execute({ ...held, status: answer.status, body: JSON.stringify(answer.body ?? null) })
}

/** Nothing was made: the key is free again. */
export async function releaseKey(db: Database, held: Held): Promise<void> {
  await db.delete(idempotencyKeys).where(isHeld(held))
}

const isHeld = ({ platformId, key, lockedAt }: Record<keyof Held, string | SQL>) =>
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
