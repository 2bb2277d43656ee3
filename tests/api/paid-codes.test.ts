/** One Pix code that two people pay, at a provider that tells of each Pix under the code's txid. */
import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { setReading, wakeReaderOf } from '../support/readings.ts'
import { askingAs, PATIENCE, untilLearnt, untilTold } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('TRANSFEERA')
})
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data
const act = async (txid: string, action: string) =>
  (await api.control<{ transaction: SandboxPix }>('POST', `/transactions/TRANSFEERA/${txid}/${action}`)).transaction

/** What is being read already may have been asked before the second Pix came. */
async function readAgain(id: string): Promise<void> {
  await setReading(api, id, { nextReadAt: sql`now()` })
  await wakeReaderOf(api, id)
}

/** As the fake provider's books have it. */
interface SandboxPix {
  id: string
  endToEndId: string
  refunded: number
}

/** A Pix of R$ 50,00 for the txid, as TRANSFEERA signs and words it. */
async function tell(txid: string, endToEndId: string): Promise<void> {
  const data = { id: randomUUID(), value: 50, end2end_id: endToEndId, txid, integration_id: txid }
  const payload = JSON.stringify({
    id: randomUUID(),
    version: 'v1',
    object: 'CashIn',
    date: new Date().toISOString(),
    data,
  })
  const secret = api.sandbox.accounts.find(({ provider }) => provider === 'TRANSFEERA')?.webhookSecret ?? ''
  const t = Date.now()
  const v1 = createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'transfeera-signature': `t=${t},v1=${v1}` }
  const url = `/webhooks/transfeera/${account.token}`
  expect((await api.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200)
}

it('the second Pix is a second payment, and a repeated notice of either is none', async () => {
  const made = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  const { id, transactionId: txid } = made
  const [first, second] = ['E12345678202601151200abcdef01234', 'E60701190202601151200fedcba98765']
  await tell(txid, first)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await tell(txid, first)
  await tell(txid, second)
  await untilCharge(id, { status: 'APPROVED', attention: 'doublePayment' })
  await tell(txid, second)
  const settled = async () => (await get(`/v1/webhook-events?chargeId=${id}&state=delivered`)).data.length
  await expect.poll(settled, PATIENCE).toBe(4)
  expect(await paymentsOf(id)).toEqual([
    expect.objectContaining({ transactionId: txid, state: 'APPROVED', amount: 5_000 }),
    expect.objectContaining({ transactionId: `${txid}.${second}`, state: 'APPROVED', amount: 5_000 }),
  ])
}, 120_000)

it('a second Pix that no notice tells of is found by reading, and each is given back by itself', async () => {
  const made = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  const { id, transactionId: txid } = made
  const { endToEndId } = await act(txid, 'pay')
  await tell(txid, endToEndId)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await untilTold(api, id, 1)
  await untilLearnt(api, id)
  const other = await act(txid, 'pay-again')
  await readAgain(id)
  await untilCharge(id, { status: 'APPROVED', attention: 'doublePayment' })
  const [first, further] = await paymentsOf(id)
  expect([first, further]).toMatchObject([
    { transactionId: txid, state: 'APPROVED', amount: 5_000 },
    { transactionId: `${txid}.${other.endToEndId}`, state: 'APPROVED', amount: 5_000 },
  ])
  const payload = { paymentId: further.id }
  expect((await call('POST', `/v1/charges/${id}/refunds`, payload)).json()).toMatchObject({ amount: 5_000 })
  const givenBack = async () => {
    const path = '/transactions?provider=TRANSFEERA'
    const { data } = await api.control<{ data: SandboxPix[] }>('GET', path)
    return [txid, other.id].map((one) => data.find((transaction) => transaction.id === one)?.refunded)
  }
  await expect.poll(givenBack, PATIENCE).toEqual([0, 5_000])
}, 120_000)

it('a paid code is believed while the list of its Pix fails, and the second Pix is found when it does not', async () => {
  onTestFinished(async () => void (await api.control('DELETE', '/faults')))
  await api.control('PUT', '/faults/TRANSFEERA/findCashIn', { fault: 'serverError', times: 0 })
  const made = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  const { id, transactionId: txid } = made
  await api.payUntold('TRANSFEERA', txid)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  const other = await act(txid, 'pay-again')
  await api.control('DELETE', '/faults')
  await readAgain(id)
  await untilCharge(id, { status: 'APPROVED', attention: 'doublePayment' })
  expect(await paymentsOf(id)).toMatchObject([
    { transactionId: txid, state: 'APPROVED', amount: 5_000 },
    { transactionId: `${txid}.${other.endToEndId}`, state: 'APPROVED', amount: 5_000 },
  ])
}, 120_000)

it('a Pix that was read before its notice came is no second payment', async () => {
  const made = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  const { id, transactionId: txid } = made
  await api.payUntold('TRANSFEERA', txid)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await api.temporal.workflow.getHandle(chargeWorkflowId(id)).result()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/webhooks/transfeera/${account.token}`
  await api.control('PUT', '/webhook-addresses/TRANSFEERA', { url })
  await api.control('POST', `/webhooks/TRANSFEERA/${txid}/resend`)
  await untilTold(api, id, 1)
  await untilLearnt(api, id)
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED', attention: null })
  expect(await paymentsOf(id)).toHaveLength(1)
}, 120_000)
