/** The calls that the specification names for a provider are in its goldens: method, path and host part. */
import { expect, test } from 'vitest'
import { requestsOf } from '../support/play.ts'
import { fixtureOf } from './support.ts'

const CHARGING = ['POST /transactions', 'GET /transactions/{id}']
const REFUNDING = [...CHARGING, 'POST /transactions/{id}/refund']

/** `{id}` is any one step of a path; a query is named by its parameters. */
const CALLS: readonly (readonly [string, readonly string[]])[] = [
  ['IUGUBAAS', ['POST /invoices', 'POST /charge', 'GET /invoices/{id}', 'POST /invoices/{id}/refund']],
  [
    'VILLET',
    ['POST /recipients', 'GET /recipients/{id}', 'GET /balance/available?recipientId', 'POST /transfers', ...REFUNDING],
  ],
  ['MEDIUS', ['POST /withdrawals/cashout', ...CHARGING]],
  [
    'ABMEXSPLIT',
    ['POST /marketplaces', 'GET /marketplaces/{id}', 'POST /sells', 'GET /sells/{id}', 'POST /sells/{id}/refund'],
  ],
  [
    'CELCOIN',
    ['POST /token', 'POST /charges', 'PUT /charges/{id}/galaxPayId/capture', 'GET /charges?galaxPayIds&startAt&limit'],
  ],
  [
    'PAGARMEBAAS',
    [
      'POST /recipients/{id}/withdrawals',
      'POST /tokens?appId',
      'POST /customers',
      'POST /customers/{id}/cards',
      'POST /orders',
      'GET /orders/{id}',
      'DELETE /charges/{id}',
    ],
  ],
  ['PRONTTUS', ['POST /payment/withdraw', 'POST /payment', 'GET /payment/{id}', 'POST /v1/payment/refund']],
  ['CASHTIME', ['POST /request/withdraw', 'POST /transactions', 'GET /details/orders/{id}']],
  ['REFLOWPAY', ['POST /request/withdraw', 'GET /request/withdraw/{id}', 'POST /transactions']],
  ['LYNXPAY', ['POST /v1/card-token?publicKey', ...REFUNDING]],
  [
    'ZENDRY',
    ['POST /auth/generate_token', 'POST /v1/pix/payments', 'POST /v1/pix/qrcodes', 'GET /v1/pix/qrcodes/{id}'],
  ],
  ['PAGUESAFE', REFUNDING],
  ['PIXIUM', REFUNDING],
  ['HORIZONBANK', REFUNDING],
  [
    'TREEAL',
    ['POST /oauth/token', 'POST /cob', 'GET /cob/{id}', 'POST /api/v2/pix/payments/dict', 'POST /sells/{id}/refund'],
  ],
  ['PODPAY', ['POST /oauth/token', 'POST /cob', 'GET /cob/{id}', 'POST /api/v2/pix/payments/dict']],
  ['VENIT', ['POST /transaction', 'GET /transaction?id']],
  ['FAIRPAY', [...CHARGING, 'DELETE /transactions/{id}']],
  ['ROYALTY', ['POST /user/transactions', 'GET /user/transactions/{id}', 'POST /user/transactions/{id}/refund']],
  ['NEWLEVEL', ['POST /cashout', ...REFUNDING]],
  ['BMB', ['POST /GerarQRCode', 'POST /consultaQRCode']],
  ['TRANSAC', CHARGING],
  ['UNICOPAY', CHARGING],
  ['VENITIP', CHARGING],
  ['GATYWAY', ['POST /transfers', 'POST /card-token', ...REFUNDING]],
  ['RAPDYN', ['POST /transfers/out', 'POST /payments', 'GET /transactions/{id}', 'PUT /payments/refund/{id}']],
  ['BRAVIVE', ['POST /payments', 'GET /payments/{id}', 'POST /withdraws', 'GET /withdraws/{id}']],
  ['HUNTERPAY', ['POST /transactions/v2/purchase', 'GET /transactions/{id}', 'DELETE /transactions/{id}']],
]

const rows = CALLS.flatMap(([code, calls]) => calls.map((call) => [code, call] as const))

test.each(rows)('%s is sent %s', (code, call) => {
  const sent = fixtureOf(code).cases.flatMap((golden) => requestsOf(golden))
  const [method = '', target = ''] = call.split(' ')
  const [path = '', names = ''] = target.split('?')
  const ending = new RegExp(`${path.replaceAll('{id}', '[^/]+')}$`)
  const isIt = (request: (typeof sent)[number]) => {
    const url = new URL(request.url)
    const hasNames = names === '' || names.split('&').every((name) => url.searchParams.has(name))
    return request.method === method && ending.test(url.pathname) && hasNames
  }
  expect(sent.some(isIt), [...new Set(sent.map(({ method, url }) => `${method} ${url}`))].join('\n')).toBe(true)
})
