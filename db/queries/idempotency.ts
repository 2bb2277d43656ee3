/** Idempotency keys: one row per key of a platform. */
import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Queryable } from '../client.ts'
import { given, prepared } from '../prepared.ts'
import { idempotencyKeys } from '../schema/index.ts'

/** A lock this old belongs to a process that died, because requests are answered within a fraction of it. */
const STALE_AFTER_SECONDS = 60

export interface KeyUse {
  platformId: string
  key: string
  /** The stored hash of the request. */
  requestHash: string
  /** Whether a stored hash is that of the same request. */
  isSame(kept: string): boolean
}

/** `lockedAt` distinguishes this holder from one that took over from it. */
export type Held = Pick<KeyUse, 'platformId' | 'key'> & { lockedAt: string }

export interface StoredAnswer {
  status: number
  body: unknown
  /** The path of what was created. */
  location: string | null
}

export type Claim =
  | {
      claimed: true
      resourceId: string
      /** An earlier holder may have created the resource before it died. */
      takenOver: boolean
      held: Held
    }
  | { claimed: false; isSame: boolean; response: StoredAnswer | null }

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
 * Claims the key, or takes it over from a process that died, together with the id of the resource that it was going to create.
 * Exactly one of several concurrent requests claims it.
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
  // Released since: its holder created nothing, so the caller may retry.
  if (!kept) return { claimed: false, isSame: true, response: null }
  const { responseStatus: status, responseBody: body, responseLocation: location } = kept
  if (!isSame(kept.requestHash)) return { claimed: false, isSame: false, response: null }
  if (status !== null) return { claimed: false, isSame: true, response: { status, body, location } }
  if (!kept.isStale) return { claimed: false, isSame: true, response: null }
  const held = await takeOver(db, { platformId, key, lockedAt: kept.lockedAt })
  if (!held) return { claimed: false, isSame: true, response: null }
  return { claimed: true, resourceId: kept.resourceId, takenOver: true, held }
}

/** Takes the key from a dead or stalled holder, which can then no longer `holdKey`. Undefined if another request was faster. */
export async function takeOver(db: Database, { platformId, key, lockedAt }: Held): Promise<Held | undefined> {
  const [taken] = await db
    .update(idempotencyKeys)
    .set({ lockedAt: sql`now()` })
    .where(isHeld({ platformId, key, lockedAt }))
    .returning({ lockedAt: idempotencyKeys.lockedAt })
  return taken && { platformId, key, ...taken }
}

/** Locks the key until the end of the transaction. @returns false if another request has taken it over. */
export async function holdKey(tx: Queryable, held: Held): Promise<boolean> {
  const [mine] = await tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isHeld(held)).for('share')
  return mine !== undefined
}

export interface UsedKey {
  resourceId: string
  response: Pick<StoredAnswer, 'status' | 'body'> | null
  /** When its holder locked it. */
  lockedAt: string
  /** Its holder has died. */
  isStale: boolean
}

/** What a key was used for; undefined if it was not used, or its request created nothing. */
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
    .set({ responseStatus: given('status'), responseBody: given('body'), responseLocation: given('location') })
    .where(isHeld({ platformId: given('platformId'), key: given('key'), lockedAt: given('lockedAt') }))
    .prepare('idempotency_answer'),
)

/** Stores the answer for repeated requests. */
export async function storeAnswer(db: Database, held: Held, { status, body, location }: StoredAnswer): Promise<void> {
  await answering(db).execute({ ...held, status, body: JSON.stringify(body ?? null), location })
}

/** Frees the key, because nothing was created. */
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

/** Keeps a key for longer than any client repeats a request, even if its workflow is gone. */
export async function forgetOldIdempotencyKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '400 days'`))
}
