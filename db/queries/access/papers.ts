/** People's identity documents. Every statement is bound to one platform. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PersonPaper } from '../../../domain/person-paper.ts'
import type { Database } from '../../client.ts'
import { personPapers, users } from '../../schema/index.ts'

export type PersonPaperRow = typeof personPapers.$inferSelect

interface Holder {
  platformId: string
  userId: string
}

/** Undefined if the platform has no such person. */
export async function listPapers(db: Database, { platformId, userId }: Holder): Promise<PersonPaperRow[] | undefined> {
  const rows = await db
    .select({ paper: personPapers })
    .from(users)
    .leftJoin(personPapers, and(eq(personPapers.userId, users.id), eq(personPapers.platformId, users.platformId)))
    .where(and(eq(users.platformId, platformId), eq(users.id, userId)))
    .orderBy(asc(personPapers.addedAt), asc(personPapers.name))
  return rows.length === 0 ? undefined : rows.flatMap(({ paper }) => paper ?? [])
}

/**
 * Stores a document in place of the previous one, whose file `removeFile` deletes. If that fails, nothing is changed.
 * @returns undefined if the platform has no such person.
 * @throws the driver's unique violation if the file is already a document.
 */
export async function keepPaper(
  db: Database,
  { platformId, userId, name, key }: Holder & { name: PersonPaper; key: string },
  removeFile: (key: string) => Promise<void>,
): Promise<PersonPaperRow | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, { platformId, userId }))) return undefined
    const [before] = await tx.select().from(personPapers).where(paperOf({ platformId, userId, name }))
    const [kept] = await tx
      .insert(personPapers)
      .values({ platformId, userId, name, key })
      .onConflictDoUpdate({
        target: [personPapers.platformId, personPapers.userId, personPapers.name],
        set: { key, addedAt: sql`now()` },
      })
      .returning()
    if (before && before.key !== key) await removeFile(before.key)
    return kept
  })
}

/** Deletes the file first, then the row, so that a failed deletion can be retried. @returns false if there is no such document. */
export async function forgetPaper(
  db: Database,
  of: Holder & { name: PersonPaper },
  removeFile: (key: string) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, of))) return false
    const [gone] = await tx.delete(personPapers).where(paperOf(of)).returning()
    if (gone) await removeFile(gone.key)
    return gone !== undefined
  })
}

/** Serialises concurrent changes of a user's documents. */
async function lockPerson(db: Pick<Database, 'select'>, { platformId, userId }: Holder): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.platformId, platformId), eq(users.id, userId)))
    .for('no key update')
  return rows.length === 1
}

const paperOf = ({ platformId, userId, name }: Holder & { name: PersonPaper }) =>
  and(eq(personPapers.platformId, platformId), eq(personPapers.userId, userId), eq(personPapers.name, name))
