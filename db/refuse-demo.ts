/** Production must not run on what `npm start` has seeded: the passwords of its people are published. */
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { DatabasePool } from './client.ts'
import { platforms } from './schema/index.ts'

const AGAIN_MS = 1_000

/**
 * @returns whether the database could be asked.
 * @throws Error if it holds a demo platform.
 */
export async function refuseDemo({ writer }: Pick<DatabasePool, 'writer'>): Promise<boolean> {
  const demo = writer.select({ id: platforms.id }).from(platforms).where(eq(platforms.isDemo, true)).limit(1)
  const found = await demo.catch(() => undefined)
  if (found === undefined || found.length === 0) return found !== undefined
  throw new Error(
    'Trilho cannot start: DATABASE_URL is a database that `npm start` has seeded with demo people, whose passwords are published. ' +
      'In production use a database of its own: scripts/migrate.ts makes its tables, scripts/create-platform.ts its first platform',
  )
}

/** Asks until the database answers. */
export async function refuseDemoOnceUp(database: Pick<DatabasePool, 'writer'>): Promise<void> {
  while (!(await refuseDemo(database))) await sleep(AGAIN_MS)
}
