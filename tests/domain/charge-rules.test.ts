import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barePhone, brokenChargeRules, type ChargeDraft } from '../../domain/charge-rules.ts'
import { bareDocument, isDocument } from '../../domain/document.ts'

const draft: ChargeDraft = { amount: 5000, paymentMethod: 'PIX', customer: { document: '52998224725' } }
const address = { zipCode: '01310-100', state: 'SP' }
const fixed = (amount: number) => ({ amount, type: 'FIXED' as const })
const percent = (amount: number) => ({ amount, type: 'PERCENTAGE' as const })

describe('a charge that keeps every rule', () => {
  it.each<[string, Partial<ChargeDraft>]>([
    ['with a bare CPF', {}],
    ['with a formatted CPF', { customer: { document: '529.982.247-25' } }],
    ['with a CNPJ', { customer: { document: '11.222.333/0001-81' } }],
    ['with an alphanumeric CNPJ', { customer: { document: '12.ABC.345/01DE-35' } }],
    ['with a mobile phone', { customer: { document: '52998224725', phone: '(11) 98765-4321' } }],
    ['with the country code', { customer: { document: '52998224725', phone: '+55 11 98765-4321' } }],
    ['with an address', { address }],
    ['with a state in small letters', { address: { ...address, state: 'sp' } }],
    ['by card in installments', { paymentMethod: 'CREDIT_CARD', installments: 12 }],
    ['by card in dollars', { paymentMethod: 'CREDIT_CARD', currency: 'USD' }],
    ['shared to the last cent', { splits: [fixed(4999), fixed(1)] }],
    ['shared to the last percent', { splits: [percent(60), percent(40)] }],
  ])('%s', (_, changes) => {
    expect(brokenChargeRules({ ...draft, ...changes })).toEqual([])
  })
})

describe('a charge that breaks one', () => {
  it.each<[string, Partial<ChargeDraft>, string, string]>([
    ['a wrong check digit', { customer: { document: '52998224724' } }, '/customer/document', 'document'],
    ['the same digit all along', { customer: { document: '11111111111' } }, '/customer/document', 'document'],
    ['a short phone', { customer: { document: '52998224725', phone: '98765-4321' } }, '/customer/phone', 'phone'],
    ["a seller's document", { userDocument: '123' }, '/userDocument', 'document'],
    ['a CEP', { address: { ...address, zipCode: '0131-100' } }, '/address/zipCode', 'zipCode'],
    ['a state', { address: { ...address, state: 'XX' } }, '/address/state', 'state'],
    ['a boleto in installments', { paymentMethod: 'BILLET', installments: 2 }, '/installments', 'installments'],
    ['a boleto in euros', { paymentMethod: 'BILLET', currency: 'EUR' }, '/currency', 'currency'],
    ['a share too many', { splits: [percent(60), percent(41)] }, '/splits', 'splitPercentage'],
    ['a cent too many', { splits: [fixed(4999), fixed(2)] }, '/splits', 'splitAmount'],
    ['all of it twice, in two ways', { splits: [fixed(5000), percent(100)] }, '/splits', 'splitTotal'],
    ['a share beyond all numbers', { splits: [percent(10_000_000_000_000)] }, '/splits', 'splitPercentage'],
    ['a cent too many together', { splits: [fixed(2501), percent(20), percent(30)] }, '/splits', 'splitTotal'],
  ])('%s', (_, changes, path, rule) => {
    expect(brokenChargeRules({ ...draft, ...changes })).toMatchObject([{ path, rule, message: expect.any(String) }])
  })
})

describe('what is kept', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('of the document %s: %s', (written, kept) => {
    expect(bareDocument(written)).toBe(kept)
    expect(isDocument(kept)).toBe(true)
  })

  it.each([
    ['(11) 98765-4321', '11987654321'],
    ['+55 11 98765-4321', '11987654321'],
    ['551133334444', '1133334444'],
    // Area code 55 is Santa Maria, not the country.
    ['55 98765-4321', '55987654321'],
  ])('of the phone %s: %s', (written, kept) => {
    expect(barePhone(written)).toBe(kept)
  })

  it('is kept as it is when it is bare already', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{9,10}$/), (phone) => {
        expect(barePhone(phone)).toBe(phone)
      }),
    )
  })
})
