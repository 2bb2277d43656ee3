/** The papers of people. Every statement is bound to one platform. */

import { and, asc, eq, sql } from 'drizzle-orm'
import type { PersonPaper } from '../../../domain/person-paper.ts'
import type { Database } from '../../client.ts'
import { personPapers, users } from '../../schema/index.ts'

export type PersonPaperRow = typeof personPapers.$inferSelect

interface Holder {
  platformId: string
  userId: string
}

/** Undefined when the platform has no such person. */
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
 * Keeps a paper in place of the one before, whose file `removeFile` takes away; where it fails, everything stays as it was.
 * @returns undefined when the platform has no such person.
 * @throws the driver's error of a unique violation when the file is a paper already.
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

/** The file goes, then the row: a row that names a file that is gone can be tried again. @returns false when there is no such paper. */
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

/** Two that change somebody's papers at once wait for each other. */
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
