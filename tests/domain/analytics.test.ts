import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf, daysBetween, medianSeconds, periodOf, startOf } from '../../domain/analytics.ts'

describe('the sellers’ day', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23T02:59:59.999Z', '2026-11-22'],
    ['2026-11-23T03:00:00Z', '2026-11-23'],
    ['2026-11-23T00:30:00-03:00', '2026-11-23'],
    ['2027-01-01T01:00:00Z', '2026-12-31'],
  ])('of %s is %s', (moment, day) => {
    expect(dayOf(moment)).toBe(day)
  })

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('after %s come so many days: %i', (day, days, then) => {
    expect(dayAfter(day, days)).toBe(then)
  })

  it.each([
    ['2026-11-23', '2026-11-23T03:00:00.000Z', 'winter time, as always since 2019'],
    ['2018-12-01', '2018-12-01T02:00:00.000Z', 'summer time'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z', 'the day whose first hour was skipped'],
    ['2019-02-17', '2019-02-17T03:00:00.000Z', 'the day before which an hour came twice'],
  ])('%s begins at %s: %s', (day, moment) => {
    expect(startOf(day)).toBe(moment)
  })

  it('of a period are all of its days', () => {
    expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  })
})

describe('a period', () => {
  const now = '2026-11-23T12:00:00Z'
  it.each([
    [{}, { from: '2026-10-25', to: '2026-11-23' }],
    [{ to: '2026-11-01' }, { from: '2026-10-03', to: '2026-11-01' }],
    [{ from: '2026-11-23T01:00:00Z' }, { from: '2026-11-22', to: '2026-11-23' }],
    [{ from: '2025-10-20' }, { from: '2025-10-20', to: '2026-11-23' }],
    [{ from: '2025-10-19' }, undefined],
    [{ from: '2026-11-24' }, undefined],
    [{ from: '2026-11-02', to: '2026-11-01' }, undefined],
    [{ from: '0001-01-01T00:00:00Z', to: '2026-11-01' }, undefined],
    [{ from: '0999-12-31' }, undefined],
    [{ to: '0001-01-01T00:00:00Z' }, undefined],
    [{ from: '0999-01-01', to: '0999-01-02' }, undefined],
    [{ from: '9999-12-01', to: '9999-12-31' }, undefined],
  ])('asked for as %j is %j', (asked, period) => {
    expect(periodOf(asked, now)).toEqual(period)
  })
})

describe('the median', () => {
  /** As the database counts a charge that was paid after so many seconds. */
  const bucketOf = (seconds: number) => Math.ceil(Math.log(Math.max(seconds, 1)) / Math.log(1.25))

  it('is near the middle one of what was counted, whatever rows it was counted in', () => {
    const times = fc.array(fc.double({ min: 1, max: 400 * 86_400, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, (seconds) => {
        const sorted = seconds.toSorted((one, other) => one - other)
        const middle = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
        const found = medianSeconds(seconds.map((each) => ({ bucket: bucketOf(each), approved: 1 }))) ?? 0
        expect(found / middle).toBeGreaterThan(1 / 1.26)
        expect(found / middle).toBeLessThan(1.26)
      }),
    )
  })

  it.each([
    [[], null],
    [[{ bucket: 3, approved: 0 }], null],
    // 1.25 ** 19.5, of which three digits are shown.
    [[{ bucket: 20, approved: 1 }], 77.6],
    [
      [
        { bucket: 3, approved: 2 },
        { bucket: 3, approved: -2 },
      ],
      null,
    ],
  ])('of %j is %j', (buckets, expected) => {
    expect(medianSeconds(buckets)).toBe(expected)
  })
})
