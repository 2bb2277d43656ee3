/** What the overview compares with: a month with the month before, all else with as many days before. */
import { expect, test } from 'vitest'
import { daysBefore, daysOf, isGoingOn } from '../../web/src/features/overview/period.ts'
import type { PeriodName } from '../../web/src/ui/period.ts'

const TODAY = '2026-11-26'

const named = (period: PeriodName, today: string) => {
  const days = daysOf({ period, from: null, to: null }, today)
  return { days, before: daysBefore(days, period) }
}

test.each([
  ['lastMonth', '2026-11-26', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30']],
  ['lastMonth', '2027-01-05', ['2026-12-01', '2026-12-31'], ['2026-11-01', '2026-11-30']],
  ['lastMonth', '2026-03-10', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
  ['thisMonth', '2026-11-26', ['2026-11-01', '2026-11-26'], ['2026-10-01', '2026-10-26']],
  ['thisMonth', '2027-01-01', ['2027-01-01', '2027-01-01'], ['2026-12-01', '2026-12-01']],
  // February has no such day.
  ['thisMonth', '2026-03-31', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
  ['week', '2026-11-26', ['2026-11-20', '2026-11-26'], ['2026-11-13', '2026-11-19']],
  ['yesterday', '2026-11-26', ['2026-11-25', '2026-11-25'], ['2026-11-24', '2026-11-24']],
] as const)('%s on %s', (period, today, [from, to], [fromBefore, toBefore]) => {
  expect(named(period, today)).toEqual({ days: { from, to }, before: { from: fromBefore, to: toBefore } })
})

test('chosen days are compared with as many before them', () => {
  expect(daysBefore({ from: '2026-10-01', to: '2026-10-31' }, 'custom')).toEqual({
    from: '2026-08-31',
    to: '2026-09-30',
  })
})

test.each([
  ['today', { from: TODAY, to: TODAY }, true],
  ['a week that ends today', { from: '2026-11-20', to: TODAY }, true],
  ['days that end tomorrow', { from: '2026-11-25', to: '2026-11-27' }, true],
  ['yesterday', { from: '2026-11-25', to: '2026-11-25' }, false],
  ['days to come', { from: '2026-11-27', to: '2026-11-28' }, false],
])('whether a period is going on: %s', (_, days, isSo) => {
  expect(isGoingOn(days, TODAY)).toBe(isSo)
})
