/** The oracle is arithmetic with whole numbers: a percentage is drawn as so many millionths of a percent. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { installmentOption, installmentOptions, installmentParts, mostInstallments } from '../../domain/installments.ts'
import { addPercentage, cents } from '../../domain/money.ts'

const MILLIONTHS = 1_000_000
const HUNDRED_PERCENT = 100n * BigInt(MILLIONTHS)

/** Half up, as people round money. */
const divided = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator)
const withFee = (amount: number, millionths: number) =>
  divided(BigInt(amount) * (HUNDRED_PERCENT + BigInt(millionths)), HUNDRED_PERCENT)

/** Tiny ones too, which do not make a cent in each installment. */
const amounts = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.integer({ min: 1, max: 30 }))
const percentages = fc.integer({ min: 0, max: 1000 * MILLIONTHS })

test('a percentage on top is exact, to the last of its decimals', () => {
  fc.assert(
    fc.property(amounts, percentages, (amount, millionths) => {
      expect(BigInt(addPercentage(cents(amount), millionths / MILLIONTHS))).toBe(withFee(amount, millionths))
    }),
  )
})

test.each([
  [10_000, 2.99, 10_299],
  [10_000_000, 2.995, 10_299_500],
  [100, 1.15, 101],
  [1_000_000, 1.15, 1_011_500],
  [1, 50, 2],
  [100, 0.5, 101],
  [100, 0.4999999, 100],
  [10_000_000_000, 1e-7, 10_000_000_010],
  [99_999_999_999, 19.99, 119_989_999_999],
])('%d cents with %d percent on top are %d', (amount, percent, total) => {
  expect(addPercentage(cents(amount), percent)).toBe(total)
})

const rules = fc.record({
  amount: amounts,
  numberOfInstallments: fc.integer({ min: 1, max: 24 }),
  maxInstallmentsWithoutInterest: fc.integer({ min: 0, max: 24 }),
  minInstallmentValue: fc.integer({ min: 0, max: 100_000 }),
  millionths: fc.array(percentages, { maxLength: 24 }),
})

test('exactly the priced numbers whose installments are large enough are offered, at their price', () => {
  fc.assert(
    fc.property(rules, ({ amount, millionths, minInstallmentValue, ...limits }) => {
      const table = {
        maxInstallmentsWithoutInterest: limits.maxInstallmentsWithoutInterest,
        minInstallmentValue: cents(minInstallmentValue),
        fees: millionths.map((fee) => fee / MILLIONTHS),
      }
      const expected = []
      for (let number = 1; number <= limits.numberOfInstallments; number += 1) {
        const fee = number <= limits.maxInstallmentsWithoutInterest ? 0 : millionths[number - 1]
        if (fee === undefined) continue
        const finalValue = withFee(amount, fee)
        // More than any charge may be.
        if (finalValue > 99_999_999_999n) continue
        const installmentValue = divided(finalValue, BigInt(number))
        if (installmentValue < BigInt(minInstallmentValue)) continue
        // One of nothing.
        if (finalValue < BigInt(number)) continue
        expected.push({
          installmentNumber: number,
          installmentValue: Number(installmentValue),
          finalValue: Number(finalValue),
        })
      }
      const offered = installmentOptions({ ...table, ...limits, amount: cents(amount) })
      expect(offered).toEqual(expected)
      for (let number = 1; number <= limits.numberOfInstallments; number += 1) {
        const option = installmentOption(table, cents(amount), number)
        expect(option).toEqual(expected.find(({ installmentNumber }) => installmentNumber === number))
        if (option) expect(number).toBeLessThanOrEqual(mostInstallments(table))
      }
    }),
  )
})

test('each installment on offer is of a cent at least, and of the minimum, and together they are the total', () => {
  fc.assert(
    fc.property(rules, ({ amount, millionths, minInstallmentValue, ...limits }) => {
      const fees = millionths.map((fee) => fee / MILLIONTHS)
      const table = { ...limits, minInstallmentValue: cents(minInstallmentValue), fees }
      for (const offer of installmentOptions({ ...table, amount: cents(amount) })) {
        expect(offer.installmentValue).toBeGreaterThanOrEqual(Math.max(1, minInstallmentValue))
        const { odd = cents(0), count, value } = installmentParts(offer.finalValue, offer.installmentNumber)
        expect(value).toBeGreaterThanOrEqual(1)
        expect(odd + count * value).toBe(offer.finalValue)
      }
    }),
  )
})

test('what comes to more than any charge may be of is not offered', () => {
  const table = { maxInstallmentsWithoutInterest: 1, minInstallmentValue: cents(1), fees: [0, 10] }
  const offered = (amount: number) => installmentOptions({ ...table, amount: cents(amount), numberOfInstallments: 2 })
  expect(offered(90_909_090_908).map(({ finalValue }) => finalValue)).toEqual([90_909_090_908, 99_999_999_999])
  expect(offered(90_909_090_909).map(({ finalValue }) => finalValue)).toEqual([90_909_090_909])
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

test('an installment of exactly the least that is allowed is offered, one of a cent less is not', () => {
  const table = { maxInstallmentsWithoutInterest: 12, fees: [] }
  const numbers = (minimum: number) =>
    installmentOptions({
      ...table,
      amount: cents(10_000),
      numberOfInstallments: 5,
      minInstallmentValue: cents(minimum),
    }).map(({ installmentNumber }) => installmentNumber)
  expect(numbers(2_500)).toEqual([1, 2, 3, 4])
  expect(numbers(2_501)).toEqual([1, 2, 3])
})

test('installments add up to their total, and are alike but for the cents that do not divide', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 99 }), (total, number) => {
      const { odd, count, value } = installmentParts(cents(total), number)
      expect((odd ?? 0) + count * value).toBe(total)
      expect(count + (odd === undefined ? 0 : 1)).toBe(number)
      if (odd === undefined) return
      expect(odd - value).toBeGreaterThan(0)
      expect(odd - value).toBeLessThan(number)
    }),
  )
})

test.each([
  [14_283, 6, { odd: 2_383, count: 5, value: 2_380 }],
  [10_000, 3, { odd: 3_334, count: 2, value: 3_333 }],
  [10_000, 4, { count: 4, value: 2_500 }],
  [4_990, 1, { count: 1, value: 4_990 }],
])('%d cents in %d', (total, number, parts) => {
  expect(installmentParts(cents(total), number)).toEqual(parts)
})
