/** Days as the page's language writes them: typed, and laid out in months. */
import { describe, expect, test } from 'vitest'
import { asDay, maskDay, monthAfter, readDay, weekEnd, weekStart, weeksOf, writeDay } from '../../web/src/ui/days.ts'

test.each([
  ['3011', '30/11'],
  ['30112026', '30/11/2026'],
  ['30/11/20267', '30/11/2026'],
])('%s is typed as %s', (typed, shown) => {
  expect(maskDay(typed)).toBe(shown)
})

test.each([
  ['pt-BR', '05/03/2026', '2026-03-05'],
  ['en', '03/05/2026', '2026-03-05'],
  ['pt-BR', '29/02/2028', '2028-02-29'],
])('in %s %s is %s, and the other way round', (language, text, day) => {
  expect(readDay(text, language)).toBe(day)
  expect(writeDay(day, language)).toBe(text)
})

test.each(['', '05/03', '31/02/2026', '29/02/2027', '00/01/2026', '01/13/2026', '01/01/0026'])(
  '%j is no day',
  (text) => {
    expect(readDay(text, 'pt-BR')).toBeUndefined()
  },
)

test('what stands in an address is a day, or nothing', () => {
  expect(['2026-02-28', '2026-02-30', '0002-01-01', 'x', null].map(asDay)).toEqual([
    '2026-02-28',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

describe('a month', () => {
  test('has its days in their weeks, which begin with a Sunday', () => {
    // February of 2026 begins with a Sunday and has four whole weeks.
    const february = weeksOf('2026-02-14')
    expect(february).toHaveLength(4)
    expect(february[0]?.[0]).toBe('2026-02-01')
    expect(february[3]?.[6]).toBe('2026-02-28')
    // The first of August of that year is a Saturday, the 31st a Monday.
    const august = weeksOf('2026-08-20')
    expect(august).toHaveLength(6)
    expect(august[0]).toEqual([null, null, null, null, null, null, '2026-08-01'])
    expect(august[5]).toEqual(['2026-08-30', '2026-08-31', null, null, null, null, null])
  })

  test('is left for the next by its last day where that one is shorter', () => {
    expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28')
    expect(monthAfter('2026-12-31', 1)).toBe('2027-01-31')
    expect(monthAfter('2026-01-15', -1)).toBe('2025-12-15')
    expect([weekStart('2026-11-25'), weekEnd('2026-11-25')]).toEqual(['2026-11-22', '2026-11-28'])
  })
})
