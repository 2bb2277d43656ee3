import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHARGE_STATUSES, PAYMENT_METHODS } from '../../web/src/api/contract.ts'
import { hasFilters, PERIODS, readFilters, toQuery, writeFilters } from '../../web/src/features/charges/filters.ts'
import { safePath } from '../../web/src/features/session/sign-in.tsx'

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null })

test('a view that was shared opens as it was', () => {
  const filters = fc.record({
    status: optional(CHARGE_STATUSES),
    needsAttention: fc.boolean(),
    paymentMethod: optional(PAYMENT_METHODS),
    provider: optional(['ASAAS', 'TREEAL']),
    period: optional(PERIODS),
    q: fc.string(),
  })
  fc.assert(
    fc.property(filters, (chosen) => {
      const address = writeFilters(chosen).toString()
      expect(readFilters(new URLSearchParams(address))).toEqual(chosen)
    }),
  )
})

test('what an address cannot mean is ignored', () => {
  const filters = readFilters(new URLSearchParams('status=LOST&needsAttention=perhaps&period=century'))
  expect(hasFilters(filters)).toBe(false)
  expect(toQuery(filters, new Date())).toEqual({})
})

test('a period begins with a day of the reader', () => {
  const today = new Date(2026, 2, 10, 15, 30)
  const query = toQuery(readFilters(new URLSearchParams('period=week&q=+Ana+&needsAttention=true')), today)
  expect(query).toEqual({ needsAttention: true, q: 'Ana', createdFrom: new Date(2026, 2, 4).toISOString() })
})

test.each([
  ['/charges?status=PENDING', '/charges?status=PENDING'],
  [null, '/charges'],
  ['https://evil.example', '/charges'],
  ['//evil.example', '/charges'],
  ['/\\evil.example', '/charges'],
])('after signing in, %s leads to %s', (next, path) => {
  expect(safePath(next)).toBe(path)
})
