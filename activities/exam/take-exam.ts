/** Examines a seller's endpoint: sends every message first, then asks the system for its state. */
import { setTimeout as rest } from 'node:timers/promises'
import { open } from '../../config/seal.ts'
import { generateWebhookSecret } from '../../config/webhook-secret.ts'
import { noteTold } from '../../db/queries/exam/charges.ts'
import { endExam, loadExam, recordGrade } from '../../db/queries/exam/exams.ts'
import {
  CHARGE_ID,
  EXAM_QUESTION_NAMES,
  EXAM_QUESTIONS,
  type ExamAnswer,
  type ExamMessage,
  type ExamQuestion,
  type ExamQuestionName,
  faultInAnswers,
  faultInState,
} from '../../domain/exam.ts'
import { sealedSecretsOf, tellSeller } from '../../gateway/seller.ts'
import type { ActivityDependencies } from '../context.ts'
import { heldAt } from './held-state.ts'
import { madeUpEvent } from './made-up-event.ts'
import { timed } from './timed.ts'

export interface ExamPart {
  examId: string
  /** The question's index. */
  index: number
}

const OLD_MS = 10 * 60_000
/** How long to wait for the state, because a system may answer first and process later. */
const PATIENCE_MS = 10_000
const ROUND_MS = 250

function questionAt(index: number): { name: ExamQuestionName; question: ExamQuestion } {
  const name = EXAM_QUESTION_NAMES[index]
  if (name === undefined) throw new Error(`There is no question ${index}`)
  return { name, question: EXAM_QUESTIONS[name] }
}

/** Sends a question's messages and grades the answers. */
export function putExamQuestion({ database, sellerHttp, sealKey, publicUrl }: ActivityDependencies) {
  return async ({ examId, index }: ExamPart): Promise<void> => {
    const found = await loadExam(database.writer, examId)
    if (!found) return
    const { exam, endpoint } = found
    const { name, question } = questionAt(index)
    const own = sealedSecretsOf(endpoint).map((secret) => open(secret, sealKey))
    const answers: ExamAnswer[] = []
    for (const [before, message] of question.messages.entries()) {
      const { id, chargeId, body } = madeUpEvent(exam, name, message, publicUrl)
      await noteTold(database.writer, { id: chargeId, examId, question: name, told: before + 1 })
      const { result, milliseconds } = await timed(() =>
        tellSeller(sellerHttp, { url: exam.url, id, body, ...signing(message, own) }),
      )
      answers.push({ type: message.type, status: result.status ?? 0, milliseconds })
    }
    await recordGrade(database.writer, examId, index, {
      question: name,
      answers,
      fault: faultInAnswers(question, answers),
    })
  }
}

function signing({ change }: ExamMessage, own: readonly string[]) {
  if (change === 'forged') return { secrets: [generateWebhookSecret()] }
  return change === 'old' ? { secrets: own, at: new Date(Date.now() - OLD_MS) } : { secrets: own }
}

/** Asks for the state that resulted from a question's messages, if the system has a state URL. */
export function gradeExamQuestion({ database, sellerHttp, publicUrl }: ActivityDependencies) {
  return async ({ examId, index }: ExamPart): Promise<void> => {
    const found = await loadExam(database.writer, examId)
    const { name, question } = questionAt(index)
    const grade = found?.exam.grades[index]
    const [message] = question.messages
    if (!found || !grade || grade.fault !== null || found.exam.stateUrl === null || !message) return
    const { chargeId } = madeUpEvent(found.exam, name, message, publicUrl)
    const url = found.exam.stateUrl.replaceAll(CHARGE_ID, chargeId)
    const end = Date.now() + PATIENCE_MS
    let fault = faultInState(question, await heldAt(sellerHttp, url))
    while (fault === 'wait' && Date.now() < end) {
      await rest(ROUND_MS)
      fault = faultInState(question, await heldAt(sellerHttp, url))
    }
    await recordGrade(database.writer, examId, index, { ...grade, fault: fault === 'wait' ? 'unpaid' : fault })
  }
}

export function finishExam({ database }: ActivityDependencies) {
  return ({ examId, state }: { examId: string; state: 'FINISHED' | 'FAILED' }): Promise<void> =>
    endExam(database.writer, examId, state)
}
