/** Where several transactions change what a platform has, and what they may depends on all of it. */
import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { platforms } from '../schema/index.ts'

/** Another transaction that takes it for the same platform waits until the end of this one. */
export async function lockPlatform(db: Pick<Database, 'select'>, platformId: string): Promise<void> {
  await db.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, platformId)).for('no key update')
}
