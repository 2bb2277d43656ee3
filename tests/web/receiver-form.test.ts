import { describe, expect, test } from 'vitest'
import { decisionsAbout } from '../../web/src/features/receivers/decisions.ts'
import {
  documentsOf,
  EMPTY_RECEIVER,
  type ReceiverForm,
  resolveReceiver,
  toNewReceiver,
} from '../../web/src/features/receivers/form-values.ts'

const ACCOUNT = '0198f3a0-0000-7000-8000-000000000001'
const FILLED: ReceiverForm = {
  ...EMPTY_RECEIVER,
  providerAccountId: ACCOUNT,
  name: ' Ana Souza ',
  document: '529.982.247-25',
  email: 'ana@exemplo.com.br',
  address: { street: 'Rua Um', number: '10', zipcode: '01310-100', city: 'São Paulo', district: 'Centro', state: 'sp' },
  bankAccount: { ...EMPTY_RECEIVER.bankAccount, bankCode: 'Next', branchNumber: '1234', accountNumber: '56789' },
}
const CNPJ = '11.222.333/0001-81'
const paper = (url: string | null) => ({ name: 'rg.png', url })
const refused = { name: '', url: null, trouble: 'wrongFile' } as const
const FILE = 'https://loja.exemplo.com.br/files/uploads/1/rg.png'
const PERSON = {
  mobilePhone: '(11) 98765-4321',
  birthDate: '1980-03-25',
  incomeValue: 900_050,
  professionalOccupation: ' Luthier ',
}
const PARTNER = { ...PERSON, name: ' Rui Lima ', email: ' rui@exemplo.com.br', document: '111.444.777-35' }
const SAID = { ...PERSON, tradingName: ' Ateliê da Ana ', annualRevenue: 25_000_000, managingPartners: [PARTNER] }
const SENT_PERSON = {
  mobilePhone: '11987654321',
  birthDate: '1980-03-25',
  incomeValue: 9000.5,
  professionalOccupation: 'Luthier',
}
const REGISTERED: Partial<ReceiverForm> = { requires: ['registration'], providerData: SAID }
const second = (change: Partial<typeof PARTNER>) => ({ managingPartners: [PARTNER, { ...PARTNER, ...change }] })
/** Wrong in one thing that is registered. */
const wrong = (
  cases: [path: string, said: Partial<ReceiverForm['providerData']>, type: string][],
  change: Partial<ReceiverForm> = {},
) =>
  cases.map(([path, said, type]): [string, Partial<ReceiverForm>, string] => [
    `providerData.${path}`,
    { ...REGISTERED, ...change, providerData: { ...SAID, ...said } },
    type,
  ])
const resolve = (change: Partial<ReceiverForm>) =>
  resolveReceiver({ ...FILLED, ...change }, undefined, { fields: {}, shouldUseNativeValidation: false })

describe('the new receiver', () => {
  test('is what was filled in, and nothing that was not', () => {
    expect(toNewReceiver(FILLED)).toEqual({
      providerAccountId: ACCOUNT,
      name: 'Ana Souza',
      document: '529.982.247-25',
      documentType: 'CPF',
      email: 'ana@exemplo.com.br',
      address: FILLED.address,
      bankAccount: { bankCode: '237', branchNumber: '1234', accountNumber: '56789', accountType: 'CHECKING' },
    })
  })

  test("brings the seller's own facts", async () => {
    const { values } = await resolve({ metadata: [{ key: 'loja', value: 'Centro' }] })
    expect(values).toMatchObject({ metadata: { loja: 'Centro' } })
    const { errors } = await resolve({ metadata: [{ key: '', value: 'Centro' }] })
    expect(errors).toHaveProperty('metadata.0.key.type', 'required')
  })

  test('passes when it is right', async () => {
    expect((await resolve({})).errors).toEqual({})
  })

  test('says its income in reais, to the provider that asks for it alone', () => {
    const providerData = { ...EMPTY_RECEIVER.providerData, incomeValue: 350_050 }
    expect(toNewReceiver({ ...FILLED, requires: ['income'], providerData }).providerData).toEqual({
      incomeValue: 3500.5,
    })
    expect(toNewReceiver({ ...FILLED, providerData })).not.toHaveProperty('providerData')
  })

  test('says what is registered of an individual, bare and in reais, and nothing of a company', async () => {
    const { values, errors } = await resolve(REGISTERED)
    expect(errors).toEqual({})
    expect(values).toMatchObject({ providerData: SENT_PERSON })
    expect(Object.keys((values as { providerData: object }).providerData)).toHaveLength(4)
  })

  test('says what is registered of a company and of each of its partners', async () => {
    const { values, errors } = await resolve({ ...REGISTERED, document: CNPJ })
    expect(errors).toEqual({})
    expect(values).toHaveProperty('providerData', {
      mobilePhone: '11987654321',
      tradingName: 'Ateliê da Ana',
      annualRevenue: 250_000,
      managingPartners: [{ ...SENT_PERSON, name: 'Rui Lima', email: 'rui@exemplo.com.br', document: '11144477735' }],
    })
  })

  test("brings a company's articles of incorporation, and no person's", () => {
    const documents = { ...EMPTY_RECEIVER.documents, photoDocumentSocialContract: paper(FILE) }
    const company = toNewReceiver({ ...FILLED, document: CNPJ, documents })
    expect(company).toMatchObject({ documentType: 'CNPJ', documents: { photoDocumentSocialContract: FILE } })
    expect(toNewReceiver({ ...FILLED, documents })).not.toHaveProperty('documents')
    expect(documentsOf('12.ABC.345/01DE-35')).toContain('photoDocumentSocialContract')
  })

  test.each<[path: string, change: Partial<ReceiverForm>, type: string]>([
    ['providerAccountId', { providerAccountId: null }, 'required'],
    ['name', { name: ' ' }, 'minLength'],
    ['document', { document: '' }, 'required'],
    ['document', { document: '529.982.247-26' }, 'cpf'],
    ['document', { document: '11.222.333/0001-82' }, 'cnpj'],
    ['email', { email: 'ana' }, 'format'],
    ['email', { email: 'a@b' }, 'format'],
    ['address.zipcode', { address: { ...FILLED.address, zipcode: '01310-1' } }, 'minLength'],
    ['address.state', { address: { ...FILLED.address, state: 'XX' } }, 'state'],
    ['bankAccount.bankCode', { bankAccount: { ...FILLED.bankAccount, bankCode: '' } }, 'required'],
    ['bankAccount.accountNumber', { bankAccount: { ...FILLED.bankAccount, accountNumber: '5678-9' } }, 'pattern'],
    ['bankAccount.accountDigit', { bankAccount: { ...FILLED.bankAccount, accountDigit: '?' } }, 'pattern'],
    ['providerData.incomeValue', { requires: ['income'] }, 'amount'],
    ...wrong([
      ['mobilePhone', { mobilePhone: '' }, 'required'],
      ['mobilePhone', { mobilePhone: '98765-4321' }, 'phone'],
      ['birthDate', { birthDate: '' }, 'required'],
      ['birthDate', { birthDate: null }, 'birthDate'],
      ['birthDate', { birthDate: '1880-03-25' }, 'birthDate'],
      ['birthDate', { birthDate: '2980-03-25' }, 'birthDate'],
      ['incomeValue', { incomeValue: 0 }, 'amount'],
      ['professionalOccupation', { professionalOccupation: ' ' }, 'required'],
    ]),
    ...wrong(
      [
        ['mobilePhone', { mobilePhone: '' }, 'required'],
        ['tradingName', { tradingName: ' ' }, 'required'],
        ['annualRevenue', { annualRevenue: 0 }, 'amount'],
        ['managingPartners.1.name', second({ name: '' }), 'required'],
        ['managingPartners.1.email', second({ email: 'rui' }), 'email'],
        ['managingPartners.1.document', second({ document: '111.444.777-36' }), 'cpf'],
        ['managingPartners.1.document', second({ document: CNPJ }), 'cpf'],
        ['managingPartners.1.mobilePhone', second({ mobilePhone: '' }), 'required'],
        ['managingPartners.1.birthDate', second({ birthDate: '' }), 'required'],
        ['managingPartners.1.incomeValue', second({ incomeValue: 0 }), 'amount'],
        ['managingPartners.1.professionalOccupation', second({ professionalOccupation: '' }), 'required'],
      ],
      { document: CNPJ },
    ),
    ['document', { requires: ['cnpj'] }, 'companyOnly'],
    ['documents.photoDocument', { requires: ['documents'] }, 'required'],
    ['documents.photoDocumentSocialContract', { requires: ['documents'], document: CNPJ }, 'required'],
    ['documents.addressProof', { documents: { ...EMPTY_RECEIVER.documents, addressProof: paper(null) } }, 'sending'],
    ['documents.addressProof', { documents: { ...EMPTY_RECEIVER.documents, addressProof: refused } }, 'wrongFile'],
  ])('says of %s what is wrong', async (path, change, type) => {
    const { errors } = await resolve(change)
    const error = path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], errors)
    expect(error).toMatchObject({ type })
  })
})

test.each([
  [{ attention: null, receiverId: null }, []],
  [{ attention: 'unknownOutcome', receiverId: null }, ['resolve', 'cancel']],
  [{ attention: 'providerUnreachable', receiverId: 'acc_1' }, ['retry', 'resolve', 'cancel']],
  [{ attention: 'workflowLost', receiverId: 'acc_1' }, ['retry', 'resolve', 'cancel']],
  [{ attention: 'workflowLost', receiverId: null }, ['resolve', 'cancel']],
] as const)('about %o an operator decides %o', (receiver, actions) => {
  expect(decisionsAbout(receiver)).toEqual(actions)
})
