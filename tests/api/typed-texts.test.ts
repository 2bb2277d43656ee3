/** What is refused of texts that somebody typed, whatever the field. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { NEW_CARD, NEW_CHARGE } from './charging.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

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
