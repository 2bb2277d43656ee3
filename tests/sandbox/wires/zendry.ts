import { createHash } from 'node:crypto'
import { account, basic, CPF, call, REFERENCE, type Scenario } from '../scenario.ts'

export const zendry: Scenario = {
  provider: 'ZENDRY',
  login: async (api) => {
    const { publicKey, secretKey } = account(api, 'ZENDRY')
    const headers = { authorization: basic(publicKey ?? '', secretKey) }
    const body = { grant_type: 'client_credentials' }
    const token = await call(api, 'ZENDRY', { method: 'POST', path: '/auth/generate_token', headers, body })
    return { authorization: `Bearer ${token.body.access_token}` }
  },
  wrongLogins: [{}, { authorization: 'Bearer wrong' }, { authorization: basic('a', 'b') }],
  creation: async () => ({
    path: '/v1/pix/qrcodes',
    body: {
      value_cents: 1234,
      generator_name: 'Ana Souza',
      generator_document: CPF,
      expiration_time: '1800',
      external_reference: REFERENCE,
    },
  }),
  createdStatus: 201,
  id: 'qrcode.reference_code',
  status: '',
  code: 'qrcode.content',
  readPath: (id) => `/v1/pix/qrcodes/${id}`,
  read: { id: 'qrcode.reference_code', status: 'qrcode.status' },
  find: {
    path: () => `/v1/pix/qrcodes?registration_start_date=2020-01-01T00:00:00&registration_end_date=2099-01-01T00:00:00`,
    ids: 'qrcodes.0.reference_code',
  },
  required: ['value_cents', 'generator_document'],
  wrong: [
    ['value_cents', 12.34],
    ['value_cents', '1234'],
    ['value_cents', 0],
    ['generator_document', '123.456.789-09'],
    ['expiration_time', '0'],
  ],
  unknownId: { path: '/v1/pix/qrcodes/NOPE', status: 406 },
  error: 'error',
  words: { pending: 'awaiting_payment', paid: 'paid', refused: 'canceled', expired: 'canceled', chargeback: 'error' },
  webhook: {
    addressInRequest: false,
    id: ({ body }) => body.message.reference_code,
    paid: ({ body }) => [body.notification_type, body.message.status, body.message.external_reference],
    paidValue: ['pix_qrcode', 'paid', REFERENCE],
    isSigned: ({ headers, body }, secret) => {
      const { reference_code, end_to_end, value_cents } = body.message
      const text = `qrcode.${reference_code}.${end_to_end}.${value_cents}.${secret}`
      return Boolean(headers.authorization) && body.md5 === createHash('md5').update(text).digest('hex')
    },
  },
}
