/** A campaign shared out: every lifecycle is played by exactly one machine, and what has passed is not played again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedIn, BATCH_SIZE, batchesOf, latestOf, leftOf, readCampaigning } from '../scripts/support/fault-batches.ts'

test('the shards together play every batch once, and as many lifecycles as were asked for', () => {
  const counts = fc.record({
    runs: fc.integer({ min: 1, max: 20_000 }),
    of: fc.integer({ min: 1, max: 7 }),
    seed: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(counts, ({ runs, of, seed }) => {
      const shards = Array.from({ length: of }, (_, index) =>
        batchesOf({ runs, seed, shard: { number: index + 1, of }, rest: [] }),
      )
      const all = shards.flat()
      expect(all.reduce((sum, { size }) => sum + size, 0)).toBe(runs)
      expect(new Set(all.map((batch) => batch.seed)).size).toBe(all.length)
      expect(all.every(({ size }) => size >= 1 && size <= BATCH_SIZE)).toBe(true)
    }),
  )
})

test('one that was stopped goes on with what has not passed', () => {
  const batches = batchesOf({ runs: 1_500, seed: 7, shard: { number: 1, of: 1 }, rest: [] })
  const done = [
    { seed: 7, size: 500, passed: 10, failed: 0, tookMs: 1 },
    { seed: 8, size: 500, passed: 9, failed: 1, tookMs: 1 },
  ]
  expect(leftOf(batches, done).map(({ seed }) => seed)).toEqual([8, 9])
})

test('what its batches asked is added up: of each its latest try, and nothing of one that broke down', () => {
  const batches = batchesOf({ runs: 1_500, seed: 7, shard: { number: 1, of: 1 }, rest: [] })
  const tried = { size: 500, passed: 10, failed: 0, tookMs: 1 }
  const done = [
    { ...tried, seed: 7, failed: 1, tellable: 200, asked: 9 },
    { ...tried, seed: 7, tellable: 170, asked: 2 },
    { ...tried, seed: 8, tellable: 150, asked: 2 },
    { ...tried, seed: 9, failed: 1 },
    { ...tried, seed: 10, tellable: 100, asked: 5 },
  ]
  expect(askedIn(latestOf(batches, done))).toEqual({ tellable: 320, asked: 4 })
})

test.each([
  [[], { runs: 300, seed: 42, shard: { number: 1, of: 1 }, rest: [] }],
  [
    ['--runs', '10000', '--seed', '5', '--shard', '2/3', 'tests/faults/planted.test.ts'],
    { runs: 10_000, seed: 5, shard: { number: 2, of: 3 }, rest: ['tests/faults/planted.test.ts'] },
  ],
])('%j', (args, expected) => {
  expect(readCampaigning(args, 42)).toEqual(expected)
})

test.each([[['--runs', '0']], [['--seed', 'x']], [['--shard', '3/2']], [['--shard', '1']]])('%j is refused', (args) => {
  expect(() => readCampaigning(args, 42)).toThrow(/--/)
})
