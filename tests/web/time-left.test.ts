import { expect, test } from 'vitest'
import { timeLeft } from '../../web/src/ui/time-left.ts'

const time = (hours: number, minutes: number, seconds: number) => ((hours * 60 + minutes) * 60 + seconds) * 1_000

test.each([
  [time(23, 57, 7), '23 h 57 min'],
  [time(10, 0, 59), '10 h'],
  [time(1, 1, 0), '1 h 1 min'],
  [time(1, 0, 0), '1 h'],
  [time(1, 0, 0) - 1, '59:59'],
  [time(0, 9, 8), '09:08'],
  [time(0, 0, 1), '00:01'],
])('of %d ms is left: %s', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words)
})
