/** The list of banks against the public one. */
import { getBanks } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { BANK_CODES, bankName } from '../../domain/banks.ts'

const official = new Set(getBanks().map(({ code }) => code))

describe('the general list of banks', () => {
  test('has about 75 names, some of which share a code', () => {
    const codes = Object.values(BANK_CODES)
    expect(codes.length).toBe(75)
    expect(new Set(codes).size).toBeLessThan(codes.length)
  })

  test.each(Object.entries(BANK_CODES))('%s is a bank of the payment system: %s', (_, code) => {
    expect(official.has(code)).toBe(true)
  })

  test('names a bank by its code, and no other', () => {
    expect(bankName('341')).toBe('Itaú')
    expect(bankName('237')).toBe('Bradesco')
    expect(bankName('999')).toBeUndefined()
    expect(bankName('1')).toBeUndefined()
  })
})
