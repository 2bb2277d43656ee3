/** What a new receiver must be: for each rule one that breaks it alone. */
import { expect, it, test } from 'vitest'
import { bareReceiver, brokenReceiverRules, type ReceiverDraft } from '../../domain/receiver-rules.ts'

const RECEIVER: ReceiverDraft = {
  document: '529.982.247-25',
  documentType: 'CPF',
  address: {
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'sp',
    zipcode: '01310-100',
  },
  bankAccount: { bankCode: '341', branchNumber: '1234', accountNumber: '12345', accountType: 'CHECKING' },
}
const withAddress = (changes: Partial<ReceiverDraft['address']>) => ({ address: { ...RECEIVER.address, ...changes } })
const COMPANY = { documentType: 'CNPJ', document: '11.222.333/0001-81' } as const

it.each([{}, COMPANY, { documentType: 'CNPJ', document: '12.ABC.345/01DE-35' }, withAddress({ state: 'TO' })] as const)(
  '%j breaks none',
  (changes) => expect(brokenReceiverRules({ ...RECEIVER, ...changes })).toEqual([]),
)

it.each([
  [{ document: '529.982.247-26' }, '/document', 'cpf', 'Not a valid CPF'],
  [{ document: COMPANY.document }, '/document', 'cpf', 'Not a valid CPF'],
  [{ ...COMPANY, document: '11.222.333/0001-82' }, '/document', 'cnpj', 'Not a valid CNPJ'],
  [{ ...COMPANY, document: '529.982.247-25' }, '/document', 'cnpj', 'Not a valid CNPJ'],
  [withAddress({ zipcode: '0131-100' }), '/address/zipcode', 'zipcode', 'Not a valid CEP'],
  [withAddress({ state: 'XX' }), '/address/state', 'state', 'Not a Brazilian state'],
] as const)('%j breaks one', (changes, path, rule, message) => {
  expect(brokenReceiverRules({ ...RECEIVER, ...changes })).toEqual([{ path, rule, message }])
})

test('adapters get it bare, and all the rest of it as it was', () => {
  expect(bareReceiver(RECEIVER)).toEqual({
    ...RECEIVER,
    document: '52998224725',
    address: { ...RECEIVER.address, zipcode: '01310100', state: 'SP' },
  })
})
