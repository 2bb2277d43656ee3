import { createHmac } from 'node:crypto'
import { account, CPF, REFERENCE, type Scenario } from '../scenario.ts'

export const mercadopago: Scenario = {
  provider: 'MERCADOPAGO',
  login: async (api) => ({ authorization: `Bearer ${account(api, 'MERCADOPAGO').secretKey}` }),
  wrongLogins: [{}, { authorization: 'Bearer wrong' }],
  creation: async (_api, webhookUrl) => ({
    path: '/v1/payments',
    headers: { 'x-idempotency-key': REFERENCE },
    body: {
      transaction_amount: 12.34,
      payment_method_id: 'pix',
      external_reference: REFERENCE,
      notification_url: webhookUrl,
      date_of_expiration: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, -1)}+00:00`,
      payer: { email: 'ana@example.com', identification: { type: 'CPF', number: CPF } },
    },
  }),
  createdStatus: 201,
  id: 'id',
  status: 'status',
  code: 'point_of_interaction.transaction_data.qr_code',
  amount: ['transaction_amount', 12.34],
  readPath: (id) => `/v1/payments/${id}`,
  read: { id: 'id', status: 'status' },
  find: { path: () => `/v1/payments/search?external_reference=${REFERENCE}`, ids: 'results.0.id' },
  required: ['transaction_amount', 'payment_method_id', 'payer', 'payer.email'],
  wrong: [
    ['transaction_amount', 12.345],
    ['transaction_amount', '12.34'],
    ['payer.identification.number', '11111111111'],
    ['date_of_expiration', '2020-01-01T00:00:00.000-04:00'],
    ['date_of_expiration', new Date(Date.now() + 86_400_000).toISOString()],
    ['notification_url', 'not an address'],
  ],
  unknownId: { path: '/v1/payments/1', status: 404 },
  error: 'message',
  words: {
    pending: 'pending',
    paid: 'approved',
    refused: 'rejected',
    expired: 'cancelled',
    refunded: 'refunded',
    chargeback: 'charged_back',
  },
  webhook: {
    addressInRequest: true,
    id: ({ body }) => body.data.id,
    paid: ({ body }) => [body.action, body.status, body.data.status],
    paidValue: ['payment.updated', undefined, undefined],
    isSigned: ({ headers, path }, secret) => {
      const id = new URL(path, 'http://receiver').searchParams.get('data.id')
      const [, ts, v1] = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
      const manifest = `id:${id};request-id:${headers['x-request-id']};ts:${ts};`
      return v1 === createHmac('sha256', secret).update(manifest).digest('hex')
    },
  },
}
