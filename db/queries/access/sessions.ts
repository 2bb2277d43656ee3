/** A user's sessions. */
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { sessions, users } from '../../schema/index.ts'

export interface SessionRow {
  id: string
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
}

/** The columns that are shown, without the token. */
const shown = {
  id: sessions.id,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
  expiresAt: sessions.expiresAt,
  ipAddress: sessions.ipAddress,
  userAgent: sessions.userAgent,
}

/** The newest hundred sessions that have not expired. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return db
    .select(shown)
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100)
}

/** @returns whether the person had such a session. */
export async function endSession(db: Database, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length === 1
}

/**
 * Locks the person, so that nothing else changes how they sign in until the end of the transaction.
 * @returns whether the session stands. What has ended it has ended what was asked for in it, too.
 */
export async function lockSession(
  db: Pick<Database, 'select'>,
  { id: userId, sessionId }: { id: string; sessionId: string },
): Promise<boolean> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const standing = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return standing.length === 1
}
