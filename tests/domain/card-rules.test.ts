/** What a card must be before it is saved: for each rule a card that breaks it alone, and the last that does not. */
import { describe, expect, it, test } from 'vitest'
import { bareCard, brokenCardRules, cardExpiry, cardSummary } from '../../domain/card-rules.ts'

const NOW = '2026-11-22T12:00:00.000Z'
const CARD = {
  cardNumber: '4539 5787-6362 1486',
  holderName: '  MARIA   SILVA ',
  holderDocument: '529.982.247-25',
  expMonth: '7',
  expYear: '2039',
  cvv: '739',
}
const broken = (changes: Partial<typeof CARD>, now = NOW) => brokenCardRules({ ...CARD, ...changes }, now)

test('a good one breaks none, and is told bare', () => {
  expect(broken({})).toEqual([])
  expect(bareCard(CARD)).toEqual({
    cardNumber: '4539578763621486',
    holderName: 'MARIA SILVA',
    holderDocument: '52998224725',
    expMonth: '07',
    expYear: '39',
    cvv: '739',
  })
})

describe('each rule', () => {
  it.each([
    [{ cardNumber: '4539578763621487' }, '/cardNumber', 'cardNumber', 'Not a valid card number'],
    [{ holderName: '4 2' }, '/holderName', 'holderName', 'The name as it is printed on the card'],
    [{ holderName: 'M' }, '/holderName', 'holderName', 'The name as it is printed on the card'],
    [{ holderDocument: '529.982.247-26' }, '/holderDocument', 'holderDocument', 'Not a valid CPF or CNPJ'],
    [{ expMonth: '0' }, '/expMonth', 'expMonth', 'Not a month'],
    [{ expMonth: '13' }, '/expMonth', 'expMonth', 'Not a month'],
    [{ expYear: '203' }, '/expYear', 'expYear', 'Not a year'],
    [{ expYear: '1939' }, '/expYear', 'expYear', 'Not a year'],
    [{ expMonth: '10', expYear: '26' }, '/expYear', 'expired', 'The card has expired'],
    [{ cvv: '73' }, '/cvv', 'cvv', 'Three or four digits'],
    [{ cvv: '73912' }, '/cvv', 'cvv', 'Three or four digits'],
  ])('%j breaks it alone', (changes, path, rule, message) => {
    expect(broken(changes)).toEqual([{ path, rule, message }])
  })

  it.each([{ holderName: 'Zé' }, { expMonth: '12' }, { expMonth: '01' }, { expYear: '39' }, { cvv: '7391' }])(
    '%j breaks none',
    (changes) => expect(broken(changes)).toEqual([]),
  )

  it('all of them are told at once, the year once', () => {
    const paths = broken({ cardNumber: '1', holderName: '', holderDocument: '', expMonth: 'x', expYear: 'x', cvv: '' })
    expect(paths.map(({ path }) => path)).toEqual([
      '/cardNumber',
      '/holderName',
      '/holderDocument',
      '/expMonth',
      '/expYear',
      '/cvv',
    ])
  })
})

test('it is good until its month has ended in Brazil', () => {
  const november = { expMonth: '11', expYear: '26' }
  expect(cardExpiry(november)).toBe('2026-12-01T03:00:00.000Z')
  expect(cardExpiry({ expMonth: '12', expYear: '26' })).toBe('2027-01-01T03:00:00.000Z')
  expect(broken(november, '2026-12-01T02:59:59.999Z')).toEqual([])
  expect(broken(november, '2026-12-01T03:00:00.000Z')).toMatchObject([{ rule: 'expired' }])
})

test('what is kept of it pays for nothing', () => {
  expect(cardSummary(bareCard(CARD))).toEqual({
    brand: 'VISA',
    lastDigits: '1486',
    expiresAt: '2039-08-01T03:00:00.000Z',
  })
})
