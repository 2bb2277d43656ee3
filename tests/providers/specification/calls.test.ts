/** The calls that the specification names for a provider are what its adapter sends: the method and the whole path. */
import { expect, test } from 'vitest'
import type { Risk } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import type { GoldenRequest } from '../support/fixtures.ts'
import { networkOf, onTheWire, play, startCase } from '../support/play.ts'
import { riskOf } from './money-requests.ts'
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

/** An account's own addresses, one for each host that any provider has: what follows them is the adapter's. */
const ADDRESSES = ['https://first.invalid', 'https://second.invalid', 'https://third.invalid', 'https://fourth.invalid']

interface Sent {
  request: GoldenRequest
  risk: Risk
  /** By the table that is kept by hand. */
  expected: Risk
}

/** What the adapter sends in the provider's goldens; their answers keep it going. */
function sentBy(code: string): Sent[] {
  const fixture = fixtureOf(code)
  const { hosts } = findProvider(code)
  const baseUrl = ADDRESSES.slice(0, 1 + Object.keys(hosts).length).join('|')
  return fixture.cases.flatMap((golden) =>
    play(startCase(fixture, golden, baseUrl), networkOf(golden)).requests.map((request) => ({
      request: onTheWire(fixture, request),
      risk: request.risk,
      expected: riskOf(code, golden, request),
    })),
  )
}

/** Those of the requests that are this call, and what was sent instead. */
function sentAs(code: string, call: string): { those: Sent[]; all: string } {
  const sent = sentBy(code)
  const [method = '', target = ''] = call.split(' ')
  const [path = '', names = ''] = target.split('?')
  const whole = new RegExp(`^${path.replaceAll('{id}', '[^/]+')}$`)
  const isIt = ({ request }: Sent) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    const isAsked =
      ADDRESSES.includes(origin) && names.split('&').every((name) => name === '' || searchParams.has(name))
    return request.method === method && whole.test(pathname) && isAsked
  }
  const all = [...new Set(sent.map(({ request }) => `${request.method} ${request.url}`))].join('\n')
  return { those: sent.filter(isIt), all }
}

test.each(rows)('%s is sent %s', (code, call) => {
  const { those, all } = sentAs(code, call)
  expect(those.length, all).toBeGreaterThan(0)
})

test.each(rows.filter(([, call]) => !call.startsWith('GET ')))(
  '%s: %s is sent as a request that is never repeated unasked, where it makes something',
  (code, call) => {
    const { those } = sentAs(code, call)
    expect(those.map(({ risk }) => risk)).toEqual(those.map(({ expected }) => expected))
  },
)
