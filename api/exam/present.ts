import type { ExamRow } from '../../db/queries/exam/exams.ts'
import { type ExamQuestionName, questionsOf } from '../../domain/exam.ts'
import type { RequestQuestionName } from '../../domain/exam-requests.ts'
import type { Exam } from '../schemas/exam.ts'
import { iso, isoOrNull } from '../time.ts'

const MEND = {
  plainSale: 'Answer 2xx before you do the work, and take charge.approved as paid.',
  sameEventTwice: 'Keep the ids that you have handled, and answer 2xx to one that comes again without doing anything.',
  approvedBeforeCreated:
    'Pass over an event whose sequence is lower than the highest that you have seen of the charge.',
  moneyAfterExpiry: 'Buyers pay codes that have expired: let a rejected charge become approved.',
  slowProvider: 'A charge may have no code yet, when its request was answered 202: take its events all the same.',
  failedProvider:
    'The first event of a charge may be its last: take charge.rejected of one that you do not know, and ship nothing.',
  typeToCome: 'Answer 2xx to types that you do not know, or they are sent again for 48 hours.',
  forgedEvent: 'Check webhook-signature over the raw body before anything else, and answer 401.',
  oldEvent:
    'Refuse a webhook-timestamp that is more than five minutes away: an attacker may send again what they overheard.',
  lostAnswer:
    'Keep the Idempotency-Key with the order before you send, and send the same request with it again until it is answered: the first answer comes back, and there is one charge.',
  slowCreation:
    'A charge that was answered 202 is under way: charge for the order no second time, and follow it by its events or with GET /v1/charges/:id.',
  failedCreation:
    'A provider that failed may have made it: neither give the order up nor charge for it again, and wait for what becomes of the charge.',
} as const satisfies Record<ExamQuestionName | RequestQuestionName, string>

export function presentExam(row: ExamRow): Exam {
  const { id, kind, endpointId, url, stateUrl, state, createdBy } = row
  const grades = row.grades.map(({ question, answers, fault }) => ({
    question,
    passed: fault === null,
    fault,
    answers,
    mend: fault === null ? null : MEND[question],
  }))
  return {
    id,
    kind,
    endpointId,
    url,
    stateUrl,
    state,
    passed: grades.filter(({ passed }) => passed).length,
    questions: questionsOf(kind).length,
    grades,
    createdBy,
    createdAt: iso(row.createdAt),
    finishedAt: isoOrNull(row.finishedAt),
  }
}
