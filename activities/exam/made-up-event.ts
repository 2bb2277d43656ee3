/** An exam's messages: events of made-up charges, in the shape of real events. */
import { presentSellerEvent } from '../../api/webhook/event.ts'
import { examIds } from '../../db/attempt-ids.ts'
import type { ExamRow } from '../../db/queries/exam/exams.ts'
import type { ExamMessage, ExamQuestionName } from '../../domain/exam.ts'
import { madeUpSnapshot } from '../../domain/exam-charge.ts'

/** The same message of the same exam always gives the same event. */
export function madeUpEvent(exam: ExamRow, question: ExamQuestionName, message: ExamMessage, publicUrl: string) {
  const { type, sequence } = message
  const { chargeId, eventId } = examIds(exam.id, question, `${type}/${sequence}`)
  const event = presentSellerEvent(
    {
      id: eventId,
      platformId: exam.platformId,
      type: type === 'charge.examined' ? 'charge.created' : type,
      kind: 'charge',
      subjectId: chargeId,
      sequence,
      createdAt: exam.createdAt,
      snapshot: madeUpSnapshot(exam, chargeId, message),
    },
    publicUrl,
  )
  return { id: eventId, chargeId, body: { ...event, type, test: true } }
}
