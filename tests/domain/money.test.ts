import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cents,
  cents,
  formatMoney,
  fromReais,
  fromReaisString,
  toReais,
  toReaisString,
} from '../../domain/money.ts'

/** Beyond this a float of reais no longer tells two neighbouring cents apart. */
const MAX_REAIS_CENTS = 2 ** 43
const anyCents = fc.oneof(fc.nat({ max: 100_000 }), fc.integer({ min: 0, max: MAX_REAIS_CENTS })).map(cents)

describe('cents', () => {
  test.each([0, 1, 100, Number.MAX_SAFE_INTEGER])('%d is an amount', (value) => {
    expect(cents(value)).toBe(value)
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is none', (value) => {
    expect(() => cents(value)).toThrow(RangeError)
  })
})

describe('reais as a number', () => {
  test('there and back is the same amount, to the cent', () => {
    fc.assert(fc.property(anyCents, (amount) => fromReais(toReais(amount)) === amount))
  })

  test('survives JSON', () => {
    fc.assert(fc.property(anyCents, (amount) => fromReais(JSON.parse(JSON.stringify(toReais(amount)))) === amount))
  })

  test.each([
    [0.07, 7],
    [1.1, 110],
    [0.29, 29],
    [19.99, 1999],
    [4.35, 435],
    [1.15, 115],
    [100, 10_000],
    [0.1 + 0.2, 30],
  ])('%d is %d cents', (reais, expected) => {
    expect(fromReais(reais)).toBe(expected)
  })

  test.each([1.005, 0.001, 12.345, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no amount', (value) => {
    expect(() => fromReais(value)).toThrow(RangeError)
  })
})

describe('reais as text', () => {
  test('there and back is the same amount, for every safe integer', () => {
    const all = fc.nat({ max: Number.MAX_SAFE_INTEGER }).map(cents)
    fc.assert(
      fc.property(all, (amount) => {
        expect(toReaisString(amount)).toMatch(/^\d+\.\d{2}$/)
        expect(fromReaisString(toReaisString(amount))).toBe(amount)
      }),
    )
  })

  test.each([
    ['0.00', 0],
    ['0.05', 5],
    ['12', 1200],
    ['12.3', 1230],
    ['12.34', 1234],
    ['007.10', 710],
  ])('%s is %d cents', (text, expected) => {
    expect(fromReaisString(text)).toBe(expected)
  })

  test.each([
    '',
    '.',
    '.50',
    '12.',
    '1,50',
    '1.234,56',
    '-1.00',
    '+1',
    '1e3',
    ' 1.00',
    '1.005',
    'R$ 1.00',
    '99999999999999999',
  ])('%j is no amount', (text) => {
    expect(() => fromReaisString(text)).toThrow(RangeError)
  })
})

describe('for a Brazilian reader', () => {
  test.each([
    [0, 'R$ 0,00'],
    [5, 'R$ 0,05'],
    [123_456, 'R$ 1.234,56'],
    [100_000_000_000, 'R$ 1.000.000.000,00'],
  ])('%d cents is %s', (amount, text) => {
    expect(formatMoney(amount as Cents)).toBe(text)
  })

  test.each([
    ['USD', '$ 1,00'],
    ['EUR', '€ 1,00'],
    ['MXN', 'MX$ 1,00'],
  ] as const)('%s has its own prefix', (currency, text) => {
    expect(formatMoney(cents(100), currency)).toBe(text)
  })
})
