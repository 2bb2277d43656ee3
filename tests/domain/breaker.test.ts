import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakerAfter, type TryOutcome } from '../../domain/breaker.ts'

const SECOND = 1_000
/** One try a second: `x` without an answer, `.` with one, a space is a second without a try. */
const tries = (pattern: string, every = SECOND): TryOutcome[] =>
  [...pattern].flatMap((mark, index) => (mark === ' ' ? [] : [{ at: index * every, answered: mark === '.' }]))

test.each<[string, string, number, string]>([
  ['nothing was tried', '', 0, 'closed'],
  ['all is answered', '..........', 10, 'closed'],
  ['four failures are too few', 'xxxx', 4, 'closed'],
  ['five of five', 'xxxxx', 5, 'open'],
  ['half', '.....xxxxx', 10, 'open'],
  ['less than half', '......xxxxx', 11, 'closed'],
  ['old successes do not count', `${'.'.repeat(20)}xxxxxxxxxx`, 30, 'open'],
  ['it rests for half a minute', 'xxxxx', 33, 'open'],
  ['then it may be probed', 'xxxxx', 34, 'halfOpen'],
  ['an answer during the rest is no news', `xxxxx${' '.repeat(5)}.`, 20, 'open'],
  ['a probe that is answered closes it', `xxxxx${' '.repeat(30)}.`, 36, 'closed'],
  ['a probe that is not opens it again', `xxxxx${' '.repeat(30)}x`, 36, 'open'],
  ['what was before the opening is forgotten', `xxxxx${' '.repeat(30)}.x`, 37, 'closed'],
])('%s', (_, pattern, seconds, state) => {
  expect(breakerAfter(tries(pattern), seconds * SECOND).state).toBe(state)
})

test.each<[string, number, string]>([
  ['before it opened', 3, 'halfOpen'],
  ['during the rest', 20, 'halfOpen'],
  ['after the rest: it is the probe', 35, 'open'],
  ['after the rest, long ago: it shows nothing any more', -30, 'halfOpen'],
])('who was asked %s and has not answered', (_, askedSecond, state) => {
  const now = askedSecond < 0 ? 40 + 60 : 40
  const asked = askedSecond < 0 ? 40 : askedSecond
  expect(breakerAfter(tries('xxxxx'), now * SECOND, asked * SECOND).state).toBe(state)
})

test.each<[string, string, number, number | null]>([
  ['nothing was tried', '', 0, null],
  ['the first try', '  ...', 5, 2],
  ['the failure that opened it', '..xxxx', 6, 4],
  ['the end of the rest', 'xxxxx', 40, 34],
  ['the probe that was answered', `xxxxx${' '.repeat(30)}...`, 38, 35],
  ['the probe that was not', `xxxxx${' '.repeat(30)}x`, 36, 35],
])('it has stood so since %s', (_, pattern, seconds, since) => {
  expect(breakerAfter(tries(pattern), seconds * SECOND).since).toBe(since === null ? null : since * SECOND)
})

test('failures an hour apart open nothing', () => {
  expect(breakerAfter(tries('xxxxxxxx', 3_600 * SECOND), 8 * 3_600 * SECOND).state).toBe('closed')
})

test('it never stays open without another failure: half a minute later one request may try', () => {
  const any = fc.array(fc.record({ at: fc.nat(600_000), answered: fc.boolean() }), { maxLength: 40 })
  fc.assert(
    fc.property(any, (unordered) => {
      const ordered = [...unordered].sort((one, other) => one.at - other.at)
      const last = ordered.at(-1)?.at ?? 0
      expect(breakerAfter(ordered, last + 30 * SECOND).state).not.toBe('open')
      if (ordered.every(({ answered }) => answered)) expect(breakerAfter(ordered, last).state).toBe('closed')
    }),
  )
})
