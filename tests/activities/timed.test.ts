import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timed } from '../../activities/exam/timed.ts'

/** Milliseconds for which this process did not run. */
let stopped = 0

beforeEach(() => {
  stopped = 0
  vi.useFakeTimers()
  const clock = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + stopped)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  ['before it looked at the clock again', 0],
  ['and looked at the clock again', 50],
])('what our own process was held up for, %s, is none of the time that another system took', async (_when, after) => {
  const { result, milliseconds } = await timed(async () => {
    await vi.advanceTimersByTimeAsync(200)
    stopped = 6_000
    await vi.advanceTimersByTimeAsync(after)
    return 'answer'
  })
  expect(result).toBe('answer')
  // It looks every ten milliseconds: so exactly does it know when a pause began.
  expect(milliseconds).toBeLessThanOrEqual(200 + after + 10)
})

test('all that another system took is counted', async () => {
  const { milliseconds } = await timed(() => vi.advanceTimersByTimeAsync(6_000))
  expect(milliseconds).toBe(6_000)
})
