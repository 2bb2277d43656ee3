/** A notice that comes again, to the letter, after another one: it may say something new, and only the provider knows. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { untilTold } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

/** It is read a minute after its last reading, and the next sweep finds that. */
const PATIENCE = { timeout: 180_000, interval: 100 }

let api: ChargingApi
let zendry: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  zendry = await api.connect('ZENDRY')
  await api.control('PUT', '/webhook-addresses/ZENDRY', { url: 'http://127.0.0.1:1/' })
})
afterAll(() => api?.close())

interface Shown {
  id: string
  status: string
  transactionId: string
}

const charge = async (id: string): Promise<Shown> =>
  (await api.call(api.home.keys.operator, 'GET', `/v1/charges/${id}`)).json()

/** What the fake posted last, posted to us. */
async function hear(transactionId: string): Promise<string> {
  const { data } = await api.control<{ data: { body: string }[] }>(
    'GET',
    `/webhooks?provider=ZENDRY&transaction=${transactionId}`,
  )
  const body = data[0]?.body ?? ''
  const answer = await api.call(null, 'POST', `/webhooks/zendry/${zendry.token}`, {
    payload: body,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(200)
  return body
}

it('a dispute that is won is told of as the payment was, and the charge is paid again', async () => {
  const made = await api.call(api.home.keys.operator, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: zendry.id },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const { id, transactionId } = made.json<Shown>()
  const said: string[] = []
  for (const [action, status] of [
    ['pay', 'APPROVED'],
    ['chargeback', 'CHARGEBACK'],
    ['win', 'APPROVED'],
  ]) {
    await api.control('POST', `/transactions/ZENDRY/${transactionId}/${action}`)
    said.push(await hear(transactionId))
    await vi.waitFor(async () => expect((await charge(id)).status).toBe(status), PATIENCE)
    await untilTold(api, id, new Set(said).size)
  }
  expect(said[2]).toBe(said[0])
  expect(await charge(id)).toMatchObject({ attention: null })
}, 600_000)
