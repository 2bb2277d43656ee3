/** What a failed activity means to the workflow that asked for it. */
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow'
import { expect, test } from 'vitest'
import { readFailure } from '../../workflows/shared/failure.ts'

const failed = (cause: Error) => new ActivityFailure('Activity task failed', 'readCharge', '1', 'TIMEOUT', 'a', cause)
const ofType = (type: string) => failed(ApplicationFailure.create({ type, message: 'said' }))

test.each<[type: string, refused: boolean, surelyNotProcessed: boolean]>([
  ['Declined', true, false],
  ['InvalidRequest', true, false],
  ['Unauthorized', true, false],
  ['NotSupported', true, false],
  ['NotFound', true, false],
  ['NotOurs', true, false],
  ['NotSent', false, true],
  ['RateLimited', false, true],
  ['OutcomeUnknown', false, false],
  ['MalformedResponse', false, false],
  ['Mismatch', false, false],
  ['SomethingElse', false, false],
])('%s: refused %s, surely not processed %s', (kind, refused, surelyNotProcessed) => {
  expect(readFailure(ofType(kind))).toEqual({ message: 'said', kind, refused, surelyNotProcessed })
})

test('what ran out of time neither refused nor surely did nothing', () => {
  const failure = failed(new TimeoutFailure('out of time', undefined, 'START_TO_CLOSE'))
  expect(readFailure(failure)).toEqual({ message: 'out of time', refused: false, surelyNotProcessed: false })
})

test('a defect of ours is not taken for an answer', () => {
  const defect = new TypeError('not a function')
  expect(() => readFailure(defect)).toThrow(defect)
})
