/** Receivers as the API reads them. Every statement is bound to one platform. */
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { ReceiverDocument } from '../../../domain/receiver.ts'
import { isUuid } from '../../../domain/uuid.ts'
import type { Database } from '../../client.ts'
import { receiverEvents, receivers } from '../../schema/index.ts'

export type ReceiverRow = typeof receivers.$inferSelect
export type ReceiverEventRow = typeof receiverEvents.$inferSelect

export async function findReceiver(db: Database, platformId: string, id: string): Promise<ReceiverRow | undefined> {
  const [row] = await db
    .select()
    .from(receivers)
    .where(and(eq(receivers.platformId, platformId), eq(receivers.id, id)))
  return row
}

/**
 * Removes a document from a receiver. Calls `removeFile` first if no other receiver refers to the file, because several may share one
 * upload. Concurrent removals wait for each other.
 */
export async function forgetDocument(
  db: Database,
  platformId: string,
  { id, name, key }: { id: string; name: ReceiverDocument; key: string },
  removeFile: () => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const papers = sql`(SELECT paper.name FROM jsonb_each_text(${receivers.documents}) AS paper (name, key) WHERE paper.key = ${key})`
    const holders = await tx
      .select({ id: receivers.id, names: sql<string[]>`array${papers}` })
      .from(receivers)
      .where(and(eq(receivers.platformId, platformId), sql`EXISTS ${papers}`))
      .orderBy(asc(receivers.id))
      .for('update')
    const uses = holders.flatMap((holder) => holder.names.map((paper) => ({ id: holder.id, name: paper })))
    if (uses.every((use) => use.id === id && use.name === name)) await removeFile()
    await tx
      .update(receivers)
      .set({ documents: sql`${receivers.documents} - ${name}::text`, updatedAt: sql`now()` })
      .where(and(eq(receivers.platformId, platformId), eq(receivers.id, id)))
  })
}

/** Oldest first; undefined when the platform has no such receiver. */
export async function listReceiverEvents(
  db: Database,
  platformId: string,
  id: string,
): Promise<ReceiverEventRow[] | undefined> {
  const rows = await db
    .select({ event: receiverEvents })
    .from(receivers)
    .leftJoin(receiverEvents, eq(receiverEvents.receiverId, receivers.id))
    .where(and(eq(receivers.platformId, platformId), eq(receivers.id, id)))
    .orderBy(asc(receiverEvents.at), asc(receiverEvents.id))
  return rows.length === 0 ? undefined : rows.flatMap(({ event }) => event ?? [])
}

/** The platform's receivers with this id, the provider's or ours. The same provider id at two accounts means two receivers. */
export function findReceiversCalled(
  db: Database,
  platformId: string,
  name: string,
): Promise<Pick<ReceiverRow, 'id' | 'receiverId' | 'providerAccountId'>[]> {
  const { id, receiverId, providerAccountId } = receivers
  const isOurs = isUuid(name) ? eq(id, name) : undefined
  return db
    .select({ id, receiverId, providerAccountId })
    .from(receivers)
    .where(and(eq(receivers.platformId, platformId), or(eq(receiverId, name), isOurs)))
}

/** The tokens that providers gave for the platform's receivers there, sealed. */
export function listReceiverTokens(
  db: Database,
  platformId: string,
  providers: readonly string[],
): Promise<Pick<ReceiverRow, 'sealedReceiverToken' | 'providerAccountId'>[]> {
  const { sealedReceiverToken, providerAccountId, provider } = receivers
  return db
    .select({ sealedReceiverToken, providerAccountId })
    .from(receivers)
    .where(and(eq(receivers.platformId, platformId), inArray(provider, [...providers]), isNotNull(sealedReceiverToken)))
}
