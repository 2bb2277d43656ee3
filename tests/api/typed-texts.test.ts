/** What is refused of texts that a user typed, whatever the field. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { RECEIVER } from '../support/receivers.ts'
import { NEW_CARD, NEW_CHARGE } from './charging.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ITEM = { title: 'Curso', unitPrice: 5000, quantity: 1 }
const WITHDRAWAL = { amount: 5000, paymentMethod: 'PIX', pixKey: '52998224725', pixType: 'CPF' }
const NUMBER = NEW_CARD.cardNumber
const PRINTED = NUMBER.replace(/(?<=\d)(?=(?:\d{4})+$)/g, ' ')
const post = (path: string, payload: object) => api.call(api.home.keys.admin, 'POST', path, { payload })
const customer = { ...NEW_CHARGE.customer, name: `Maria ${NUMBER}` }

test.each([
  ['/v1/charges', { ...NEW_CHARGE, customer }, '/customer/name'],
  ['/v1/charges', { ...NEW_CHARGE, orderId: PRINTED }, '/orderId'],
  ['/v1/charges', { ...NEW_CHARGE, metadata: { note: PRINTED } }, '/metadata/note'],
  ['/v1/products', { name: NUMBER }, '/name'],
])('a card number in another field is refused beside it: %s %j', async (path, payload, field) => {
  const answer = await post(path, payload)
  expect(answer.json(), answer.body).toMatchObject({ status: 422, errors: [{ path: field, rule: 'cardNumber' }] })
  expect(answer.body).not.toContain(NUMBER)
  expect(await api.database.writer.select().from(charges)).toEqual([])
})

test.each([
  { orderId: 'a\ud800b' },
  { customer: { ...NEW_CHARGE.customer, name: 'a\ud800b' } },
  { metadata: { a: '\udc00' } },
])('half of a character is no text: %j', async (more) => {
  const answer = await post('/v1/charges', { ...NEW_CHARGE, ...more })
  expect(answer.json(), answer.body).toMatchObject({ status: 400, code: 'malformed_request' })
})

const NAMED: [string, (name: string) => object, string][] = [
  ['/v1/charges', (name) => ({ ...NEW_CHARGE, customer: { ...NEW_CHARGE.customer, name } }), '/customer/name'],
  ['/v1/charges', (name) => ({ ...NEW_CHARGE, items: [{ ...ITEM, title: name }] }), '/items/0/title'],
  ['/v1/products', (name) => ({ name }), '/name'],
  ['/v1/payment-links', (title) => ({ title, amount: 5000 }), '/title'],
  ['/v1/receivers', (name) => ({ ...RECEIVER, name }), '/name'],
  ['/v1/withdrawals', (name) => ({ ...WITHDRAWAL, name }), '/name'],
  ['/v1/platforms', (name) => ({ name }), '/name'],
]
const HIDDEN = {
  'a direction override': '\u202e',
  'an embedding': '\u202a',
  'an isolate': '\u2066',
  'the end of an isolate': '\u2069',
  'a mark of direction': '\u200f',
  'a space without width': '\u200b',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a filler': '\u3164',
  'an escape': '\u001b',
}

test.each(
  NAMED.flatMap(([path, body, field]) => Object.entries(HIDDEN).map((named) => [path, field, body, ...named] as const)),
)('%s, %s: a name with a character that is not seen is refused: %s', async (path, field, body, _, character) => {
  const answer = await post(path, body(`Ana${character} Souza`))
  const errors = [{ path: field, rule: 'hiddenCharacter', message: expect.any(String) }]
  expect(answer.json(), answer.body).toMatchObject({ status: 400, code: 'malformed_request', errors })
})

test.each(['\u200d', ' \u200c\u200c ', '\ufe0f', '\u{e0067}\u{e007f}'])(
  'a name of which nothing is seen is refused: %j',
  async (name) => {
    const answer = await post('/v1/products', { name })
    const errors = [{ path: '/name', rule: 'hiddenCharacter', message: expect.any(String) }]
    expect(answer.json(), answer.body).toMatchObject({ status: 400, code: 'malformed_request', errors })
  },
)

test.each([
  '👩\u200d👩\u200d👧',
  'می\u200cخواهم',
  'क्\u200dष',
  '❤\ufe0f',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'José\nda Silva\t1',
])('a name of characters that are seen is kept as it is: %j', async (name) => {
  const answer = await post('/v1/products', { name })
  expect([answer.statusCode, answer.json().name], answer.body).toEqual([201, name])
})

test.each([
  ['own facts', { metadata: { note: 'a\u202eb' } }],
  [
    'what a wrong character set makes of a capital letter',
    { customer: { ...NEW_CHARGE.customer, name: 'Ã\u0081lvaro' } },
  ],
])('%s are no reason to refuse a charge', async (_, more) => {
  const answer = await post('/v1/charges', { ...NEW_CHARGE, ...more })
  expect(answer.json(), answer.body).toMatchObject({ status: 422, code: 'no_provider_account' })
})
