/** Where the lines of the overview's chart stand. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { labelled, pathOver, ticksUpTo } from '../../web/src/features/overview/scale.ts'

describe('the lines across', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [99_00, [0, 25_00, 50_00, 75_00, 100_00]],
    [1_234_56, [0, 500_00, 1_000_00, 1_500_00]],
    [4_100_00, [0, 2_000_00, 4_000_00, 6_000_00]],
  ])('up to %d stand at %j', (greatest, ticks) => expect(ticksUpTo(greatest)).toEqual(ticks))

  test('are two to five, as far apart as one another, and leave nothing out and little empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (greatest) => {
        const ticks = ticksUpTo(greatest)
        const [first, step = 0] = ticks
        expect(first).toBe(0)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest)
        expect((ticks.at(-1) ?? 0) - step).toBeLessThan(greatest)
      }),
    )
  })
})

describe('a line over columns', () => {
  it('goes through the middle of each', () => expect(pathOver([0, 5, 10], 10)).toBe('M0.1667 1L0.5 0.5L0.8333 0'))
  it('has a gap where there is no value', () =>
    expect(pathOver([1, 1, null, 1, 1], 1)).toBe('M0.1 0L0.3 0M0.7 0L0.9 0'))
  it('shows one alone as a dot', () => expect(pathOver([null, 1, null], 1)).toBe('M0.5 0h0.0001'))
  it('is nothing for nothing', () => expect(pathOver([], 1)).toBe(''))
})

test('a few names are written below, the last one among them', () => {
  const names = (columns: number) => Array.from({ length: columns }, (_, index) => index).filter(labelled(columns, 4))
  expect(names(3)).toEqual([0, 1, 2])
  expect(names(8)).toEqual([1, 3, 5, 7])
  expect(names(30)).toEqual([5, 13, 21, 29])
})
