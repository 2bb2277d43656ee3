/** An account's current pace, and how many readings wait. */
import { and, eq, ne, sql } from 'drizzle-orm'
import { FULL_PACE, type Pace } from '../../../domain/pace.ts'
import type { Database } from '../../client.ts'
import { accountReaders, readings } from '../../schema/index.ts'

export interface ReadingHealth extends Pace {
  /** The number of open movements at the provider. */
  following: number
  waiting: number
}

export async function readingHealth(db: Database, accountId: string): Promise<ReadingHealth> {
  const { perSecond, concurrency, providerAccountId } = accountReaders
  const isDue = and(eq(readings.providerAccountId, accountId), sql`${readings.nextReadAt} <= now()`)
  const isOpen = and(eq(readings.providerAccountId, accountId), eq(readings.settled, false), ne(readings.kind, 'void'))
  const [[pace], following, waiting] = await Promise.all([
    db.select({ perSecond, concurrency }).from(accountReaders).where(eq(providerAccountId, accountId)),
    db.$count(readings, isOpen),
    db.$count(readings, isDue),
  ])
  return { ...(pace ?? FULL_PACE), following, waiting }
}
