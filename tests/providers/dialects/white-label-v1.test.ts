/** What the brands of the white label have of their own: credentials, lifetimes, methods, words. */
import { describe, expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { INPUTS } from '../support/inputs.ts'
import { run, sentBody } from '../support/start.ts'

const TRANSACTION = { id: 282, amount: 12345, status: 'waiting_payment', pix: { qrcode: '000201' } }
const ok = (body: object) => ({ status: 200, body })

/** Before it becomes Base64. */
function pairOf(code: string, packed: { publicKey?: string; secretKey: string }): string {
  const provider = findProvider(code)
  if (provider.auth.type !== 'headers') throw new TypeError(`${code} has a token`)
  const { authorization = '' } = provider.auth.headers(provider.parseCredentials(packed))
  return Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
}

test.each([
  ['PAGUESAFE', { secretKey: 's' }, 's:x'],
  ['PAGOUAI', { secretKey: 's|w' }, 's:x'],
  ['PAYSHARKGATEWAY', { publicKey: 'p', secretKey: 's|w' }, 'p:s'],
  ['PAYSHARKGATEWAY', { secretKey: 's' }, 's:'],
  ['ORBITA', { publicKey: 'api', secretKey: 's' }, 's:api'],
  ['PODPAY2', { publicKey: 'p', secretKey: 's' }, 'p:s'],
  ['LYNXPAY', { publicKey: 'p', secretKey: 's' }, 'p:s'],
])('%s with %j proves itself by %s', (code, packed, pair) => {
  expect(pairOf(code, packed)).toBe(pair)
})

test.each([{}, { publicKey: 'p' }, { secretKey: 's' }, { publicKey: ' ', secretKey: 's' }])(
  'PODPAY2 with %j lacks a key',
  (packed) => {
    expect(() => findProvider('PODPAY2').parseCredentials(packed)).toThrow('Public key and secret key are required')
  },
)

const WEEK = 7
const CHARGES = {
  PIX: 'pix',
  CREDIT_CARD: 'card',
  BILLET: 'boleto',
} as const

test.each([
  ...['PAGUESAFE', 'PIXIUM', 'HORIZONBANK', 'SPACEFY', 'AKTAPAY', 'PAYSHARKGATEWAY'].map((code) => [code, 3] as const),
  ['MAKEYOURBANK', WEEK] as const,
])('%s: a boleto can be paid for %i days', (code, days) => {
  expect(sentBody(run(code, 'createTransaction', 'boleto', { status: 400 })).boleto).toEqual({ expiresInDays: days })
})

test.each([
  ['PAGUESAFE', { expiresInDays: 1 }, '2026-01-16T15:00:00.000Z'],
  ['VILLET', { expiresInDays: 1 }, '2026-01-16T15:00:00.000Z'],
  ['WALLETZ', { expiresInSeconds: 8000 }, '2026-01-15T17:13:20.000Z'],
  ['PAGO', { expiresInMinutes: 1440 }, '2026-01-16T15:00:00.000Z'],
])('%s: a Pix code can be paid for %j', (code, pix, expiresAt) => {
  const played = run(code, 'createTransaction', 'pix', ok(TRANSACTION))
  expect(sentBody(played).pix).toEqual(pix)
  expect(played.result).toMatchObject({ expiresAt })
})

test.each([
  ['PAYSHARKGATEWAY', 'PENDING'],
  ['MAKEYOURBANK', 'PENDING'],
  ['LORDSPAY', 'PENDING'],
  ['LORDSCASH', 'PENDING'],
  ['PAGUESAFE', 'REJECTED'],
  ['ROYALPAY', 'REJECTED'],
])('%s: a status that no table maps is %s', (code, status) => {
  const { result } = run(
    code,
    'readTransaction',
    { transactionId: '282', paymentMethod: 'PIX' },
    ok({ ...TRANSACTION, status: 'novidade' }),
  )
  expect(result).toMatchObject({ status, unmapped: true })
})

test.each([
  ...['refunded', 'in_protest', 'chargedback'].map((word) => ['VILLET', word, 'CHARGEBACK'] as const),
  ['PAGUESAFE', 'refunded', 'REFUNDED'] as const,
  ['PAGUESAFE', 'authorized', 'APPROVED'] as const,
  ['PAGUESAFE', 'in_protest', 'CHARGEBACK'] as const,
])('%s: %s is %s', (code, word, status) => {
  const key = { transactionId: '282', paymentMethod: 'PIX' }
  const { result } = run(code, 'readTransaction', key, ok({ ...TRANSACTION, status: word }))
  expect(result).toMatchObject({ status })
  expect(result).not.toHaveProperty('unmapped')
})

test.each(['PAGUESAFE', 'PIXIUM', 'HORIZONBANK'])('%s says Internal server error of a refund that fails', (code) => {
  for (const body of [{ message: 'Já devolvida' }, {}]) {
    expect(run(code, 'refund', 'refund', { status: 400, body }).error?.message).toBe('Internal server error')
  }
})

test('FAIRPAY takes all of a charge back with a DELETE, and never a part', () => {
  const { requests } = run('FAIRPAY', 'refund', 'refund', ok({ ...TRANSACTION, status: 'refunded' }))
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['DELETE', 'https://api.fairpay.invalid/transactions/tx1', undefined],
  ])
  const part = run('FAIRPAY', 'refund', { ...INPUTS.refund, amount: 100 })
  expect([part.error?.kind, part.requests]).toEqual(['NotSupported', []])
})

test.each([
  'TRANSAC',
  'SPACEFY',
  'AKTAPAY',
  'NEXTPAY',
  'VIATECH',
  'PAYUP',
  'KUBERFINANCE',
  'ROYALPAY',
  'MAKEYOURBANK',
  'PAYROYAL',
  'PAYBER',
  'HAWKPAY',
  'LUMION',
  'XITBANK',
  'LORDSPAY',
  'LORDSCASH',
  'SAQPAY',
  'WALLETZ',
  'PAGO',
])('%s has no documented refunds', (code) => {
  const { error, requests } = run(code, 'refund', 'refund')
  expect([error?.message, requests]).toEqual(['Method not implemented.', []])
})

describe('withdrawals to Pix keys', () => {
  const transfer = { id: 91, amount: 12345, status: 'PROCESSING' }
  const brands = ['PAGOUAI', 'PAYSHARKGATEWAY', 'ORBITA', 'PODPAY2', 'GATYWAY']

  test.each(brands)('%s is shown the key for withdrawals, and by withdrawals alone', (code) => {
    const withdrawKey = `chave-de-saque-inventada-${code.toLowerCase()}`
    const { requests } = run(code, 'withdraw', 'withdrawPix', ok(transfer))
    expect(requests[0]?.headers['x-withdraw-key']).toBe(withdrawKey)
    for (const method of findProvider(code).capabilities.paymentMethods) {
      const charge = run(code, 'createTransaction', CHARGES[method], { status: 400 })
      expect(JSON.stringify(charge.requests)).not.toContain(withdrawKey)
    }
  })

  test.each([
    ['CPF', '111.444.777-35', 'cpf', '11144477735'],
    ['CNPJ', '12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    ['PHONE', '(11) 98765-4321', 'phone', '11987654321'],
    ['EMAIL', 'maria@example.com', 'email', 'maria@example.com'],
    ['RANDOM', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', 'evp', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ] as const)('a key of type %s, %s, travels as %s', (pixType, pixKey, pixKeyType, sent) => {
    const played = run('PAGOUAI', 'withdraw', { ...INPUTS.withdrawPix, pixType, pixKey }, ok(transfer))
    expect(sentBody(played)).toMatchObject({ method: 'fiat', pixKeyType, pixKey: sent })
  })

  test.each([
    ['PENDING_ANALYSIS', 'PENDING'],
    ['PENDING_QUEUE', 'PENDING'],
    ['PROCESSING', 'PENDING'],
    ['COMPLETED', 'APPROVED'],
    ['CANCELLED', 'REJECTED'],
    ['REFUSED', 'REJECTED'],
    ['NOVIDADE', 'REJECTED'],
  ])('%s is %s', (status, ours) => {
    const key = { withdrawId: '91', paymentMethod: 'PIX' }
    expect(run('PAGOUAI', 'readWithdraw', key, ok({ ...transfer, status })).result).toMatchObject({ status: ours })
  })
})

test('GATYWAY and LYNXPAY are sent what their vault gave, never a card', () => {
  for (const code of ['GATYWAY', 'LYNXPAY']) {
    const body = sentBody(run(code, 'createTransaction', { ...INPUTS.card, cardId: 'tok_1' }, { status: 400 }))
    expect(body).toMatchObject({ paymentMethod: 'credit_card', card: { hash: 'tok_1' } })
  }
})
