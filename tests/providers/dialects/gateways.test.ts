/** What the gateways of FastSoft, functions/v1, purchase/v2, CASHTIME and PRIMEPAG have of their own. */
import { describe, expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { meaningOf } from '../specification/support.ts'
import { run, sentBody } from '../support/start.ts'

/** The Basic pair before it becomes Base64. */
function pairOf(code: string, packed: { publicKey?: string; secretKey: string }): string {
  const provider = findProvider(code)
  if (provider.auth.type !== 'headers') throw new TypeError(`${code} has a token`)
  const { authorization = '' } = provider.auth.headers(provider.parseCredentials(packed))
  return Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
}

test.each([
  ['ROYALTY', 'x:s'],
  ['NEWLEVEL', 'x:s'],
  ['PAGNET', 'x:s'],
  ['MEDIUS', 's:x'],
  ['VENITIP', 's:company'],
  ['VENIT', 's:company'],
  ['HUNTERPAY', 's:'],
  ['AXISBANK', 'secret:s'],
])('%s is shown the pair %s', (code, pair) => {
  expect(pairOf(code, { publicKey: 'company', secretKey: 's' })).toBe(pair)
})

test.each(['VENITIP', 'VENIT'])('%s cannot do without the company', (code) => {
  expect(() => findProvider(code).parseCredentials({ secretKey: 's' })).toThrow('publicKey is required')
})

test.each([
  ['NEWLEVEL', 2],
  ['ROYALTY', 1],
  ['PAGNET', 1],
  ['MEDIUS', 1],
  ['VENITIP', 1],
  ['VENIT', 1],
])('%s is asked for a code of %i days', (code, days) => {
  expect(sentBody(run(code, 'createTransaction', 'pix')).pix).toEqual({ expiresInDays: days })
})

test.each([
  ['PRIMEPAG', '1800'],
  ['ZENDRY', '86400'],
])('%s is asked for a code of %s seconds', (code, seconds) => {
  expect(sentBody(run(code, 'createTransaction', 'pix')).expiration_time).toBe(seconds)
})

test.each(['MEDIUS', 'VENITIP', 'VENIT'])('%s gets phones with the country in front', (code) => {
  expect(sentBody(run(code, 'createTransaction', 'pix'))).toMatchObject({ customer: { phone: '5511987654321' } })
})

test.each(['ROYALTY', 'MEDIUS', 'VENITIP'])('%s gets a company by its CNPJ', (code) => {
  const company = { name: 'Ateliê', email: 'atelie@example.com', document: '12ABC34501DE35' }
  const input = { like: 'pix', set: { customer: company } } as const
  const { customer } = sentBody(run(code, 'createTransaction', input)) as { customer: { document: unknown } }
  expect(customer.document).toEqual({ number: '12ABC34501DE35', type: 'CNPJ' })
})

describe('a withdrawal that is REFUSED at once', () => {
  const refused = { status: 200, body: { data: { id: 1, status: 'REFUSED' } } }

  test('is an error at NEWLEVEL, in its words', () => {
    const { error } = run('NEWLEVEL', 'withdraw', 'withdrawPix', refused)
    expect(error).toMatchObject({ kind: 'Declined', message: 'Error on withdraw' })
  })

  test('is a rejected withdrawal at PAGNET', () => {
    expect(run('PAGNET', 'withdraw', 'withdrawPix', refused).result).toMatchObject({ status: 'REJECTED' })
  })
})

test('MEDIUS pays out under an idempotency key, which is our reference', () => {
  const { requests } = run('MEDIUS', 'withdraw', 'withdrawPix')
  expect(requests[0]?.headers['idempotency-key']).toBe('0199b5a2c3d44e5f8a1b2c3d4e5f6a7b')
})

test.each(['MEDIUS', 'VENIT', 'VENITIP', 'PAGNET', 'AXISBANK', 'CASHTIME', 'REFLOWPAY', 'REFLOW2', 'BMB', 'PODPAY'])(
  '%s does not take payments back',
  (code) => {
    const { error, requests } = run(code, 'refund', 'refund')
    expect({ kind: error?.kind, message: error?.message, requests }).toEqual({
      kind: 'NotSupported',
      message: 'Method not implemented.',
      requests: [],
    })
  },
)

test.each(['TREEAL', 'HUNTERPAY'])('%s takes all of a payment back, never a part', (code) => {
  const part = { like: 'refund', set: { amount: 1 } } as const
  expect(run(code, 'refund', part)).toMatchObject({ requests: [], error: { kind: 'NotSupported' } })
  expect(run(code, 'refund', 'refund').requests).toHaveLength(1)
})

test.each(['VENIT', 'VENITIP'])('%s, refusing a charge without words, says that it could not be created', (code) => {
  const { error } = run(code, 'createTransaction', 'pix', { status: 400 })
  expect(error?.message).toBe('Erro ao criar transação')
})

test.each(['ROYALTY', 'NEWLEVEL', 'PAGNET', 'MEDIUS', 'VENITIP', 'VENIT'])(
  'a webhook of %s about something else than a transaction is ignored',
  (code) => {
    const body = JSON.stringify({ type: 'account', objectId: 'w1', data: { id: 'w1', status: 'paid' } })
    expect(findProvider(code).translateWebhook({ headers: {}, query: {}, body }).type).toBe('IGNORED')
  },
)

test.each([
  ['MEDIUS', 'done', 'APPROVED'],
  ['MEDIUS', 'done_manual', 'APPROVED'],
  ['MEDIUS', 'cancelled', 'REJECTED'],
])('a withdrawal of %s that is %s is %s', (code, word, status) => {
  const answer = { status: 200, body: { withdrawal: { id: 'w1', status: word } } }
  expect(run(code, 'withdraw', 'withdrawPix', answer).result).toMatchObject({ status, rawStatus: word })
})

test.each(
  ['MEDIUS', 'VENIT', 'AXISBANK'].flatMap((code) => ['infraction', 'INFRACTION'].map((word) => [code, word] as const)),
)('a payment of %s that a bank disputes (%s) is still paid, and its dispute is told of', (code, word) => {
  expect(meaningOf(code, 'readTransaction', word)).toMatchObject({ status: 'APPROVED', dispute: { isAsked: true } })
  expect(meaningOf(code, 'readTransaction', word)).not.toHaveProperty('unmapped')
})
