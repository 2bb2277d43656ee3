/** The shapes in which a webhook may come where no documentation fixes one: unsigned, they say what to read. */
import { describe, expect, test } from 'vitest'
import { findProvider, providers } from '../../providers/index.ts'
import { fixtureOf } from './specification/support.ts'

function told(code: string, body: object) {
  return findProvider(code).translateWebhook({ headers: {}, query: {}, body: JSON.stringify(body) })
}

/** The families whose webhooks are `{ type, objectId, data }`, as one knows them by their goldens. */
const WRAPPED = Object.keys(providers).filter((code) =>
  fixtureOf(code).webhooks.some(({ body }) => {
    const { type, data } = Object(body) as { type?: unknown; data?: { id?: unknown } }
    return type === 'transaction' && data?.id !== undefined
  }),
)

describe.each(WRAPPED)('at %s', (code) => {
  test.each([
    ['with a type', { id: 'evt', type: 'transaction', objectId: 'tx_1', data: { id: 'tx_1', status: 'paid' } }],
    ['with an event', { event: 'transaction.paid', data: { id: 'tx_1', status: 'paid' } }],
    ['wrapped', { data: { id: 'tx_1', status: 'paid' } }],
    ['alone', { id: 'tx_1', status: 'paid' }],
    ['named outside', { id: 'evt', type: 'transaction', objectId: 'tx_1', data: { status: 'paid' } }],
  ])('a webhook %s tells of a charge', (_, body) => {
    expect(told(code, body)).toMatchObject({ type: 'TRANSACTION', transactionId: 'tx_1', status: 'APPROVED' })
  })

  test.each(['withdraw', 'withdrawal', 'cashout', 'account'])('one of type %s tells of no charge', (type) => {
    expect(told(code, { type, data: { id: 'tx_1', status: 'paid' } }).type).not.toBe('TRANSACTION')
  })

  test('one that names nothing is ignored', () => {
    for (const body of [{}, { status: 'paid' }, { data: { status: 'paid' } }, { data: 'tx_1' }]) {
      expect(told(code, body).type).toBe('IGNORED')
    }
  })
})

test('the brands without documentation are among them', () => {
  const brands = [
    'LORDSCASH',
    'MAKEYOURBANK',
    'TRANSAC',
    'VENIT',
    'NEXTPAY',
    'WALLETZ',
    'PAGUESAFE',
    'MEDIUS',
    'ROYALTY',
  ]
  expect(WRAPPED).toEqual(expect.arrayContaining(brands))
})

describe.each(['ARKAMA', 'CRMCOIN', 'PRONTTUS', 'ABMEXSPLIT'])('at %s, which has no types', (code) => {
  test.each(['order', 'pix', 'sale.paid'])('one called %s tells of a charge', (word) => {
    const paid = { type: 'TRANSACTION', transactionId: 'tx_1' }
    expect(told(code, { event: word, data: { id: 'tx_1', status: 'PAID' } })).toMatchObject(paid)
    expect(told(code, { type: word, id: 'tx_1', status: 'PAID' })).toMatchObject(paid)
  })

  test('one of a withdrawal tells of none', () => {
    expect(told(code, { type: 'withdraw', id: 'tx_1', status: 'PAID' }).type).not.toBe('TRANSACTION')
  })
})

test.each(['CASHTIME', 'REFLOWPAY', 'REFLOW2'])('at %s either id does', (code) => {
  const paid = { type: 'TRANSACTION', transactionId: 'a', status: 'APPROVED' }
  expect(told(code, { transactionId: 'a', status: 'paid' })).toMatchObject(paid)
  expect(told(code, { orderId: 'a', status: 'paid' })).toMatchObject(paid)
  expect(told(code, { orderId: 'a', transactionId: 'b', status: 'paid' })).toMatchObject(paid)
  expect(told(code, { status: 'paid' }).type).toBe('IGNORED')
})

describe('FLOW2PAY in the envelope of another bank', () => {
  const envelope = (event: string, status = 'success') => ({
    event,
    data: { version: 'v1', data: { transactionId: 'b', amount: '11390', transactionData: { txId: 'a' }, status } },
  })
  test.each([
    ['transaction.PixIn', 'success', { status: 'APPROVED', amount: 11_390 }],
    ['transaction.PixIn', 'error', { status: 'PENDING' }],
    ['transaction.PixInReversal', 'success', { status: 'CHARGEBACK', isReturn: true, returned: 11_390 }],
    ['transaction.Other', 'success', { status: 'PENDING' }],
  ])('tells by %s and %s', (event, status, said) => {
    expect(told('FLOW2PAY', envelope(event, status))).toMatchObject({
      type: 'TRANSACTION',
      transactionId: 'a',
      ...said,
    })
  })
})

test('HUNTERPAY reads what its newer system posts', () => {
  const said = { id: 'evt', event: 'transaction.paid', type: 'transaction', objectId: 'tx_1' }
  const paid = { type: 'TRANSACTION', transactionId: 'tx_1', status: 'APPROVED' }
  expect(told('HUNTERPAY', { ...said, data: { id: 'tx_1', status: 'paid' } })).toMatchObject(paid)
  expect(told('HUNTERPAY', said)).toMatchObject({ type: 'TRANSACTION', transactionId: 'tx_1', status: null })
  const withdrawal = { id: 'evt', event: 'withdrawal.completed', type: 'withdrawal', objectId: 'w_1', withdrawal: {} }
  expect(told('HUNTERPAY', withdrawal).type).toBe('IGNORED')
})
