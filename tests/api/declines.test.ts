/** What a buyer is told of a declined card, and what the seller is. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUYERS_CARD, newLink } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

let api: ChargingApi
let slug: string
/** What the bank says of the next card, in the words of PAGUESAFE. */
let reason = ''
let bank: Server
beforeAll(async () => {
  bank = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: uuidv7(), status: 'refused', refusedReason: { description: reason } }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => bank.once('listening', done))
  api = await startChargingApi({ limits: NO_LIMITS, sweeps: false })
  await api.connect('PAGUESAFE', { baseUrl: `http://127.0.0.1:${(bank.address() as AddressInfo).port}` })
  slug = await newLink(api, api.home.keys.seller)
})
afterAll(async () => {
  await api?.close()
  bank?.close()
})

/** @returns the buyer's view of a card that the bank declined with these words. */
async function declined(words: string) {
  reason = words
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'CREDIT_CARD', card: BUYERS_CARD },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const view = answer.json()
  expect(view.status).toBe('REJECTED')
  expect((await api.call(null, 'GET', `/v1/checkout/${view.token}`)).json()).toEqual(view)
  return view
}

it.each([
  ['Saldo insuficiente', 'insufficientFunds', 'O banco diz que não há limite ou saldo para esta compra.'],
  ['Cartão vencido', 'expiredCard', 'O cartão está vencido.'],
  ['CVV incorreto', 'invalidCard', 'Algum dado do cartão não confere: número, validade ou código de segurança.'],
  [
    'ERR_9921',
    'notAuthorized',
    'O banco não autorizou a compra e não informou o motivo: fale com ele ou use outro cartão.',
  ],
])('a card of which the bank says %s is declined as %s', async (words, kind, message) => {
  expect(await declined(words)).toMatchObject({ declined: kind, message })
})

it('a buyer cannot tell a suspicion from a refusal without a reason; the seller reads the provider’s own words', async () => {
  const suspected = 'Suspeita de fraude: score 91'
  const [thief, other] = [await declined(suspected), await declined('Transação não autorizada')]
  const told = { declined: 'notAuthorized', message: expect.stringMatching(/^O banco não autorizou a compra/) }
  expect(thief).toMatchObject(told)
  const { token, createdAt } = other
  expect({ ...thief, token, createdAt }).toEqual(other)
  const { data } = (await api.call(api.home.keys.seller, 'GET', '/v1/charges')).json()
  expect(data.find(({ checkoutToken }: { checkoutToken: string }) => checkoutToken === thief.token)).toMatchObject({
    failureMessage: suspected,
    refusal: 'suspectedFraud',
  })
})
