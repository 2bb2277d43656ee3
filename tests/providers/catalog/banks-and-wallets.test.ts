/** What the goldens of ASAAS, MERCADO PAGO, TRANSFEERA, EZZEBANK, FLOW2PAY, FIREBANK, SIMPAY, PAGSTAR, SUITPAY and UNICOPAY do not show. */
import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from '../support/fixtures.ts'
import { INPUTS, resolveInput } from '../support/inputs.ts'
import { bodyOf, contextOf, inputOf, play, toAnswer } from '../support/play.ts'
import { run, sentBody } from '../support/start.ts'

const contextFor = (code: string) => contextOf(loadFixture(code))
const cardRequest = () => inputOf({ input: 'card' } as never) as never
const last = (requests: readonly WireRequest[]) => bodyOf(requests.at(-1) as WireRequest) as Record<string, unknown>
const ok = (body: unknown) => toAnswer({ status: 200, body })

describe('ASAAS', () => {
  const payment = { id: 'pay_1', status: 'CONFIRMED', value: 123.45 }

  test.each([
    ['2026-01-15T15:00:00.000Z', '2027-01-15'],
    ['2026-01-15T01:00:00.000Z', '2027-01-14'],
    ['2026-12-31T15:00:00.000Z', '2027-12-31'],
    ['2027-03-01T15:00:00.000Z', '2028-03-01'],
    ['2028-02-29T15:00:00.000Z', '2029-02-28'],
  ])('a card charged at %s falls due on %s', (now, dueDate) => {
    const answers = [{ id: 'cus_1' }, { creditCardToken: 't' }, payment].map(ok)
    const steps = findProvider('ASAAS').createTransaction(cardRequest(), { ...contextFor('ASAAS'), now })
    expect(last(play(steps, (_, index) => answers[index] as ReturnType<typeof ok>).requests)).toMatchObject({ dueDate })
  })

  const open = (set: object) => run('ASAAS', 'createReceiver', { like: 'receiver', set }, { status: 503 })

  test.each([[undefined], [{}], [{ incomeValue: 0 }], [{ incomeValue: 'muito' }], [{ incomeValue: -1 }]])(
    'a receiver with %j has no monthly income, and is refused before anything is sent',
    (providerData) => {
      const { requests, error } = open({ providerData })
      expect({ requests, message: error?.message }).toEqual({
        requests: [],
        message: 'Adquirente requer campo de renda mensal.',
      })
    },
  )

  test('a receiver is subscribed to 23 events of its payments, proved by the secret of ours', () => {
    const webhookUrl = 'https://pagamentos.example.com/webhooks/asaas/token'
    const { webhooks } = sentBody(open({ webhookUrl, providerData: { incomeValue: '5000' } })) as {
      webhooks: { events: string[] }[]
    }
    expect(webhooks).toMatchObject([{ url: webhookUrl, apiVersion: 3, authToken: 'segredo-inventado-asaas' }])
    expect(new Set(webhooks[0]?.events).size).toBe(23)
    expect(webhooks[0]?.events.every((event) => event.startsWith('PAYMENT_'))).toBe(true)
  })

  test('without an address nothing is subscribed to', () => {
    expect(sentBody(open({ providerData: { incomeValue: 5000 } }))).not.toHaveProperty('webhooks')
  })
})

describe('MERCADO PAGO', () => {
  const answers = [{ id: 't' }, { results: [{ id: 'visa', payment_type_id: 'credit_card' }] }]
  const charge = (title: string) => {
    const request = { ...(cardRequest() as object), items: [{ ...INPUTS.card.items[0], title }] } as never
    const steps = findProvider('MERCADOPAGO').createTransaction(request, contextFor('MERCADOPAGO'))
    return last(play(steps, (_, index) => ok(answers[index] ?? {})).requests)
  }

  test.each([
    ['Curso de violão', 'Cursodeviolao'],
    ['Café & Pão: 12 receitas', 'CafePao12rece'],
    ['Ação', 'Acao'],
  ])('on the statement %s is %s: letters and digits, cut to 13', (title, statement_descriptor) => {
    expect(charge(title)).toMatchObject({ statement_descriptor })
  })

  test('what has no letters is 13 capital letters and digits', () => {
    expect(charge('★★★').statement_descriptor).toMatch(/^[A-Z0-9]{13}$/)
  })

  test('an account without a public key charges by Pix, and says what cards need before anything is sent', () => {
    const provider = findProvider('MERCADOPAGO')
    const context = { ...contextFor('MERCADOPAGO'), credentials: provider.parseCredentials({ secretKey: 'a' }) }
    expect(provider.createTransaction(INPUTS.pix, context).next().done).toBe(false)
    const { requests, error } = play(provider.createTransaction(cardRequest(), context), () => ok({}))
    expect({ requests, kind: error?.kind, message: error?.message }).toEqual({
      requests: [],
      kind: 'InvalidRequest',
      message: 'publicKey is required',
    })
  })
})

describe('FLOW2PAY', () => {
  test.each([
    [{ publicKey: 'a' }],
    [{ secretKey: 'b' }],
    [{ publicKey: 'a', webhookSecret: 'c' }],
    [{ secretKey: 'b', webhookSecret: 'c' }],
  ])('needs both keys: %j is refused', (packed) => {
    expect(() => findProvider('FLOW2PAY').parseCredentials(packed)).toThrow(/is required/)
  })

  test.each(['CREDIT_CARD', 'BILLET'] as const)('charges by Pix only: %s is refused', (method) => {
    expect(() => findProvider('FLOW2PAY').assertSupports(method)).toThrow('Unsupported payment method')
  })

  test.each([
    [401, {}, 'Failed to authenticate with Flow2Pay'],
    [400, { mensagem: 'Cliente bloqueado' }, 'Failed to authenticate with Flow2Pay'],
    [200, { sucesso: false }, 'Failed to authenticate with Flow2Pay'],
  ])('a login answered with %i %j fails in the words of the specification', (status, body, message) => {
    const { auth } = findProvider('FLOW2PAY')
    if (auth.type !== 'token') throw new Error('It has a token')
    const { error } = play(auth.fetch(contextFor('FLOW2PAY')), () => toAnswer({ status, body }))
    expect(error?.message).toBe(message)
  })
})

describe('the probe of an address', () => {
  const { isProbe } = findProvider('TRANSFEERA')
  const call = (body: string) => ({ headers: {}, query: {}, body })

  test('is the first call of TRANSFEERA, and of no other provider', () => {
    expect(isProbe(call('{"test":true}'))).toBe(true)
    expect(isProbe(call('{ "test": true }'))).toBe(true)
    expect(findProvider('EZZEBANK').isProbe(call('{"test":true}'))).toBe(false)
  })

  test.each([
    '{"test":false}',
    '{"test":true,"object":"CashIn","data":{"txid":"a"}}',
    '{"object":"CashIn","test":true}',
    '[]',
    'test',
    '',
  ])('is not %j', (body) => {
    expect(isProbe(call(body))).toBe(false)
  })
})

describe('the hash of SUITPAY', () => {
  const secret = 'segredo-inventado-suitpay'
  const { verifyWebhook } = findProvider('SUITPAY')
  const hashOf = (values: string) => createHash('sha256').update(values).digest('hex')
  const proves = (body: string) =>
    verifyWebhook({ headers: {}, query: {}, body }, { clientId: 'a', clientSecret: secret })

  test('is proved by the client secret, which is typed in once', () => {
    const body = `{"idTransaction":"1","hash":"${hashOf(`1${secret}`)}"}`
    expect(proves(body)).toBe(true)
    const webhook = { headers: {}, query: {}, body }
    expect(verifyWebhook(webhook, { clientId: 'a', clientSecret: 'another', webhookSecret: secret })).toBe(false)
    expect(verifyWebhook(webhook, { clientId: 'a', webhookSecret: secret })).toBe(false)
  })

  test('covers the values as they are written, in the order in which they came', () => {
    const body = (hash: string) => `{"value": 150.00, "idTransaction":"a\\"b", "paymentDate":null,"hash":"${hash}"}`
    expect(proves(body(hashOf(`150.00a"b${secret}`)))).toBe(true)
    expect(proves(body(hashOf(`150a"b${secret}`)))).toBe(false)
    expect(proves(body(hashOf(`a"b150.00${secret}`)))).toBe(false)
  })

  test('proves nothing where a field is named twice, however its name is written', () => {
    for (const again of ['statusTransaction', 'statusTransactio\\u006e']) {
      expect(proves(`{"statusTransaction":"UN","${again}":"PAID","hash":"${hashOf(`UNPAID${secret}`)}"}`)).toBe(false)
    }
  })

  test('says nothing of where a value ends, so that nothing is believed for it', () => {
    expect(findProvider('SUITPAY').webhookBindsFields).toBe(false)
    expect(proves(`{"statusTransaction":"PAID","x":"UN","hash":"${hashOf(`PAIDUN${secret}`)}"}`)).toBe(true)
  })

  test('proves whatever fields there are', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value), (fields) => {
        const { hash: _, ...rest } = fields
        const hash = hashOf(Object.values(rest).join('') + secret)
        expect(proves(JSON.stringify({ ...rest, hash }))).toBe(true)
      }),
    )
  })
})

test('SIMPAY has the very bytes signed that are sent', () => {
  const { requests } = run('SIMPAY', 'createTransaction', 'pix', { status: 503 })
  const [request] = requests
  if (request?.body?.type !== 'text') throw new Error('The body is a text')
  const hmac = createHmac('sha512', 'hmac-inventado-simpay').update(request.body.value).digest('hex')
  expect(request.headers.hmac).toBe(hmac)
  expect(request.body.value).toBe(JSON.stringify(JSON.parse(request.body.value)))
})

test('SIMPAY is told a name of 25 characters at most', () => {
  const customer = { ...INPUTS.pix.customer, name: 'Maria Aparecida dos Santos Albuquerque' }
  const sent = sentBody(run('SIMPAY', 'createTransaction', { like: 'pix', set: { customer } }, { status: 503 }))
  expect(sent.debtor_name).toBe('Maria Aparecida dos Santo')
})

const KEYS = {
  CPF: '111.444.777-35',
  CNPJ: '11.222.333/0001-81',
  EMAIL: 'maria@example.com',
  PHONE: '(11) 98765-4321',
  RANDOM: '9d36b84f-c70b-478f-b95c-12729b90ca25',
} as const

describe.each([
  ['ASAAS', ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'], '+5511987654321'],
  ['EZZEBANK', ['CPF', 'CNPJ', 'EMAIL', 'TELEFONE', 'CHAVE_ALEATORIA'], '+5511987654321'],
  ['TRANSFEERA', ['CPF', 'CNPJ', 'EMAIL', 'TELEFONE', 'CHAVE_ALEATORIA'], '+5511987654321'],
  ['SUITPAY', ['document', 'document', 'email', 'phoneNumber', 'randomKey'], '11987654321'],
  ['FIREBANK', ['DOCUMENT', 'DOCUMENT', 'MAIL', 'PHONE', 'RANDOM_KEY'], '11987654321'],
] as const)('%s', (code, names, phone) => {
  const sentKeys = ['11144477735', '11222333000181', KEYS.EMAIL, phone, KEYS.RANDOM]
  const types = Object.keys(KEYS) as (keyof typeof KEYS)[]

  test.each(types.map((pixType, index) => [pixType, names[index], sentKeys[index]] as const))(
    'a key of type %s is a %s there, %s',
    (pixType, name, key) => {
      const input = { like: 'withdrawPix', set: { pixType, pixKey: KEYS[pixType] } } as const
      const text = JSON.stringify(sentBody(run(code, 'withdraw', input, { status: 503 })))
      expect(text).toContain(`"${name}"`)
      expect(text).toContain(`"${key}"`)
    },
  )
})

test.each(['result', 'transaction'])('UNICOPAY may wrap what it answers in %s', (wrapper) => {
  const body = { [wrapper]: { hash: 'h1', payment_status: 'waiting_payment', pix: { pix_qr_code: 'code' } } }
  const { result } = run('UNICOPAY', 'createTransaction', 'pix', { status: 200, body })
  expect(result).toMatchObject({ transactionId: 'h1', status: 'PENDING', pixCode: 'code' })
})

test.each([
  ['payload', { payload: 'code' }],
  ['qrCode', { qrCode: 'code' }],
])('ARKAMA may call the code %s', (_, pix) => {
  const body = { id: 1, status: 'PENDING', pix }
  expect(run('ARKAMA', 'createTransaction', 'pix', { status: 201, body }).result).toMatchObject({ pixCode: 'code' })
})

test('FIREBANK: ERROR is an Error on withdraw, with a transaction or without', () => {
  for (const body of [{ status: 'ERROR' }, { status: 'ERROR', transactionId: 'a' }]) {
    const { error } = run('FIREBANK', 'withdraw', resolveInput('withdrawPix'), { status: 200, body })
    expect({ kind: error?.kind, message: error?.message }).toEqual({ kind: 'Declined', message: 'Error on withdraw' })
  }
})
