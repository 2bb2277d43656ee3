import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandName, CARD_BRANDS, cardBrand, isCardNumber, maskCardNumbers } from '../../domain/card-number.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { cardNumber, grouped } from '../support/card-numbers.ts'

test('one wrong digit, or two neighbours exchanged, make no card number', () => {
  fc.assert(
    fc.property(cardNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      expect(isCardNumber(number)).toBe(true)
      const index = at % number.length
      const wrong = (Number(number[index]) + by) % 10
      expect(isCardNumber(number.slice(0, index) + wrong + number.slice(index + 1))).toBe(false)
    }),
  )
})

const words = fc.stringMatching(/^[A-Za-zÀ-ÿ:;,.'"(){}<>/=]*$/)

test('a card number is masked wherever it stands, however it is written, and nothing else is', () => {
  fc.assert(
    fc.property(words, cardNumber, grouped, words, (before, number, write, after) => {
      expect(maskCardNumbers(before + write(number) + after)).toBe(`${before}•••${after}`)
      expect(maskCardNumbers(before + after)).toBe(before + after)
    }),
  )
})

test('what stands beside a card number does not hide it', () => {
  const number = '4111111111111111'
  for (const text of [`${number} 12 30 123`, `7 ${number}`, `4111 1111 1111 1111 12/30`, `12 ${number}-123`]) {
    expect(maskCardNumbers(text).replace(/\s/g, '')).not.toMatch(/1111/)
  }
})

test('a card number in an address is masked, also where it follows an encoded blank', () => {
  expect(maskCardNumbers('?text=Card%204111111111111111%20declined')).toBe('?text=Card%20•••%20declined')
})

test.each([
  '34191.79001 01043.510047 91020.150008 1 84410026000',
  '34191.79001%2001043.510047%2091020.150008',
  '12.345.678/0001-95',
  '1.234.567.890.123.456',
  '5204000053039865404',
  '1795248714348',
  '2026-11-21 08:13',
])('%j, which is no card number, stays', (text) => expect(maskCardNumbers(text)).toBe(text))

test('no error of a provider holds a card number', () => {
  fc.assert(
    fc.property(words, cardNumber, grouped, words, (before, number, write, after) => {
      const { message } = new ProviderError('Declined', before + write(number) + after)
      expect(message.replace(/\D/g, '')).not.toContain(number)
    }),
  )
})

test.each([
  ['4111111111111111', 'VISA'],
  ['5555555555554444', 'MASTERCARD'],
  ['2223000048400011', 'MASTERCARD'],
  ['378282246310005', 'AMEX'],
  ['30569309025904', 'DINERS'],
  ['6362970000457013', 'ELO'],
  ['6062825624254001', 'HIPERCARD'],
  ['3530111333300000', 'JCB'],
  ['6011111111111117', 'DISCOVER'],
])('%s is of %s', (number, brand) => {
  expect(isCardNumber(number)).toBe(true)
  expect(cardBrand(number)).toBe(brand)
})

test('every brand has the name that it has on a card', () => {
  expect(CARD_BRANDS.map(brandName).toSorted()).toEqual([
    'American Express',
    'Aura',
    'Diners Club',
    'Discover',
    'Elo',
    'Hipercard',
    'JCB',
    'Mastercard',
    'Visa',
    undefined,
  ])
})
