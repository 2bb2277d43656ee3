/** How fast an account is read: refusals slow it down at once, and quiet rounds bring it back. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FULL_PACE, faster, type Pace, placesOfWhatCanWait, slower } from '../../domain/pace.ts'

const paceAfter = (refusals: readonly boolean[]): Pace =>
  refusals.reduce((pace, isRefused) => (isRefused ? slower(pace) : faster(pace)), FULL_PACE)

test('whatever happens it never stops, never exceeds the full pace, and comes back to it', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (refusals) => {
      const pace = paceAfter(refusals)
      expect(pace.perSecond).toBeGreaterThan(0)
      expect(pace.perSecond).toBeLessThanOrEqual(20)
      expect(pace.concurrency).toBeGreaterThanOrEqual(1)
      expect(pace.concurrency).toBeLessThanOrEqual(8)
      expect(Number.isInteger(pace.concurrency)).toBe(true)
      expect(paceAfter([...refusals, ...Array.from({ length: 40 }, () => false)])).toEqual({
        perSecond: 20,
        concurrency: 8,
      })
    }),
  )
})

test('one refusal halves it, and a row of them leaves one reading in ten seconds', () => {
  expect(paceAfter([true])).toEqual({ perSecond: 10, concurrency: 4 })
  expect(paceAfter(Array.from({ length: 20 }, () => true))).toEqual({ perSecond: 0.1, concurrency: 1 })
})

test('what can wait has a quarter of the places in the long run, and never more than there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), (concurrency) => {
      const rounds = Array.from({ length: 100 }, (_, number) =>
        placesOfWhatCanWait({ perSecond: 1, concurrency }, number / 100),
      )
      expect(rounds.reduce((sum, places) => sum + places, 0)).toBe(25 * concurrency)
      for (const places of rounds) {
        expect(Number.isInteger(places)).toBe(true)
        expect(places).toBeGreaterThanOrEqual(0)
        expect(places).toBeLessThanOrEqual(concurrency)
      }
    }),
  )
})
