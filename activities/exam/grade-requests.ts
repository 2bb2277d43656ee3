/** Grades how a seller's system reacts when its own requests fail, as far as it has reacted. */
import { type ExamRow, loadExam, recordGrades } from '../../db/queries/exam/exams.ts'
import { type ExaminedOrder, listExaminedOrders } from '../../db/queries/exam/requests.ts'
import { CHARGE_ID, EXAMINED_REQUEST, type ExamFault, type ExamGrade } from '../../domain/exam.ts'
import {
  faultInOrder,
  faultOfSilence,
  isGivenUp,
  REQUESTS_QUIET_MS,
  REQUESTS_WINDOW_MS,
} from '../../domain/exam-requests.ts'
import type { HttpClient } from '../../gateway/http-client.ts'
import type { ActivityDependencies } from '../context.ts'
import { heldAt } from './held-state.ts'

/** @returns true if the exam is complete. */
export function gradeExamRequests({ database, sellerHttp }: ActivityDependencies) {
  return async ({ examId }: { examId: string }): Promise<boolean> => {
    const found = await loadExam(database.writer, examId)
    if (!found) return true
    const { exam } = found
    const isTimeUp = Date.now() - Date.parse(exam.createdAt) > REQUESTS_WINDOW_MS
    const orders = await listExaminedOrders(database.writer, exam)
    const grades: ExamGrade[] = []
    for (const order of orders) {
      const fault = await faultOf(sellerHttp, exam, order)
      if (fault !== 'wait') grades.push(gradeOf(order, fault))
      else if (isTimeUp) grades.push(gradeOf(order, faultOfSilence(order.question, order)))
    }
    await recordGrades(database.writer, examId, grades)
    return isTimeUp || (grades.length === orders.length && orders.every(({ quietMs }) => quietMs > REQUESTS_QUIET_MS))
  }
}

async function faultOf(http: HttpClient, exam: ExamRow, order: ExaminedOrder): Promise<ExamFault | 'wait' | null> {
  // Once an order was given up, the fault stays: the buyer was told so and has left.
  const before = exam.grades.find(({ question }) => question === order.question)
  if (before?.fault === 'givenUp') return before.fault
  const fault = faultInOrder(order.question, order)
  const { chargeId, isPending } = order
  if (exam.stateUrl === null || chargeId === null || !isPending || (fault !== null && fault !== 'wait')) return fault
  const held = await heldAt(http, exam.stateUrl.replaceAll(CHARGE_ID, chargeId))
  return isGivenUp(held) ? 'givenUp' : fault
}

const gradeOf = ({ question, requests }: ExaminedOrder, fault: ExamFault | null): ExamGrade => ({
  question,
  fault,
  answers: requests.map(({ status, milliseconds }) => ({
    type: EXAMINED_REQUEST,
    status: status ?? 0,
    milliseconds: milliseconds ?? 0,
  })),
})
