/** What the answers of a seller's endpoint are graded as, whatever became of its charge. */
import { expect, test } from 'vitest'
import { type ExamFault, faultInAnswers } from '../../domain/exam.ts'

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
