/** What ended a charge that was not paid, and by which word it is found in a list. */
import { expect, test } from 'vitest'
import { EVENT_CAUSES, type EventCause } from '../../domain/cause.ts'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import {
  ENDINGS,
  type Ended,
  type Ending,
  endingOf,
  LISTED_STATUSES,
  statusNameOf,
  statusNamesOf,
} from '../../domain/ending.ts'

const OURS: Partial<Record<EventCause, Ending>> = { timer: 'expired', operator: 'canceled' }

test.each(EVENT_CAUSES)('what %s ends is refused, unless it was our clock or an operator', (cause) => {
  expect(endingOf(cause)).toBe(OURS[cause] ?? 'refused')
})

test.each(EVENT_CAUSES)('of what %s ends in a word for its time being over, it is that its time was over', (cause) => {
  expect(endingOf(cause, 'expiredThere')).toBe(cause === 'operator' ? 'canceled' : 'expired')
  expect(endingOf(cause, 'canceledThere')).toBe(OURS[cause] ?? 'refused')
})

test('a list tells apart what its rows are called, in the order of a charge', () => {
  expect(LISTED_STATUSES.map(statusNameOf)).toEqual([
    'PENDING',
    'APPROVED',
    'refused',
    'expired',
    'canceled',
    'REFUNDED',
    'CHARGEBACK',
  ])
})

// A row from before endings were known has none.
const ROWS: Ended[] = [...LISTED_STATUSES, { status: 'REJECTED', ending: null }]

const FILTERS = [undefined, ...CHARGE_STATUSES].flatMap((status) =>
  [undefined, ...ENDINGS].map((ending) => [status, ending] as const),
)
test.each(FILTERS)('status %s and ending %s let through the rows that have both', (status, ending) => {
  const found = statusNamesOf({ ...(status ? { status } : {}), ...(ending ? { ending } : {}) })
  const fitting = ROWS.filter((row) => (status ?? row.status) === row.status && (ending ?? row.ending) === row.ending)
  expect([...found].sort()).toEqual(fitting.map(statusNameOf).sort())
})
