/** What the answers of a seller's endpoint are graded as, whatever became of its charge. */
import { expect, test } from 'vitest'
import { EXAM_QUESTIONS, type ExamFault, type ExamQuestionName, faultInAnswers, truthAfter } from '../../domain/exam.ts'

test.each<[wants: 'taken' | 'refused', status: number, milliseconds: number, fault: ExamFault | null]>([
  ['taken', 200, 5_000, null],
  ['taken', 200, 5_001, 'slow'],
  ['taken', 299, 0, null],
  ['taken', 300, 0, 'answer'],
  ['taken', 500, 6_000, 'answer'],
  ['taken', 0, 6_000, 'noAnswer'],
  ['refused', 400, 0, null],
  ['refused', 401, 5_001, 'slow'],
  ['refused', 200, 0, 'answer'],
  ['refused', 500, 0, 'answer'],
])('a message that should be %s, answered with %s after %s ms: %s', (wants, status, milliseconds, fault) => {
  const answers = [
    { type: 'charge.created' as const, status: wants === 'taken' ? 200 : 400, milliseconds: 0 },
    { type: 'charge.approved' as const, status, milliseconds },
  ]
  expect(faultInAnswers({ messages: [], wants }, answers)).toBe(fault)
})

const truths: [ExamQuestionName, ReturnType<typeof truthAfter>['type'][]][] = [
  ['plainSale', ['charge.created', 'charge.created', 'charge.approved']],
  ['sameEventTwice', ['charge.created', 'charge.created', 'charge.approved', 'charge.approved']],
  ['approvedBeforeCreated', ['charge.created', 'charge.approved', 'charge.approved']],
  ['moneyAfterExpiry', ['charge.created', 'charge.created', 'charge.rejected', 'charge.approved']],
  ['failedProvider', ['charge.created', 'charge.rejected']],
  ['typeToCome', ['charge.created', 'charge.examined']],
  ['forgedEvent', ['charge.created', 'charge.created']],
  ['oldEvent', ['charge.created', 'charge.created']],
]

test.each(truths)('what is true of the charge of %s, message by message: %s', (question, expected) => {
  expect(expected.map((_, told) => truthAfter(EXAM_QUESTIONS[question], told).type)).toEqual(expected)
})
