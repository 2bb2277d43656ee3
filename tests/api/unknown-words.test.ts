/** A status that no table knows is kept, counted and flagged, whatever the specification makes of it; what follows is believed. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

/** The providers themselves, for as much as a Pix charge needs: whatever is asked, the transaction as it stands is answered. */
const WIRES = {
  BRAVIVE: {
    transaction: (id: string, status: string) => ({ id, status, pix_code: '00020126-bravive' }),
    webhook: (id: string) => ({ type: 'PAYMENT', id, status: 'UPDATED' }),
    waits: 'PENDING',
    paid: 'APPROVED',
  },
  PAYSHARKGATEWAY: {
    transaction: (id: string, status: string) => ({ id, status, amount: 5000, pix: { qrcode: '00020126-payshark' } }),
    webhook: (id: string) => ({ type: 'transaction', objectId: id, data: { id, status: 'updated' } }),
    waits: 'waiting_payment',
    paid: 'paid',
  },
  HUNTERPAY: {
    transaction: (id: string, status: string) => ({ id, status, amount: 5000, pixCode: '00020126-hunter' }),
    webhook: (id: string) => ({ id, status: 'updated' }),
    waits: 'waiting_payment',
    paid: 'paid',
  },
} as const
type Code = keyof typeof WIRES
const CODES = Object.keys(WIRES) as Code[]

const PATIENCE = { timeout: 60_000 }

/** How each transaction stands at its provider, and which charge comes next. */
const words = new Map<string, string>()
/** No two notices are alike: a repeated one would not even be read. */
let notices = 0
let next = { id: '', word: '' }

let provider: Server
let metricsPort: number
let api: ChargingApi
const accounts = {} as Record<Code, { id: string; token: string }>
beforeAll(async () => {
  provider = createServer((request, response) => {
    const [, code = '', path = ''] = /^\/([A-Z0-9]+)(.*)$/.exec(request.url ?? '') ?? []
    const id = request.method === 'POST' ? next.id : (path.split('/').at(-1) ?? '')
    if (request.method === 'POST') words.set(id, next.word)
    const wire = WIRES[code as Code]
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(wire.transaction(id, words.get(id) ?? '')))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => provider.once('listening', done))
  metricsPort = await freePort()
  api = await startChargingApi({ settings: { workerMetricsPort: metricsPort } })
  const { port } = provider.address() as AddressInfo
  for (const code of CODES) accounts[code] = await api.connect(code, { baseUrl: `http://127.0.0.1:${port}/${code}` })
})
afterAll(async () => {
  await api?.close()
  provider?.close()
})

const seller = () => api.home.keys.seller
const get = async (path: string) => (await api.call(seller(), 'GET', path)).json()
async function charge(code: Code, word: string) {
  next = { id: crypto.randomUUID(), word }
  const answer = await api.call(seller(), 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: accounts[code].id },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; transactionId: string }
}
async function say(code: Code, { transactionId }: { transactionId: string }, word: string) {
  words.set(transactionId, word)
  const url = `/webhooks/${code.toLowerCase()}/${accounts[code].token}`
  const answer = await api.call(null, 'POST', url, {
    payload: { ...WIRES[code].webhook(transactionId), notice: ++notices },
  })
  expect(answer.statusCode).toBe(200)
}
const counted = async (code: Code) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`trilho_unmapped_statuses_total\\{provider="${code}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}
/** It is counted after it was written down. */
const untilCounted = (code: Code, count: number) => expect.poll(() => counted(code), PATIENCE).toBe(count)
const wordsOn = async (id: string) =>
  (await get(`/v1/charges/${id}/events`)).data.flatMap(
    ({ detail }: { detail: { unmapped?: boolean; rawStatus: string } }) => (detail?.unmapped ? [detail.rawStatus] : []),
  )
const untilFlagged = (id: string) =>
  expect
    .poll(() => get(`/v1/charges/${id}`), PATIENCE)
    .toMatchObject({ needsAttention: true, attention: 'unmappedStatus' })

describe.each(CODES)('%s', (code) => {
  it('a word that no table maps in the first answer leaves its trace, and the charge waits', async () => {
    const before = await counted(code)
    const { id } = await charge(code, 'quarantined')
    await untilFlagged(id)
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'PENDING', statusUnmapped: true })
    expect(await wordsOn(id)).toEqual(['quarantined'])
    await untilCounted(code, before + 1)
  })

  it('so does one that a reading finds later, once however often it is read; a known word then settles it', async () => {
    const before = await counted(code)
    const made = await charge(code, WIRES[code].waits)
    expect(await get(`/v1/charges/${made.id}`)).toMatchObject({ needsAttention: false, statusUnmapped: false })
    await say(code, made, 'quarantined')
    await untilFlagged(made.id)
    await say(code, made, 'quarantined')
    await say(code, made, WIRES[code].paid)
    await expect
      .poll(() => get(`/v1/charges/${made.id}`), PATIENCE)
      .toMatchObject({ status: 'APPROVED', needsAttention: false, statusUnmapped: false })
    expect(await wordsOn(made.id)).toEqual(['quarantined'])
    await untilCounted(code, before + 1)
  })

  it('and one that comes after the payment is flagged without undoing it', async () => {
    const made = await charge(code, WIRES[code].waits)
    await say(code, made, WIRES[code].paid)
    await expect.poll(() => get(`/v1/charges/${made.id}`), PATIENCE).toMatchObject({ status: 'APPROVED' })
    await say(code, made, 'quarantined')
    await untilFlagged(made.id)
    expect(await get(`/v1/charges/${made.id}`)).toMatchObject({ status: 'APPROVED', statusUnmapped: false })
  })
})

it('HUNTERPAY: a refund in a word that no table maps waits and is flagged; a known word then settles it', async () => {
  const made = await charge('HUNTERPAY', 'paid')
  await expect.poll(() => get(`/v1/charges/${made.id}`), PATIENCE).toMatchObject({ status: 'APPROVED' })
  const before = await counted('HUNTERPAY')
  words.set(made.transactionId, 'sob_analise')
  const { id } = (await api.call(seller(), 'POST', `/v1/charges/${made.id}/refunds`)).json()
  const refund = () => get(`/v1/refunds/${id}`)
  await expect.poll(refund, PATIENCE).toMatchObject({ state: 'PENDING', attention: 'unmappedStatus' })
  await untilCounted('HUNTERPAY', before + 1)
  const { data } = await get(`/v1/refunds/${id}/events`)
  expect(data).toContainEqual(
    expect.objectContaining({ detail: { reason: 'unmappedStatus', rawStatus: 'sob_analise' } }),
  )
  words.set(made.transactionId, 'refunded')
  await expect.poll(refund, PATIENCE).toMatchObject({ state: 'APPROVED', needsAttention: false })
}, 120_000)
