/** A seller's requests while an exam of its requests is running. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { isSettled } from '../../../domain/charge.ts'
import { REQUEST_QUESTION_NAMES, type RequestQuestionName, type SeenOrder } from '../../../domain/exam-requests.ts'
import type { Database } from '../../client.ts'
import { charges, examRequests, exams, webhookDeliveries } from '../../schema/index.ts'

export interface Examined {
  requestId: string
  question: RequestQuestionName
  /** No other request has created a charge for the order. */
  isFirst: boolean
}

/** @returns undefined if no exam is running, or each of its questions already has an order. */
export async function noteRequest(
  db: Database,
  platformId: string,
  { order, keyHash }: { order: string; keyHash: string | null },
): Promise<Examined | undefined> {
  const underWay = and(eq(exams.platformId, platformId), eq(exams.state, 'RUNNING'), eq(exams.kind, 'requests'))
  return db.transaction(async (tx) => {
    const [exam] = await tx.select({ id: exams.id }).from(exams).where(underWay).for('update')
    if (!exam) return undefined
    const seen = await tx
      .select({ question: examRequests.question, order: examRequests.order, chargeId: examRequests.chargeId })
      .from(examRequests)
      .where(eq(examRequests.examId, exam.id))
    const ofOrder = seen.filter((one) => one.order === order)
    const begun = new Set(seen.map(({ question }) => question))
    const question = ofOrder[0]?.question ?? REQUEST_QUESTION_NAMES[begun.size]
    if (question === undefined) return undefined
    const [row] = await tx
      .insert(examRequests)
      .values({ examId: exam.id, question, order, keyHash })
      .returning({ id: examRequests.id })
    return row && { requestId: row.id, question, isFirst: ofOrder.every(({ chargeId }) => chargeId === null) }
  })
}

export async function noteExaminedCharge(db: Database, requestId: string, chargeId: string): Promise<void> {
  await db.update(examRequests).set({ chargeId }).where(eq(examRequests.id, requestId))
}

export async function noteExaminedAnswer(
  db: Database,
  requestId: string,
  answer: { status: number; milliseconds: number },
): Promise<void> {
  await db.update(examRequests).set(answer).where(eq(examRequests.id, requestId))
}

/** Records that the seller read a charge, in case an exam examines it. */
export async function noteFollowed(db: Database, chargeId: string): Promise<void> {
  await db
    .update(examRequests)
    .set({ followedAt: sql`now()` })
    .where(and(eq(examRequests.chargeId, chargeId), isNull(examRequests.followedAt)))
}

export interface ExaminedOrder extends SeenOrder {
  question: RequestQuestionName
  chargeId: string | null
  /** The charge can still be paid. */
  isPending: boolean
  /** Milliseconds since the last request. */
  quietMs: number
}

/** Excludes requests that were refused before a charge was created. A 409 is a repeat of a request that is still unanswered. */
const isTaken = sql`coalesce(${examRequests.status}, 200) NOT IN (400, 413, 415, 422)`

/** The examined orders, in the order of the questions. */
export async function listExaminedOrders(
  db: Database,
  { id, endpointId }: { id: string; endpointId: string },
): Promise<ExaminedOrder[]> {
  const taken = sql<boolean>`EXISTS (SELECT FROM ${webhookDeliveries} WHERE ${webhookDeliveries.chargeId} = ${examRequests.chargeId}
    AND ${webhookDeliveries.endpointId} = ${endpointId} AND ${webhookDeliveries.state} = 'delivered')`
  const rows = await db
    .select({
      request: examRequests,
      status: charges.status,
      isFollowed: sql<boolean>`${examRequests.followedAt} IS NOT NULL OR ${taken}`,
      quietMs: sql<number>`(extract(epoch FROM now() - ${examRequests.createdAt}) * 1000)::float8`,
    })
    .from(examRequests)
    .leftJoin(charges, eq(charges.id, examRequests.chargeId))
    .where(and(eq(examRequests.examId, id), isTaken))
    .orderBy(asc(examRequests.createdAt), asc(examRequests.id))
  return REQUEST_QUESTION_NAMES.map((question) => {
    const own = rows.filter(({ request }) => request.question === question)
    const made = own.find(({ request }) => request.chargeId !== null)
    return {
      question,
      requests: own.map(({ request }) => request),
      chargeId: made?.request.chargeId ?? null,
      isPending: made?.status != null && !isSettled(made.status),
      isFollowed: own.some(({ isFollowed }) => isFollowed),
      quietMs: Math.min(...own.map(({ quietMs }) => quietMs)),
    }
  })
}
