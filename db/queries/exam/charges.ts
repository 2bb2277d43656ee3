/** The made-up charges of exams, for a system that reads what it has been told of. */
import { and, eq, sql } from 'drizzle-orm'
import type { ExamQuestionName } from '../../../domain/exam.ts'
import type { Database } from '../../client.ts'
import { examCharges, exams, platforms } from '../../schema/index.ts'
import type { ExamRow } from './exams.ts'

export interface ExamCharge {
  id: string
  exam: ExamRow
  question: ExamQuestionName
  /** How many of the question's messages have been sent. */
  told: number
}

/** To be called before the message is sent. A question that is put again takes back nothing that was told. */
export async function noteTold(
  db: Database,
  { id, examId, question, told }: Omit<ExamCharge, 'exam'> & { examId: string },
): Promise<void> {
  await db
    .insert(examCharges)
    .values({ id, examId, question, told })
    .onConflictDoUpdate({ target: examCharges.id, set: { told: sql`greatest(${examCharges.told}, excluded.told)` } })
}

const columns = { id: examCharges.id, exam: exams, question: examCharges.question, told: examCharges.told }

export async function findExamCharge(db: Database, platformId: string, id: string): Promise<ExamCharge | undefined> {
  const [row] = await db
    .select(columns)
    .from(examCharges)
    .innerJoin(exams, eq(exams.id, examCharges.examId))
    .where(and(eq(examCharges.id, id), eq(exams.platformId, platformId)))
  return row
}

/** For the buyer's page, where the charge's token is the only authorisation. */
export async function findExamCheckout(db: Database, id: string) {
  const { name, brandColor, logoUrl, supportEmail, supportPhone } = platforms
  const [row] = await db
    .select({ ...columns, seller: { seller: name, brandColor, logoUrl, supportEmail, supportPhone } })
    .from(examCharges)
    .innerJoin(exams, eq(exams.id, examCharges.examId))
    .innerJoin(platforms, eq(platforms.id, exams.platformId))
    .where(eq(examCharges.id, id))
  return row
}
