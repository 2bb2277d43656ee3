/** Money that goes back is measured against what was paid, which may be less than was charged, and not be said beside it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const SECRET = 'trilho-demo-flow2pay-token'
/** What is paid of the 5,000 that are charged. */
const PAID = 2_200

let api: ChargingApi
let flow2pay: { id: string; token: string }
let payshark: { id: string; token: string }
/** What PAYSHARKGATEWAY says of every transaction, which is never its amount. */
let said: { status: string; refundedAmount?: number } = { status: 'waiting_payment' }
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    const id = request.method === 'POST' ? crypto.randomUUID() : (request.url ?? '').split('/').at(-1)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id, pix: { qrcode: '00020126-payshark' }, ...said }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  api = await startChargingApi()
  const { port } = server.address() as AddressInfo
  payshark = await api.connect('PAYSHARKGATEWAY', { baseUrl: `http://127.0.0.1:${port}` })
  flow2pay = await api.connect('FLOW2PAY')
})
afterAll(async () => {
  await api?.close()
  server?.close()
})

const { call, get, untilCharge } = askingAs('operator', () => api)
const refundsOf = async (id: string) => (await get(`/v1/refunds?chargeId=${id}`)).data

async function make(providerAccountId: string): Promise<{ id: string; transactionId: string }> {
  const answer = await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
async function tell(path: string, payload: object): Promise<void> {
  expect((await api.app.inject({ method: 'POST', url: `/webhooks/${path}`, payload })).statusCode).toBe(200)
}

describe('FLOW2PAY, which states how much comes and how much goes back', () => {
  const notice = (evento: string, txid: string, valor: number) =>
    tell(`flow2pay/${flow2pay.token}`, { evento, token: SECRET, txid, valor })
  async function paidInPart() {
    const charge = await make(flow2pay.id)
    await api.control('POST', `/transactions/FLOW2PAY/${charge.transactionId}/pay`)
    await notice('PixIn', charge.transactionId, PAID)
    await untilCharge(charge.id, { attention: 'amountMismatch' })
    const resolved = await call('POST', `/v1/operations/charge%2F${charge.id}/resolve`, { outcome: 'created' })
    expect(resolved.statusCode).toBe(202)
    await untilCharge(charge.id, { status: 'APPROVED', needsAttention: false })
    return charge
  }

  it('has given back all that was paid, as it was asked to', async () => {
    const { id, transactionId } = await paidInPart()
    expect((await call('POST', `/v1/charges/${id}/refunds`, { amount: PAID })).statusCode).toBe(201)
    await notice('PixInReversal', transactionId, PAID)
    await untilCharge(id, { status: 'REFUNDED', refundedAmount: PAID, needsAttention: false })
    await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ status: true, amount: PAID }])
  }, 120_000)

  it('has taken back all that was paid', async () => {
    const { id, transactionId } = await paidInPart()
    await notice('PixInReversal', transactionId, PAID)
    await untilCharge(id, { status: 'CHARGEBACK', needsAttention: false })
  }, 120_000)

  it('has taken back a part of it', async () => {
    const { id, transactionId } = await paidInPart()
    await notice('PixInReversal', transactionId, PAID - 1)
    await untilCharge(id, { status: 'APPROVED', attention: 'returnedInPart' })
  }, 120_000)
})

describe('a provider that calls a part refunded, and does not say of how much', () => {
  it('leaves the charge paid, and what went back is a refund of a part', async () => {
    said = { status: 'waiting_payment' }
    const { id, transactionId } = await make(payshark.id)
    const news = () =>
      tell(`paysharkgateway/${payshark.token}`, {
        id: crypto.randomUUID(),
        type: 'transaction',
        objectId: transactionId,
        data: { id: transactionId, status: 'updated' },
      })
    said = { status: 'paid' }
    await news()
    await untilCharge(id, { status: 'APPROVED' })
    for (const refundedAmount of [1_000, 2_500]) {
      said = { status: 'refunded', refundedAmount }
      await news()
      await untilCharge(id, { status: 'APPROVED', refundedAmount, needsAttention: false })
    }
    said = { status: 'refunded', refundedAmount: 5_000 }
    await news()
    await untilCharge(id, { status: 'REFUNDED', refundedAmount: 5_000 })
    const amounts = (await refundsOf(id)).map(({ amount }: { amount: number }) => amount)
    expect(amounts.toSorted()).toEqual([1_000, 1_500, 2_500])
  }, 120_000)
})
