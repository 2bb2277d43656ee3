import { describe, expect, test } from 'vitest'
import { providers } from '../../providers/index.ts'
import { ApiError } from '../../web/src/api/client.ts'
import type { Charge, CredentialPart, Problem, Provider, ProviderAccount } from '../../web/src/api/contract.ts'
import { isSurelyRefused } from '../../web/src/api/tries.ts'
import { formOf } from '../../web/src/features/charges/duplicate.ts'
import {
  type ChargeForm,
  countErrors,
  EMPTY_FORM,
  NEW_SPLIT,
  resolveCharge,
  toNewCharge,
  totalOf,
} from '../../web/src/features/charges/form-values.ts'
import { requiredFields } from '../../web/src/features/charges/requirements.ts'
import { missingParts, packCredentials } from '../../web/src/features/providers/credentials.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { formatAmount } from '../../web/src/i18n/format.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'

const FILLED: ChargeForm = {
  ...EMPTY_FORM,
  items: [{ title: 'Curso', unitPrice: 14_990, quantity: 2 }],
  customer: { name: ' Ana ', email: 'ana@exemplo.com.br', document: '111.444.777-35', phone: '' },
}
const resolve = async (change: Partial<ChargeForm>) => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  return resolveCharge({ ...FILLED, ...change }, undefined, options)
}

describe('the new charge', () => {
  test('adds up to something that can be written, however much it is', () => {
    const total = totalOf([{ title: 'A', unitPrice: 99_999_999_999, quantity: 99_999_999_999 }])
    expect(formatAmount(total, 'BRL', 'pt-BR')).toMatch(/^R\$/)
  })

  test('is what was filled in, and nothing that was not', () => {
    expect(toNewCharge(FILLED)).toEqual({
      amount: 29_980,
      paymentMethod: 'PIX',
      items: [{ title: 'Curso', unitPrice: 14_990, quantity: 2 }],
      customer: { name: 'Ana', email: 'ana@exemplo.com.br', document: '111.444.777-35' },
    })
  })

  test('sends splits and facts, and says which of them are wrong', async () => {
    const split = { ...NEW_SPLIT, recipientId: 're_1', amount: 30 }
    const facts = [{ key: ' loja ', value: ' Centro ' }]
    const { values } = await resolve({ splits: [split], metadata: facts })
    const { accountId: _none, ...sent } = split
    expect(values).toMatchObject({ charge: { metadata: { loja: 'Centro' } } })
    expect(values).toHaveProperty('charge.splits', [sent])
    for (const [change, name] of [
      [
        {
          splits: [
            { ...split, amount: 60 },
            { ...split, amount: 41 },
          ],
        },
        'splits.type',
      ],
      [{ splits: [{ ...split, type: 'FIXED', amount: 29_981 }] }, 'splits.type'],
      [{ splits: [{ ...split, recipientId: '' }] }, 'splits.0.recipientId'],
      [{ splits: [{ ...split, amount: 0 }] }, 'splits.0.amount'],
      [{ metadata: [{ key: '', value: 'x' }] }, 'metadata.0.key'],
      [{ metadata: [{ key: 'mês', value: 'x' }] }, 'metadata.0.key'],
      [{ metadata: [...facts, { key: 'loja', value: 'Sul' }] }, 'metadata.1.key'],
    ] as const) {
      const { errors } = await resolve(structuredClone(change) as unknown as Partial<ChargeForm>)
      expect(errors, name).toHaveProperty(name)
    }
  })

  test('is split at one account, where its card is saved', async () => {
    const at = (accountId: string | null) => ({ ...NEW_SPLIT, recipientId: 're_1', accountId, amount: 10 })
    const card = { cardNumber: '4539578763621486', holderName: 'ANA SOUZA', holderDocument: '111.444.777-35' }
    const byCard = { paymentMethod: 'CREDIT_CARD', card: { ...card, expiry: '07/39', cvv: '739' } } as const
    const saved = async (change: Partial<ChargeForm>) => (await resolve({ ...byCard, ...change })).values
    expect(await saved({ splits: [at(null), at('theirs')] })).toHaveProperty('card.providerAccountId', 'theirs')
    expect(await saved({ splits: [at(null)] })).not.toHaveProperty('card.providerAccountId')
    expect(await saved({ splits: [at('theirs')] })).not.toHaveProperty('charge.providerAccountId')
    const wrong = async (change: Partial<ChargeForm>) => (await resolve({ ...byCard, ...change })).errors
    const isElsewhere = { recipientId: { type: 'receiverElsewhere' } }
    expect(await wrong({ splits: [at('theirs'), at('another')] })).toMatchObject({ splits: [undefined, isElsewhere] })
    expect(await wrong({ splits: [at('theirs')], providerAccountId: 'another' })).toMatchObject({
      splits: [isElsewhere],
    })
  })

  test('made as a copy repeats what was sold, to whom and how, and neither its reference nor its card', () => {
    const copied = formOf({
      items: [{ title: 'Curso', unitPrice: 14_990, quantity: 2, tangible: false }],
      customer: { name: 'Ana', email: 'ana@exemplo.com.br', document: '11144477735' },
      paymentMethod: 'CREDIT_CARD',
      orderId: 'PED-1',
      description: null,
      splits: [{ recipientId: 're_1', type: 'PERCENTAGE', amount: 30 }],
      metadata: { loja: 'Centro' },
    } as unknown as Charge)
    const { orderId: _none, ...again } = toNewCharge(copied)
    expect(_none).toBeUndefined()
    expect(copied.card).toEqual(EMPTY_FORM.card)
    expect(again).toMatchObject({
      amount: 29_980,
      customer: { name: 'Ana', document: '111.444.777-35' },
      splits: [{ recipientId: 're_1', amount: 30 }],
      metadata: { loja: 'Centro' },
    })
  })

  test('passes when it is right', async () => {
    expect((await resolve({})).errors).toEqual({})
  })

  test.each([
    ['items.0.title', { items: [{ title: ' ', unitPrice: 100, quantity: 1 }] }, 'minLength'],
    ['items.0.quantity', { items: [{ title: 'A', unitPrice: 100, quantity: 0 }] }, 'minimum'],
    [
      'items.1.title',
      {
        items: [
          { title: 'A', unitPrice: 100, quantity: 1 },
          { title: ' ', unitPrice: 100, quantity: 1 },
        ],
      },
      'minLength',
    ],
    ['amount', { items: [{ title: 'A', unitPrice: 0, quantity: 1 }] }, 'minimum'],
    ['amount', { items: [{ title: 'A', unitPrice: 50_000_000_000, quantity: 2 }] }, 'maximum'],
    ['amount', { items: [{ title: 'A', unitPrice: 99_999_999_999, quantity: 99_999_999_999 }] }, 'maximum'],
    ['customer.name', { customer: { ...FILLED.customer, name: '' } }, 'required'],
    ['customer.email', { customer: { ...FILLED.customer, email: 'ana' } }, 'format'],
    ['customer.email', { customer: { ...FILLED.customer, email: 'a@b' } }, 'format'],
    ['customer.document', { customer: { ...FILLED.customer, document: '111.444.777-36' } }, 'document'],
    ['customer.phone', { customer: { ...FILLED.customer, phone: '(11) 1' } }, 'minLength'],
    ['webhookUrl', { webhookUrl: 'exemplo' }, 'format'],
    ['address.city', { address: { ...EMPTY_FORM.address, zipCode: '01310-100' } }, 'required'],
    ['address.state', { address: { ...EMPTY_FORM.address, zipCode: '01310-100', state: 'XX' } }, 'state'],
  ])('says of %s what is wrong', async (path, change, type) => {
    const { errors } = await resolve(change)
    const error = path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], errors)
    expect(error).toMatchObject({ type })
  })

  test('counts the fields, however deep', async () => {
    const { errors } = await resolve(EMPTY_FORM)
    expect(countErrors(errors)).toBe(5)
  })
})

const said = (status: number, code: Problem['code']) =>
  new ApiError(status, { type: 'about:blank', title: code, status, detail: code, code, requestId: 'req-1' })

test.each([
  [said(422, 'rule_broken'), true],
  [said(502, 'provider_refused'), true],
  [said(502, 'provider_failed'), true],
  [said(409, 'conflict'), false],
  [said(503, 'outcome_unknown'), false],
  // Of a proxy, and without any answer.
  [new ApiError(422, undefined), false],
  [new ApiError(502, undefined), false],
  [new ApiError(0, undefined), false],
  [new Error('?'), false],
])('%# a submission is new only when the last one surely did nothing', (error, isNew) => {
  expect(isSurelyRefused(error)).toBe(isNew)
})

describe('what the provider of a charge requires', () => {
  const [EASY, STRICT] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const
  const account = (id: string, provider: string, priority: number, enabled = true) =>
    ({ id, provider, priority, enabled, createdAt: '2026-01-01T00:00:00.000Z' }) as ProviderAccount
  const provider = (code: string, requires: Provider['requires']): [string, Provider] => [
    code,
    { code, requires, paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'] } as unknown as Provider,
  ]
  const ADDRESS = ['zipCode', 'address', 'number', 'district', 'city', 'state'].map((name) => `address.${name}`)
  const known = {
    accounts: [account(EASY, 'EASY', 20), account(STRICT, 'STRICT', 10), account('off', 'EASY', 0, false)],
    providers: new Map([
      provider('STRICT', {
        CREDIT_CARD: ['customer.phone', 'address.zipCode', 'customerIp'],
        BILLET: ['customer.phone'],
      }),
      provider('EASY', {}),
    ]),
  }

  test.each([
    ['a card at the first account, which saves it', 'CREDIT_CARD', null, ['customer.phone', ...ADDRESS]],
    ['a card at the account that was chosen', 'CREDIT_CARD', EASY, []],
    ['a boleto that another account can make without', 'BILLET', null, []],
    ['a boleto at the account that was chosen', 'BILLET', STRICT, ['customer.phone']],
    ['a Pix', 'PIX', null, []],
  ] as const)('%s', (_what, method, accountId, fields) => {
    expect(requiredFields(known, { method, accountId })).toEqual(fields)
  })

  test('is said beside its fields, and nothing is sent without it', async () => {
    const options = { fields: {}, shouldUseNativeValidation: false }
    const form = { ...FILLED, paymentMethod: 'BILLET' as const, providerAccountId: STRICT }
    const { errors } = await resolveCharge(form, known, options)
    expect(errors).toMatchObject({ customer: { phone: { type: 'required' } } })
    const told = { ...form, customer: { ...form.customer, phone: '(11) 91234-5678' } }
    expect((await resolveCharge(told, known, options)).errors).toEqual({})
  })
})

describe('credentials', () => {
  const part = (name: string, from: CredentialPart['from'], index = 0, required = true): CredentialPart => ({
    name,
    from,
    index,
    required,
    secret: from !== 'publicKey',
  })
  const parts = [
    part('clientId', 'publicKey', 0),
    part('pixKey', 'publicKey', 1),
    part('clientSecret', 'secretKey'),
    part('webhookSecret', 'webhookSecret', 0, false),
  ]

  test('are packed as the table says', () => {
    const values = { clientId: ' id ', pixKey: 'chave', clientSecret: 'segredo' }
    expect(packCredentials(parts, values)).toEqual({ publicKey: 'id|chave', secretKey: 'segredo' })
    expect(packCredentials(parts, { clientId: 'id' })).toEqual({ publicKey: 'id' })
    expect(packCredentials(parts, { pixKey: 'chave' })).toEqual({ publicKey: '|chave' })
  })

  test('that are missing are named, unless they are optional', () => {
    expect(missingParts(parts, { clientId: 'id', pixKey: ' ' })).toEqual(['pixKey', 'clientSecret'])
  })

  const names = new Set(Object.values(providers).flatMap(({ credentials }) => credentials.map(({ name }) => name)))
  test.each([...names])('%s has a name in both languages', (name) => {
    for (const texts of [portuguese, english]) expect(texts.providers.credential).toHaveProperty(name)
  })
})
