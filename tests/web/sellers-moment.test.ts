/** A moment that is typed by the sellers' clock, and shown in the same fields again. */
import { expect, test } from 'vitest'
import { fromSellersMoment, toSellersMoment } from '../../web/src/ui/sellers-moment.ts'

test.each([
  ['2090-01-31T14:30', '2090-01-31T17:30:00.000Z'],
  ['2026-11-30T23:59', '2026-12-01T02:59:00.000Z'],
  ['2026-12-01T00:00', '2026-12-01T03:00:00.000Z'],
])('%s is %s', (typed, at) => {
  expect(fromSellersMoment(typed)).toBe(at)
  expect(toSellersMoment(at)).toBe(typed)
})

test.each(['', '2026-02-31T10:00', '2026-11-30T24:00', '2026-11-30T10', '2026-11-30', 'T10:00'])(
  '%j is none',
  (typed) => {
    expect(fromSellersMoment(typed)).toBeUndefined()
  },
)
