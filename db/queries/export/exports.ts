/** Requested exports of lists to files. */
import { and, asc, count, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { EXPORT_DAYS, type ExportedList, type ExportFailure, MOST_EXPORTS } from '../../../domain/export.ts'
import type { Database, Queryable } from '../../client.ts'
import { listExports } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'
import { exportIsUnderWay } from '../movement/statuses.ts'

export type ExportRow = typeof listExports.$inferSelect
export type NewExport = Pick<ExportRow, 'platformId' | 'resource' | 'filters' | 'language' | 'folder' | 'createdBy'>

const { id, platformId, resource, state, startAt, expiresAt } = listExports
const isUnderWay = exportIsUnderWay(state)
/** Longer than a start takes. The request starts the workflow; if that fails, the sweep does. */
const LATER = sql`now() + interval '30 seconds'`

/** In the caller's transaction. @returns undefined if the platform already has the most running exports. */
export async function addExport(tx: Queryable, wanted: NewExport): Promise<ExportRow | undefined> {
  await waitForOthers(tx, wanted.platformId)
  const [underWay] = await tx
    .select({ many: count() })
    .from(listExports)
    .where(and(eq(platformId, wanted.platformId), isUnderWay))
  if ((underWay?.many ?? 0) >= MOST_EXPORTS) return undefined
  const gone = sql`now() + make_interval(days => ${EXPORT_DAYS})`
  const [row] = await tx
    .insert(listExports)
    .values({ ...wanted, startAt: LATER, expiresAt: gone })
    .returning()
  return row
}

/** Serialises concurrent changes of a platform's exports. Charges do not wait for this lock. */
async function waitForOthers(tx: Queryable, ofPlatform: string): Promise<void> {
  await lockPlatform(tx, ofPlatform)
}

const isKept = gt(expiresAt, sql`now()`)

/** Those of a platform, and of the lists that the user who asks may see. */
interface Readable {
  platformId: string
  lists: readonly ExportedList[]
}

const readable = (by: Readable) => and(eq(platformId, by.platformId), inArray(resource, [...by.lists]), isKept)

/** The exports that are still kept, newest first. */
export function listKeptExports(
  db: Database,
  by: Readable,
  page: { limit: number; after?: Keyset },
): Promise<Page<ExportRow>> {
  return newestOf(db.select().from(listExports), listExports, readable(by), page)
}

/** @param by any user, where it is left out. */
export async function findExport(db: Database, exportId: string, by?: Readable): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(listExports)
    .where(and(eq(id, exportId), by ? readable(by) : isKept))
  return row
}

/** Claims exports whose workflow must be started; no other process gets them for a while. Starting one twice is harmless. */
export async function claimExports(
  db: Database,
  limit: number,
): Promise<Pick<typeof listExports.$inferSelect, 'id' | 'platformId'>[]> {
  const due = db
    .select({ id })
    .from(listExports)
    .where(and(isUnderWay, lte(startAt, sql`now()`)))
    .orderBy(asc(startAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(listExports).set({ startAt: LATER }).where(inArray(id, due)).returning({ id, platformId })
}

/** @returns undefined if the export is gone. */
export async function exportingPlatform(db: Database, exportId: string): Promise<string | undefined> {
  const [row] = await db.select({ platformId: listExports.platformId }).from(listExports).where(eq(id, exportId))
  return row?.platformId
}

/** Takes the export over from an earlier run. @returns undefined if there is nothing more to write. */
export async function beginExport(db: Database, exportId: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(listExports)
    .set({ state: 'WRITING', run: sql`${listExports.run} + 1` })
    .where(and(eq(id, exportId), isUnderWay, isKept))
    .returning()
  return row
}

const ownRun = ({ id: exportId, run }: Pick<ExportRow, 'id' | 'run'>) =>
  and(eq(id, exportId), eq(listExports.run, run), eq(state, 'WRITING'), isKept)

/** Records a part that is in the object store. @returns false if another run took over, or the export has ended. */
export async function recordPart(
  db: Database,
  of: Pick<ExportRow, 'id' | 'run'>,
  part: { key: string; rows: number; bytes: number; reached: Keyset | null },
): Promise<boolean> {
  const { parts, rowCount, bytes } = listExports
  const recorded = await db
    .update(listExports)
    .set({
      parts: sql`array_append(${parts}, ${part.key})`,
      rowCount: sql`${rowCount} + ${part.rows}`,
      bytes: sql`${bytes} + ${part.bytes}`,
      reached: part.reached,
      ...(part.reached === null ? { state: 'READY' as const, finishedAt: sql`now()` } : {}),
    })
    .where(ownRun(of))
    .returning({ id })
  return recorded.length === 1
}

export async function failExport(db: Database, exportId: string, failure: ExportFailure): Promise<void> {
  await db
    .update(listExports)
    .set({ state: 'FAILED', failure, finishedAt: sql`now()` })
    .where(and(eq(id, exportId), isUnderWay))
}

/** Expired exports, whose files must be removed. */
export function goneExports(db: Database, limit: number): Promise<ExportRow[]> {
  return db.select().from(listExports).where(lte(expiresAt, sql`now()`)).orderBy(asc(expiresAt)).limit(limit)
}

export async function deleteExport(db: Database, exportId: string): Promise<void> {
  await db.delete(listExports).where(eq(id, exportId))
}

/** In the transaction that erases a customer: expires all of the platform's exports. Exports requested meanwhile read after it. */
export async function expireExports(tx: Queryable, ofPlatform: string): Promise<void> {
  await waitForOthers(tx, ofPlatform)
  await tx
    .update(listExports)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(platformId, ofPlatform), isKept))
}
