/** Exams of sellers' endpoints, in test mode. */
import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import { EXAMS_PER_HOUR, type ExamGrade } from '../../../domain/exam.ts'
import type { Database } from '../../client.ts'
import { exams, webhookEndpoints } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'
import type { WebhookEndpointRow } from '../webhook/endpoints.ts'

export type ExamRow = typeof exams.$inferSelect
export type NewExamRow = Pick<
  typeof exams.$inferInsert,
  'platformId' | 'endpointId' | 'kind' | 'url' | 'stateUrl' | 'createdBy'
>

const ofPlatform = (platformId: string, id: string) => and(eq(exams.platformId, platformId), eq(exams.id, id))
/** Longer than any exam takes. An older one that still runs was never started. */
const LOST = sql`now() - interval '15 minutes'`

/** @returns the reason if it was not created: another exam is running, or there were too many in an hour. */
export async function insertExam(db: Database, row: NewExamRow): Promise<ExamRow | 'underWay' | 'tooMany'> {
  const ours = eq(exams.platformId, row.platformId)
  return db.transaction(async (tx) => {
    await lockPlatform(tx, row.platformId)
    const isRunning = and(ours, eq(exams.state, 'RUNNING'))
    await tx
      .update(exams)
      .set({ state: 'FAILED', finishedAt: sql`now()` })
      .where(and(isRunning, lt(exams.createdAt, LOST)))
    const [underWay] = await tx.select({ id: exams.id }).from(exams).where(isRunning)
    if (underWay) return 'underWay'
    const lately = gt(exams.createdAt, sql`now() - interval '1 hour'`)
    const [begun] = await tx.select({ count: count() }).from(exams).where(and(ours, lately))
    if ((begun?.count ?? 0) >= EXAMS_PER_HOUR) return 'tooMany'
    const [inserted] = await tx.insert(exams).values(row).returning()
    if (!inserted) throw new Error('The insert returned no row')
    return inserted
  })
}

/** Deletes an exam whose workflow could not be started. */
export async function forgetExam(db: Database, platformId: string, id: string): Promise<void> {
  await db.delete(exams).where(ofPlatform(platformId, id))
}

export async function findExam(db: Database, platformId: string, id: string): Promise<ExamRow | undefined> {
  const [row] = await db.select().from(exams).where(ofPlatform(platformId, id))
  return row
}

export async function listExams(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<ExamRow>> {
  return newestOf(db.select().from(exams), exams, eq(exams.platformId, platformId), page)
}

/** A running exam with its endpoint. Undefined if it is over. */
export async function loadExam(
  db: Database,
  id: string,
): Promise<{ exam: ExamRow; endpoint: WebhookEndpointRow } | undefined> {
  const [row] = await db
    .select({ exam: exams, endpoint: webhookEndpoints })
    .from(exams)
    .innerJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.id, exams.endpointId), eq(webhookEndpoints.platformId, exams.platformId)),
    )
    .where(and(eq(exams.id, id), eq(exams.state, 'RUNNING')))
  return row
}

/** Grading a question again replaces its grade. @param index the question's index. */
export async function recordGrade(db: Database, id: string, index: number, grade: ExamGrade): Promise<void> {
  await db
    .update(exams)
    .set({ grades: sql`jsonb_set(${exams.grades}, ${`{${index}}`}::text[], ${JSON.stringify(grade)}::jsonb, true)` })
    .where(and(eq(exams.id, id), eq(exams.state, 'RUNNING')))
}

/** Replaces all grades, in the order of the questions that have one. */
export async function recordGrades(db: Database, id: string, grades: ExamGrade[]): Promise<void> {
  await db
    .update(exams)
    .set({ grades })
    .where(and(eq(exams.id, id), eq(exams.state, 'RUNNING')))
}

export async function endExam(db: Database, id: string, state: 'FINISHED' | 'FAILED'): Promise<void> {
  await db
    .update(exams)
    .set({ state, finishedAt: sql`now()` })
    .where(and(eq(exams.id, id), eq(exams.state, 'RUNNING')))
}
