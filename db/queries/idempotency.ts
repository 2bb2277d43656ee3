/** Idempotency keys: one row per key of a platform. */
import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Queryable } from '../client.ts'
import { given, prepared } from '../prepared.ts'
import { charges, disbursements, idempotencyKeys, receivers } from '../schema/index.ts'

/** A lock this old belongs to a process that died, because requests are answered within a fraction of it. */
const STALE_AFTER_SECONDS = 60
/** Longer than any client repeats a request. */
const KEPT_DAYS = 400
/** As the hash of a request, of a key that is only asked about: each request that comes is another one. */
export const OF_NO_REQUEST = ''

export interface KeyUse {
  platformId: string
  key: string
  /** The stored hash of the request. */
  requestHash: string
  /** Whether a stored hash is that of the same request. */
  isSame(kept: string): boolean
  /** The id of what is made, if so many ids before it are taken by what an earlier use of the key has made. */
  idAt(n: number): string
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
      resourceId: sql`coalesce(${unlessOld('first')}, ${unlessOld('second')}, ${unlessOld('third')}, ${given('drawn')}::uuid)`,
    })
    .onConflictDoNothing({ target: [idempotencyKeys.platformId, idempotencyKeys.key] })
    .returning({ lockedAt: idempotencyKeys.lockedAt, resourceId: idempotencyKeys.resourceId })
    .prepare('idempotency_claim'),
)

/** A key that was forgotten and is used again makes something else. What is younger is what the key means. */
function unlessOld(name: string): SQL {
  const isOld = sql`created_at < now() - make_interval(days => ${sql.raw(`${KEPT_DAYS - 1}`)})`
  const none = [charges, disbursements, receivers].map(
    (table) => sql`NOT EXISTS (SELECT FROM ${table} WHERE id = ${given(name)}::uuid AND ${isOld})`,
  )
  return sql`(SELECT ${given(name)}::uuid WHERE ${sql.join(none, sql` AND `)})`
}

/**
 * Claims the key, or takes it over from a process that died, together with the id of the resource that it was going to create.
 * Exactly one of several concurrent requests claims it.
 */
export async function claimKey(db: Database, { platformId, key, requestHash, isSame, idAt }: KeyUse): Promise<Claim> {
  const ids = { first: idAt(0), second: idAt(1), third: idAt(2), drawn: uuidv7() }
  const [made] = await claiming(db).execute({ platformId, key, requestHash, ...ids })
  if (made) {
    const { lockedAt, resourceId } = made
    return { claimed: true, resourceId, takenOver: false, held: { platformId, key, lockedAt } }
  }

  const named = and(eq(idempotencyKeys.platformId, platformId), eq(idempotencyKeys.key, key))
  const [kept] = await db
    .select({ ...getTableColumns(idempotencyKeys), isStale: sql<boolean>`${isStale}` })
    .from(idempotencyKeys)
    .where(named)
  // Released since: its holder created nothing, so the caller may retry.
  if (!kept) return { claimed: false, isSame: true, response: null }
  const { responseStatus: status, responseBody: body, responseLocation: location } = kept
  // It is being asked whether the key has made something: until that is known it is not used up.
  if (kept.requestHash === OF_NO_REQUEST && status === null) return { claimed: false, isSame: true, response: null }
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

/** The key means another resource from now on. @returns false if another request has taken it over. */
export async function renameResource(db: Database, held: Held, resourceId: string): Promise<boolean> {
  const renamed = await db
    .update(idempotencyKeys)
    .set({ resourceId })
    .where(isHeld(held))
    .returning({ key: idempotencyKeys.key })
  return renamed.length === 1
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

/** Its holder has ended without an answer, and something may have been made: a repeat takes the key over at once. */
export async function letGoOfKey(db: Database, held: Held): Promise<void> {
  await db.update(idempotencyKeys).set({ lockedAt: sql`to_timestamp(0)` }).where(isHeld(held))
}

/** The key has made nothing, and whatever comes under it is refused. It is forgotten after a day. */
export async function endUnmade(db: Database, held: Held): Promise<void> {
  const createdAt = sql`now() - make_interval(days => ${KEPT_DAYS - 1})`
  await db
    .update(idempotencyKeys)
    .set({ requestHash: OF_NO_REQUEST, responseStatus: 404, responseBody: null, createdAt })
    .where(isHeld(held))
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

/** Keys outlive their workflows. */
export async function forgetOldIdempotencyKeys(db: Database): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
}
