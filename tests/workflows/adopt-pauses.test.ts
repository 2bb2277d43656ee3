/** A notice about a doubtful attempt, whose provider cannot be read, waits ever longer: a history has an end. */
import { expect, test } from 'vitest'
import { adoptPauseMs, CHARGE_TIMING } from '../../workflows/charge/timing.ts'

const DAY_MS = 24 * 60 * 60_000

test('in the two months that a charge lives it is tried fewer times than a history holds', () => {
  const pauses: number[] = []
  let sum = 0
  for (let tries = 0; sum < 60 * DAY_MS; tries += 1) {
    const pauseMs = adoptPauseMs(CHARGE_TIMING, tries)
    pauses.push(pauseMs)
    sum += pauseMs
  }
  expect(pauses[0]).toBe(45_000)
  expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
  // A try is some fifteen events, and the server ends a history of 51,200.
  expect(pauses.length * 15).toBeLessThan(51_200 / 2)
})
