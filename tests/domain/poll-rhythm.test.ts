/** When the account's reader reads: soon while a buyer waits, ever more rarely, and on after the end until nothing can come. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISPUTE_WINDOW_MS, pauseAfter, pauseUnanswered, RHYTHM, untilNextReading } from '../../domain/poll-rhythm.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FOREVER = Number.POSITIVE_INFINITY

const near = (ms: number) => ({ least: ms * 0.9, most: ms * 1.1 })
function expectNear(pause: number | null, ms: number) {
  expect(pause).not.toBeNull()
  expect(pause ?? 0).toBeGreaterThanOrEqual(near(ms).least - 1)
  expect(pause ?? 0).toBeLessThanOrEqual(near(ms).most + 1)
}

describe('while it is open', () => {
  test.each([
    [0, 5 * SECOND, 5 * SECOND],
    [1, 12 * SECOND, 7.5 * SECOND],
    [4, MINUTE, 25.3125 * SECOND],
    [20, HOUR, 10 * MINUTE],
    [50, 12 * HOUR, 30 * MINUTE],
    [200, 3 * DAY, HOUR],
  ])('after %i readings in %i ms the next comes after about %i ms', (reads, ageMs, ms) => {
    expectNear(pauseAfter({ id: 'a', settled: false, reads, ageMs }, FOREVER, RHYTHM), ms)
  })
})

test.each([
  [0, 5 * SECOND, 5 * SECOND],
  [5 * SECOND, 7.5 * SECOND, 7.5 * SECOND],
  [6 * SECOND, 6.5 * SECOND, 6.5 * SECOND],
  [2 * HOUR, 1, 10 * MINUTE],
  [40 * DAY, 1, HOUR],
])('one that began %i ms ago is read next in between %i and %i ms', (ageMs, least, most) => {
  expect(untilNextReading(ageMs)).toBeGreaterThanOrEqual(least)
  expect(untilNextReading(ageMs)).toBeLessThanOrEqual(most)
})

test('one that has been open for two days is read about every hour', () => {
  const waits = [0, 10, 20, 30, 40, 50].map((minutes) => untilNextReading(2 * DAY + minutes * MINUTE))
  expect(Math.max(...waits)).toBeGreaterThan(45 * MINUTE)
})

describe('after the end', () => {
  test.each([
    ['an hour', 0, HOUR],
    ['a day', 1, DAY],
    ['a week', 2, 7 * DAY],
    ['a month', 3, 30 * DAY],
    ['a month again', 4, 30 * DAY],
  ])('the next comes after %s', (_words, reads, ms) => {
    expectNear(pauseAfter({ id: 'a', settled: true, reads, ageMs: 0 }, FOREVER, RHYTHM), ms)
  })

  test.each([
    ['PIX', 80],
    ['CREDIT_CARD', 120],
    ['BILLET', 8],
  ] as const)(
    'a %s is read for the last time no sooner than %i days after it, and there is a last time',
    (method, days) => {
      let ageMs = HOUR
      let lastAt = 0
      for (let reads = 1; reads < 1_000; reads += 1) {
        lastAt = ageMs
        const pause = pauseAfter({ id: 'a', settled: true, reads, ageMs }, DISPUTE_WINDOW_MS[method], RHYTHM)
        if (pause === null) break
        ageMs += pause
        expect(reads).toBeLessThan(100)
      }
      // The month before the window closes may be left out.
      expect(lastAt).toBeGreaterThan((days - 30) * DAY)
    },
  )
})

describe('after the end, where nothing was answered', () => {
  test.each([
    ['five minutes', 'minutes', 0, 5 * MINUTE, 5 * MINUTE],
    ['an hour', 'an hour', 1, HOUR, 5 * MINUTE],
    ['an hour', 'a day', 2, DAY, HOUR],
    ['seven hours', 'a week', 3, 7 * DAY, 7 * HOUR],
    ['a month at most', 'years', 4, 1_000 * DAY, 30 * DAY],
  ])('it comes again after %s when the end was %s ago', (_pause, _age, reads, ageMs, ms) => {
    expectNear(pauseUnanswered({ id: 'a', settled: true, reads, ageMs }, FOREVER, RHYTHM), ms)
  })

  test('a provider that is silent for the whole of the time is asked a few times a day at most, and no longer than something can happen', () => {
    const silent = { id: 'a', settled: true, reads: 0 }
    const monthly = { ...RHYTHM, afterEndMs: [30 * DAY] }
    let count = 0
    let ageMs = 5 * MINUTE
    for (let pause = pauseUnanswered({ ...silent, ageMs }, 90 * DAY, monthly); pause !== null; count += 1) {
      ageMs += pause
      pause = pauseUnanswered({ ...silent, ageMs }, 90 * DAY, monthly)
    }
    expect(ageMs).toBeGreaterThan(80 * DAY)
    expect(ageMs).toBeLessThanOrEqual(90 * DAY)
    expect(count).toBeLessThan(250)
  })
})

test('what began together is not read together, and the same is always read at the same time', () => {
  const pauses = Array.from({ length: 200 }, (_, n) =>
    pauseAfter({ id: `charge-${n}`, settled: true, reads: 1, ageMs: 0 }, FOREVER, RHYTHM),
  )
  expect(new Set(pauses).size).toBeGreaterThan(150)
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), fc.nat(500), fc.nat(400 * DAY), (id, settled, reads, ageMs) => {
      const what = { id, settled, reads, ageMs }
      const pause = pauseAfter(what, FOREVER, RHYTHM)
      expect(pauseAfter(what, FOREVER, RHYTHM)).toBe(pause)
      expect(pause).toBeGreaterThanOrEqual(4 * SECOND)
    }),
  )
})
