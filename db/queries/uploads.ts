/** Counts what platforms send. */
import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { platformUploads } from '../schema/index.ts'

const { platformId: ofPlatform, since, bytes: sent } = platformUploads
const IS_OVER = sql`${since} <= now() - interval '1 day'`

/**
 * Counts a file before its address is given out, unless it is one too many.
 * @param most bytes of a platform within a day.
 * @returns whole seconds until the day is over; undefined if the file was counted.
 */
export async function countUpload(
  db: Database,
  { platformId, bytes, most }: { platformId: string; bytes: number; most: number },
): Promise<number | undefined> {
  const counted = await db
    .insert(platformUploads)
    .values({ platformId, bytes })
    .onConflictDoUpdate({
      target: ofPlatform,
      set: {
        since: sql`CASE WHEN ${IS_OVER} THEN now() ELSE ${since} END`,
        bytes: sql`CASE WHEN ${IS_OVER} THEN 0 ELSE ${sent} END + excluded.bytes`,
      },
      setWhere: sql`${IS_OVER} OR ${sent} + excluded.bytes <= ${most}`,
    })
    .returning({ since })
  if (counted.length > 0) return undefined
  const [row] = await db.execute<{ seconds: number }>(sql`
    SELECT greatest(ceil(extract(epoch FROM ${since} + interval '1 day' - now())), 1)::int AS seconds
    FROM ${platformUploads} WHERE ${ofPlatform} = ${platformId}`)
  return row?.seconds ?? 1
}
