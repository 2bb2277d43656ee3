/** What the goldens cannot show of ASAAS: a payment of another reference is refused before its code is asked for, and what is not asked at all. */
import { expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { run } from '../support/start.ts'

test.each(['pix', 'boleto'] as const)(
  'a %s answered with another reference is a mismatch, and nothing more is asked',
  (input) => {
    const other = { id: 'pay_other', status: 'PENDING', value: 123.45, externalReference: 'of-another-movement' }
    const { requests, error } = run(
      'ASAAS',
      'createTransaction',
      input,
      { status: 200, body: { id: 'cus_1' } },
      { status: 200, body: other },
    )
    expect(requests.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual(['customers', 'payments'])
    expect(error).toMatchObject({ kind: 'Mismatch' })
  },
)

test('a receiver whose own key was not kept cannot be asked about, and nothing is sent', () => {
  const { requests, error } = run('ASAAS', 'readReceiver', { receiverId: 'wallet-1' })
  expect(requests).toEqual([])
  expect(error).toMatchObject({ kind: 'NotSupported', message: 'Recebedor não encontrado.' })
})

test.each([-5, 1.234, 'much'])('a notice of a refund of %s is read', (value) => {
  const payment = { id: 'pay_1', status: 'CONFIRMED', value: 123.45, refunds: [{ status: 'DONE', value }] }
  const body = JSON.stringify({ event: 'PAYMENT_PARTIALLY_REFUNDED', payment })
  const event = findProvider('ASAAS').translateWebhook({ headers: {}, query: {}, body })
  expect(event).toEqual({ type: 'TRANSACTION', transactionId: 'pay_1', status: null })
})
