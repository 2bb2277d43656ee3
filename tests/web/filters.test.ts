import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter, dayOf, startOf } from '../../domain/analytics.ts'
import { CHARGE_SORTS } from '../../domain/list-sort.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { filtersOf } from '../../domain/saved-filter.ts'
import { CHARGE_STATUSES, PAYMENT_METHODS } from '../../web/src/api/contract.ts'
import { hasFilters, readFilters, toQuery, writeFilters } from '../../web/src/features/charges/filters.ts'
import { daysOf } from '../../web/src/features/overview/period.ts'
import { safePath } from '../../web/src/features/session/safe-path.ts'
import { PERIODS, readPeriod } from '../../web/src/ui/period.ts'

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null })

test('a view that was shared opens as it was', () => {
  const fields = fc.record({
    status: optional(CHARGE_STATUSES),
    ending: optional(['refused', 'expired', 'canceled'] as const),
    needsAttention: fc.boolean(),
    paymentMethod: optional(PAYMENT_METHODS),
    provider: optional(['ASAAS', 'TREEAL']),
    customerId: optional(['0190a5f0-7a3b-7c4d-8e5f-0123456789ab']),
    offerId: optional(['0190a5f0-7a3b-7c4d-8e5f-0123456789ac']),
    paymentLinkId: optional(['0190a5f0-7a3b-7c4d-8e5f-0123456789ad']),
    figure: optional(['created', 'untaken'] as const),
    reason: optional(['insufficientFunds', 'expired'] as const),
    currency: optional(CURRENCIES),
    period: optional(PERIODS),
    periodOf: optional(['paid'] as const),
    from: optional(['2026-02-28', '2024-02-29']),
    to: optional(['2026-12-31']),
    q: fc.string(),
    sort: optional(CHARGE_SORTS),
  })
  const filters = fields.map((some) => ({ ...some, periodOf: some.period && some.periodOf }))
  fc.assert(
    fc.property(filters, (chosen) => {
      const address = writeFilters(chosen).toString()
      expect(readFilters(new URLSearchParams(address))).toEqual(chosen)
      expect(readFilters(new URLSearchParams(filtersOf('charges', new URLSearchParams(address))))).toEqual(chosen)
    }),
  )
})

test('what an address cannot mean is ignored', () => {
  const filters = readFilters(
    new URLSearchParams(
      'status=LOST&ending=died&needsAttention=perhaps&period=century&periodOf=paid&from=2026-02-30&to=2026-13-01&sort=status&customerId=7&offerId=8&paymentLinkId=x&figure=half&reason=why&currency=XYZ',
    ),
  )
  expect(hasFilters(filters)).toBe(false)
  expect(toQuery(filters, new Date())).toEqual({})
})

test("a period begins with a day of São Paulo, as the figures' days do", () => {
  const today = new Date('2026-03-11T02:30:00Z')
  const query = toQuery(readFilters(new URLSearchParams('period=week&q=+Ana+&needsAttention=true')), today)
  expect(query).toEqual({ needsAttention: true, q: 'Ana', createdFrom: '2026-03-04T03:00:00.000Z' })
})

test("a period is of the charges' creation, unless it is of their payment", () => {
  const days = { from: '2026-10-01T03:00:00.000Z', to: '2026-11-01T03:00:00.000Z' }
  const queryOf = (address: string) =>
    toQuery(readFilters(new URLSearchParams(address)), new Date('2026-11-05T12:00:00Z'))
  expect(queryOf('period=lastMonth&periodOf=created')).toEqual({ createdFrom: days.from, createdTo: days.to })
  expect(queryOf('period=lastMonth&periodOf=paid')).toEqual({ paidFrom: days.from, paidTo: days.to })
  expect(queryOf('period=custom&periodOf=paid&to=2026-10-31')).toEqual({ paidTo: days.to })
  // Without a day it is of what was paid on any, and not of what was made.
  expect(queryOf('period=custom&periodOf=paid')).toEqual({ paidFrom: '1970-01-01T03:00:00.000Z' })
  expect(queryOf('period=custom&periodOf=paid&from=x')).toEqual({ paidFrom: '1970-01-01T03:00:00.000Z' })
  expect(queryOf('periodOf=paid')).toEqual({})
})

// A period that is not over has no end: what comes while the list is open belongs to it.
test.each([
  ['today', '2026-03-01T02:30:00Z', '2026-02-28', '2026-02-28'],
  ['yesterday', '2026-03-01T02:30:00Z', '2026-02-27', '2026-02-27'],
  ['yesterday', '2026-01-01T12:00:00Z', '2025-12-31', '2025-12-31'],
  ['thisMonth', '2026-03-01T02:30:00Z', '2026-02-01', '2026-02-28'],
  ['thisMonth', '2026-03-01T03:00:00Z', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-03-01T02:30:00Z', '2026-01-01', '2026-01-31'],
  ['lastMonth', '2026-03-31T12:00:00Z', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-15T12:00:00Z', '2025-12-01', '2025-12-31'],
])('%s at %s is from %s to %s, in a list and in the overview', (period, now, from, to) => {
  const today = dayOf(now)
  const search = new URLSearchParams({ period })
  expect(daysOf(readPeriod(search), today)).toEqual({ from, to })
  expect(toQuery(readFilters(search), new Date(now))).toEqual({
    createdFrom: startOf(from),
    ...(to < today && { createdTo: startOf(dayAfter(to, 1)) }),
  })
})

const midnight = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day, 3)).toISOString()
test.each([
  ['from=2026-02-27&to=2026-02-28', { createdFrom: midnight(2026, 2, 27), createdTo: midnight(2026, 3, 1) }],
  ['from=2026-12-31&to=2026-12-31', { createdFrom: midnight(2026, 12, 31), createdTo: midnight(2027, 1, 1) }],
  ['from=2026-02-28&to=2026-02-27', { createdFrom: midnight(2026, 2, 27), createdTo: midnight(2026, 3, 1) }],
  ['from=2026-02-28', { createdFrom: midnight(2026, 2, 28) }],
  ['to=2024-02-29', { createdTo: midnight(2024, 3, 1) }],
  // In summer time, which there was until 2019.
  ['from=2018-11-04&to=2018-11-04', { createdFrom: '2018-11-04T03:00:00.000Z', createdTo: '2018-11-05T02:00:00.000Z' }],
  ['from=2019-01-15', { createdFrom: '2019-01-15T02:00:00.000Z' }],
  ['', {}],
])('two dates are whole days, the last included: %s', (dates, range) => {
  expect(toQuery(readFilters(new URLSearchParams(`period=custom&${dates}`)), new Date())).toEqual(range)
})

test.each([
  ['/charges?status=PENDING', '/charges?status=PENDING'],
  [null, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
])('after signing in, %s leads to %s', (next, path) => {
  expect(safePath(next)).toBe(path)
})
