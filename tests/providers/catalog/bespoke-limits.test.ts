/** Expiries, installments and addresses of the providers that share no family. */
import { expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { run, sentBody } from '../support/start.ts'

const CODE = '00020126br.gov.bcb.pix'
const DAY = 86_400

test.each([
  ['SYNCPAY', 2 * DAY, { identifier: 'a', pix_code: CODE }],
  ['OWENPAY', 3600, { id: 'a', status: 'pending', amount: 12345, pix: { qrcode: CODE } }],
  ['VELTRAX', DAY, { id: 'a', status: 'pending', amount: 12345, pix: { qrcode: CODE } }],
  ['LEXXEN', DAY, { id: 'a', status: 'pending', amount: 12345, pix: { qrcode: CODE } }],
  ['VEXYPAYMENTS', DAY, { data: { id: 'a', status: 'pending', pix: { emv: CODE } } }],
  ['WITETEC', DAY, { data: { id: 'a', status: 'PENDING', amount: 12345, pix: { copyPaste: CODE } } }],
  ['BRAVIVE', DAY, { id: 'a', status: 'PENDING', pix_code: CODE }],
  ['RAPDYN', DAY, { id: 'a', pix: { copypaste: CODE } }],
  ['PLUGGOU', DAY, { data: { id: 'a', status: 'pending', pix: { emv: CODE } } }],
  ['PLUGGO', DAY, { data: { id: 'a', status: 'pending', pix: { emv: CODE } } }],
  ['PRONTTUS', DAY, { transactionId: 'a', pixCode: CODE }],
])('a Pix code of %s is payable for %i seconds', (code, seconds, body) => {
  const { result } = run(code, 'createTransaction', 'pix', { status: 200, body })
  const expiresAt = new Date(Date.parse('2026-01-15T15:00:00.000Z') + seconds * 1000).toISOString()
  expect(result).toMatchObject({ expiresAt })
})

test('OWENPAY is told the 3600 seconds', () => {
  expect(sentBody(run('OWENPAY', 'createTransaction', 'pix', { status: 503 }))).toMatchObject({
    pix: { expiresInSeconds: 3600 },
  })
})

test.each([1, 3, 12])('WITETEC is sent one installment, whatever was asked for: %i', (installments) => {
  const played = run('WITETEC', 'createTransaction', { like: 'pix', set: { installments } }, { status: 503 })
  expect(sentBody(played).installments).toBe(1)
})

test.each([
  [undefined, 'https://api.pronttus.com.br/v1/payment/refund'],
  ['https://example.com/pronttus', 'https://example.com/pronttus/v1/payment/refund'],
  ['https://example.com/v1/', 'https://example.com/v1/payment/refund'],
])('PRONTTUS at %s refunds at %s', (baseUrl, url) => {
  const credentials = { clientId: 'a', clientSecret: 'b' }
  const context = { credentials, now: '2026-01-15T15:00:00.000Z', entropy: '', ...(baseUrl ? { baseUrl } : {}) }
  const request = {
    transactionId: 't',
    paymentMethod: 'PIX',
    amount: 100,
    chargeAmount: 100,
    reference: 'r',
  } as never
  expect(findProvider('PRONTTUS').refund(request, context).next().value).toMatchObject({ url })
})
