/** A notice that comes again, to the letter, after another one: it may say something new, and only the provider knows. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askingAs, untilTold } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

/** It is read a minute after its last reading, and the next sweep finds that. */
const PATIENCE = { timeout: 180_000, interval: 100 }

let api: ChargingApi
let zendry: { id: string; token: string }
let flow2pay: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  zendry = await api.connect('ZENDRY')
  flow2pay = await api.connect('FLOW2PAY')
  await api.control('PUT', '/webhook-addresses/ZENDRY', { url: 'http://127.0.0.1:1/' })
})
afterAll(() => api?.close())

interface Shown {
  id: string
  status: string
  transactionId: string
}

const { call, get, untilCharge } = askingAs('operator', () => api)
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

it('at a provider that cannot be asked a dispute that is won is heard of also after the customer was erased', async () => {
  const customer = { ...NEW_CHARGE.customer, document: '11144477735' }
  const made = await api.call(api.home.keys.operator, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, customer, providerAccountId: flow2pay.id },
  })
  const { id, transactionId: txid } = made.json<Shown>()
  const say = async (evento: string) => {
    const payload = { evento, token: 'trilho-demo-flow2pay-token', txid, valor: NEW_CHARGE.amount }
    const answer = await api.call(null, 'POST', `/webhooks/flow2pay/${flow2pay.token}`, { payload })
    expect(answer.statusCode).toBe(200)
  }
  await say('PixIn')
  await untilCharge(id, { status: 'APPROVED' })
  await untilTold(api, id, 1)
  const { customerId } = await get(`/v1/charges/${id}`)
  const erase = () => api.call(api.home.keys.operator, 'DELETE', `/v1/customers/${customerId}`)
  await expect.poll(async () => (await erase()).statusCode, PATIENCE).toBe(204)
  const [{ id: noticeId }] = (await get(`/v1/webhook-events?chargeId=${id}`)).data
  expect((await call('POST', `/v1/webhook-events/${noticeId}/replay`)).json()).toMatchObject({ code: 'conflict' })
  await say('PixInReversal')
  await untilCharge(id, { status: 'CHARGEBACK' })
  await untilTold(api, id, 2)
  await say('PixIn')
  await untilCharge(id, { status: 'CHARGEBACK', attentionReasons: ['disputeWon'] })
})

it('at a provider that cannot be asked an operator is, once for each dispute: the payment after the notice that its bank took it back', async () => {
  const made = await api.call(api.home.keys.operator, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: flow2pay.id },
  })
  const { id, transactionId: txid } = made.json<Shown>()
  const say = async (evento: string, more: object = {}) => {
    const payload = { ...more, evento, token: 'trilho-demo-flow2pay-token', txid, valor: NEW_CHARGE.amount }
    const answer = await api.call(null, 'POST', `/webhooks/flow2pay/${flow2pay.token}`, { payload })
    expect(answer.statusCode).toBe(200)
  }
  /** How often each was taken to the charge again, the newest first. */
  const replays = async () =>
    (await get(`/v1/webhook-events?chargeId=${id}`)).data.map((event: { replays: number }) => event.replays)
  await say('PixIn')
  await untilTold(api, id, 1)
  await say('PixIn')
  expect(await replays()).toEqual([0])
  await say('PixInReversal')
  await untilTold(api, id, 2)
  await untilCharge(id, { status: 'CHARGEBACK', attention: null })
  await say('PixInReversal')
  expect(await replays()).toEqual([0, 0])
  await say('PixIn')
  await untilCharge(id, { status: 'CHARGEBACK', attentionReasons: ['disputeWon'] })
  await untilTold(api, id, 2)
  await say('PixIn')
  expect(await replays()).toEqual([0, 1])

  // The operator finds that it was kept, and the bank demands it once more.
  const [{ id: dispute }] = (await get(`/v1/disputes?chargeId=${id}`)).data
  const won = { state: 'WON', note: 'It says so in the dashboard' }
  expect((await call('POST', `/v1/disputes/${dispute}/resolve`, won)).statusCode).toBe(200)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await say('PixInReversal', { codigoTransacao: 'E2' })
  await untilCharge(id, { status: 'CHARGEBACK', attention: null })
  await untilTold(api, id, 3)
  await say('PixIn')
  await untilCharge(id, { status: 'CHARGEBACK', attentionReasons: ['disputeWon'] })
})
