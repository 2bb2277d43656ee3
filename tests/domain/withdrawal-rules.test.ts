/** What a new withdrawal must say, by the way in which the money goes, and what is made of it. */
import { describe, expect, it, test } from 'vitest'
import { documentTypeOf } from '../../domain/document.ts'
import { brokenWithdrawalRules, destinationOf, type WithdrawalDraft } from '../../domain/withdrawal-rules.ts'

const CPF = '529.982.247-25'
const CNPJ = '11.222.333/0001-81'
const BY_PIX: WithdrawalDraft = { paymentMethod: 'PIX', pixKey: CPF, pixType: 'CPF' }
const TO_BANK: WithdrawalDraft = {
  paymentMethod: 'BANK_ACCOUNT',
  bankCode: '341',
  branchNumber: '1234',
  accountNumber: '12345',
  accountHolder: 'Maria Silva',
  accountDocument: CPF,
}
const TO_RECEIVER: WithdrawalDraft = { paymentMethod: 'RECEIVER', receiverId: 'rec_1' }
const without = (draft: WithdrawalDraft, name: keyof WithdrawalDraft) => ({ ...draft, [name]: undefined })

describe('what is needed', () => {
  it.each([
    [BY_PIX, ['pixKey', 'pixType']],
    [TO_BANK, ['bankCode', 'branchNumber', 'accountNumber', 'accountHolder', 'accountDocument']],
    [TO_RECEIVER, ['receiverId']],
  ] as const)('by $paymentMethod', (draft, names) => {
    expect(brokenWithdrawalRules(draft)).toEqual([])
    for (const name of names) {
      const message = `is required for ${draft.paymentMethod}`
      expect(brokenWithdrawalRules(without(draft, name))).toEqual([{ path: `/${name}`, rule: 'required', message }])
    }
  })

  it('a person stands for the holder of the account, and the holder for the person', () => {
    const person = { ...without(without(TO_BANK, 'accountHolder'), 'accountDocument'), name: 'Ana', document: CNPJ }
    expect(brokenWithdrawalRules(person)).toEqual([])
    const bare = { document: '11222333000181', documentType: 'CNPJ' }
    expect(destinationOf(person)).toMatchObject({
      ...bare,
      name: 'Ana',
      accountHolder: 'Ana',
      accountDocument: bare.document,
    })
    expect(destinationOf(TO_BANK)).toMatchObject({
      name: 'Maria Silva',
      document: '52998224725',
      documentType: 'CPF',
      accountHolder: 'Maria Silva',
      accountDocument: '52998224725',
    })
  })
})

describe('what is wrong', () => {
  it.each([
    [{ pixKey: '529.982.247-26' }, '/pixKey', 'pixKey'],
    [{ pixKey: 'maria@example.com' }, '/pixKey', 'pixKey'],
    [{ document: '1' }, '/document', 'document'],
    [{ accountDocument: '1' }, '/accountDocument', 'document'],
    [{ document: CPF, documentType: 'CNPJ' }, '/documentType', 'documentType'],
    [{ document: CNPJ, documentType: 'CPF' }, '/documentType', 'documentType'],
  ] as const)('%j is', (changes, path, rule) => {
    const found = brokenWithdrawalRules({ ...BY_PIX, ...changes })
    expect(found).toMatchObject([{ path, rule }])
    expect(found[0]?.message).toMatch(/\S/)
  })

  it('of a document that is none its type is not asked', () => {
    const found = brokenWithdrawalRules({ ...BY_PIX, document: '1', documentType: 'CNPJ' })
    expect(found.map(({ rule }) => rule)).toEqual(['document'])
  })
})

test('keys and documents go bare, and what was not said is not there', () => {
  expect(destinationOf({ ...BY_PIX, document: CPF, email: 'maria@example.com' })).toEqual({
    pixKey: '52998224725',
    pixType: 'CPF',
    document: '52998224725',
    documentType: 'CPF',
    email: 'maria@example.com',
  })
  expect(destinationOf(TO_RECEIVER)).toEqual({ receiverId: 'rec_1' })
})

test.each([
  [CPF, 'CPF'],
  [CNPJ, 'CNPJ'],
  ['12.ABC.345/01DE-35', 'CNPJ'],
  ['1234567890', undefined],
  ['', undefined],
])('%j is a %s', (document, type) => expect(documentTypeOf(document)).toBe(type))
