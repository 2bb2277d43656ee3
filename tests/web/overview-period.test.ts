/** What the overview says of its comparison: a day that is not over stands beside whole ones. */
import { expect, test } from 'vitest'
import { wholeDaysBefore } from '../../web/src/features/overview/period.ts'

const TODAY = '2026-11-26'

test.each([
  ['today', { from: TODAY, to: TODAY }, 1],
  ['a week that ends today', { from: '2026-11-20', to: TODAY }, 7],
  ['days that end tomorrow', { from: '2026-11-25', to: '2026-11-27' }, 3],
  ['yesterday', { from: '2026-11-25', to: '2026-11-25' }, undefined],
  ['days to come', { from: '2026-11-27', to: '2026-11-28' }, undefined],
])('%s', (_, days, whole) => {
  expect(wholeDaysBefore(days, TODAY)).toBe(whole)
})
