import fc from 'fast-check'
import { expect, test } from 'vitest'
import { installmentOptions } from '../../domain/installments.ts'
import { addPercentage, cents } from '../../domain/money.ts'

const rules = fc.record({
  amount: fc.integer({ min: 1, max: 99_999_999_999 }).map(cents),
  numberOfInstallments: fc.integer({ min: 1, max: 24 }),
  maxInstallmentsWithoutInterest: fc.integer({ min: 0, max: 24 }),
  minInstallmentValue: fc.integer({ min: 0, max: 100_000 }).map(cents),
  fees: fc.array(
    fc.integer({ min: 0, max: 9_999 }).map((hundredths) => hundredths / 100),
    { maxLength: 24 },
  ),
})

test('every option keeps to the rules, and none that does is left out', () => {
  fc.assert(
    fc.property(rules, (given) => {
      const options = installmentOptions(given)
      for (const { installmentNumber: number, installmentValue, finalValue } of options) {
        const isFree = number <= given.maxInstallmentsWithoutInterest
        expect(finalValue).toBe(
          isFree ? given.amount : addPercentage(given.amount, given.fees[number - 1] ?? Number.NaN),
        )
        expect(Math.abs(installmentValue * number - finalValue)).toBeLessThanOrEqual(number / 2)
        expect(installmentValue).toBeGreaterThanOrEqual(given.minInstallmentValue)
        expect(number).toBeLessThanOrEqual(given.numberOfInstallments)
      }
      const offered = options.map(({ installmentNumber }) => installmentNumber)
      expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b))
      if (given.minInstallmentValue === 0) {
        const priced = Math.max(given.maxInstallmentsWithoutInterest, given.fees.length)
        expect(offered).toHaveLength(Math.min(given.numberOfInstallments, priced))
      }
    }),
  )
})

test.each([
  [10_000, 2.99, 10_299],
  [100, 1.15, 101],
  [1_000_000, 1.15, 1_011_500],
  [1, 50, 2],
  [99_999_999_999, 19.99, 119_989_999_999],
])('%d cents with %d percent on top are %d', (amount, percent, total) => {
  expect(addPercentage(cents(amount), percent)).toBe(total)
})

test('a hundred reais in six, the first three free', () => {
  const options = installmentOptions({
    amount: cents(10_000),
    numberOfInstallments: 6,
    maxInstallmentsWithoutInterest: 3,
    minInstallmentValue: cents(1_800),
    fees: [0, 3, 4, 5, 8.5, 9],
  })
  expect(options).toEqual([
    { installmentNumber: 1, installmentValue: 10_000, finalValue: 10_000 },
    { installmentNumber: 2, installmentValue: 5_000, finalValue: 10_000 },
    { installmentNumber: 3, installmentValue: 3_333, finalValue: 10_000 },
    { installmentNumber: 4, installmentValue: 2_625, finalValue: 10_500 },
    { installmentNumber: 5, installmentValue: 2_170, finalValue: 10_850 },
    { installmentNumber: 6, installmentValue: 1_817, finalValue: 10_900 },
  ])
})
