/** A platform that asks for many movements at once, at a provider that hangs, beside another platform that asks for one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RECEIVER } from '../support/receivers.ts'
import { newLink } from './buyers-link.ts'
import { type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi, waitingBriefly } from './charging.ts'

/** Of all lines. One of them is for those that have none under way, and one that is alone has half of the others. */
const AT_ONCE = 5
const ALONE = 2
/** That one line alone may have under way or waiting. */
const PLACES = 15

/** Longer than a gate is ever shut: no request of a buyer or to a provider ends before. */
const GATE_MS = 110_000

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({
    settings: { movementsAtOnce: AT_ONCE },
    limits: NO_LIMITS,
    creationWaitMs: GATE_MS,
    providersTimeoutMs: GATE_MS,
  })
})
afterAll(() => api?.close())

/** What stands before a fake provider: it holds requests back until it is opened, and counts those that came. */
async function gate(provider: string) {
  const target = api.sandbox.accounts.find((account) => account.provider === provider)?.baseUrl ?? ''
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const came: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'POST') came.push(request.url ?? '')
    await opened
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(`${new URL(target).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}${new URL(target).pathname}`
  return { baseUrl, came, open, close: () => server.close() }
}

const secrets = (provider: string) => {
  const { publicKey, secretKey, webhookSecret } =
    api.sandbox.accounts.find((account) => account.provider === provider) ?? {}
  return Object.fromEntries(Object.entries({ publicKey, secretKey, webhookSecret }).filter(([, value]) => value))
}
const post = (key: string | null, url: string, payload: object, idempotencyKey?: string) =>
  api.call(key, 'POST', url, {
    payload,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  })
const PIX = { paymentMethod: 'PIX', amount: 500, pixKey: '529.982.247-25', pixType: 'CPF' }
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted()

it.each([
  ['/v1/charges', NEW_CHARGE],
  ['/v1/withdrawals', PIX],
])('begins few of them at a time, and the other platform is answered meanwhile: %s', async (url, payload) => {
  const held = await gate('ASAAS')
  const { id: providerAccountId } = await api.connect('ASAAS', { baseUrl: held.baseUrl })
  await api.addAccount(api.other, 'ASAAS', {
    secrets: secrets('ASAAS'),
    baseUrl: api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.baseUrl ?? '',
  })
  const own = { ...payload, providerAccountId }
  const flood = Array.from({ length: PLACES }, () => post(api.home.keys.seller, url, own))
  await expect.poll(() => held.came.length).toBe(ALONE)
  expect((await post(api.other.keys.seller, url, payload)).statusCode).toBe(201)
  expect(held.came).toHaveLength(ALONE)
  held.open()
  expect(statuses(await Promise.all(flood))).toEqual(Array(PLACES).fill(201))
  held.close()
})

const untilWaiting = (count: number) =>
  expect
    .poll(async () => (await api.call(null, 'GET', '/metrics')).body)
    .toContain(`trilho_movements{state="waiting"} ${count}`)

/** The programs of the first platform have no place left, at a provider that hangs, while `run` runs. */
async function whileFull(run: () => Promise<void>) {
  const held = await gate('ASAAS')
  const { id: providerAccountId } = await api.connect('ASAAS', { baseUrl: held.baseUrl, priority: 900 })
  const ask = () => post(api.home.keys.seller, '/v1/charges', { ...NEW_CHARGE, providerAccountId })
  const flood = Array.from({ length: PLACES }, ask)
  await expect.poll(() => held.came.length).toBe(ALONE)
  // The last of them may still be read while the first are at the provider.
  await untilWaiting(PLACES - ALONE)
  await run().finally(held.open)
  expect(statuses(await Promise.all(flood))).toEqual(Array(PLACES).fill(201))
  held.close()
}

describe('while the places of its programs are taken', () => {
  let slug: string
  let paid: { id: string }
  let shelter: string
  beforeAll(async () => {
    await api.connect('ASAAS', { priority: 1 })
    shelter = (await api.connect('VILLET')).id
    slug = await newLink(api, api.home.keys.seller)
    paid = (await post(api.home.keys.seller, '/v1/charges', NEW_CHARGE)).json()
    await api.payUntold('ASAAS', (await read(`/v1/charges/${paid.id}`)).transactionId)
    const status = async () => (await read(`/v1/charges/${paid.id}`)).status
    await vi.waitFor(async () => expect(await status()).toBe('APPROVED'), 60_000)
  })
  const read = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
  const once = { ...PIX, withdrawReference: 'once' }

  it('each kind of movement is refused, what was made before is told, and a buyer pays', async () => {
    const kinds = [
      ['/v1/charges', NEW_CHARGE],
      ['/v1/withdrawals', PIX],
      ['/v1/receivers', { ...RECEIVER, providerAccountId: shelter }],
      [`/v1/charges/${paid.id}/refunds`, { amount: 100 }],
    ] as const
    const first = await post(api.home.keys.seller, '/v1/withdrawals', once)
    await whileFull(async () => {
      for (const [url, payload] of kinds) {
        const answer = await post(api.home.keys.seller, url, payload)
        expect(answer.statusCode, url).toBe(429)
        expect(answer.json()).toMatchObject({ code: 'rate_limited', errors: [{ path: '', rule: 'crowded' }] })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      const again = await post(api.home.keys.seller, '/v1/withdrawals', once)
      expect([again.statusCode, again.json().id]).toEqual([200, first.json().id])
      const { customer } = NEW_CHARGE
      const bought = await post(null, `/v1/checkout/pages/${slug}/charges`, { customer, paymentMethod: 'PIX' }, 'buyer')
      expect(bought.statusCode, bought.body).toBe(201)
      const figures = (await api.call(null, 'GET', '/metrics')).body
      expect(figures).toContain('trilho_movements_refused_total 4')
      expect(figures).toContain(`trilho_movements{state="waiting"} ${PLACES - ALONE}`)
    })
    for (const [url, payload] of kinds)
      expect((await post(api.home.keys.seller, url, payload)).statusCode, url).toBe(201)
  })
})

it('what waits too long is refused, of which nothing is made: the same key makes it later', async () => {
  const held = await gate('ASAAS')
  const { id: providerAccountId } = await api.connect('ASAAS', { baseUrl: held.baseUrl })
  const ask = (number: number) =>
    post(api.home.keys.seller, '/v1/charges', { ...NEW_CHARGE, amount: 7_000, providerAccountId }, `flood-${number}`)
  const under = Array.from({ length: ALONE }, (_, number) => ask(number))
  await expect.poll(() => held.came.length).toBe(ALONE)
  const waiting = Array.from({ length: 3 }, (_, number) => ALONE + number)
  const refused = await waitingBriefly(api, () => Promise.all(waiting.map(ask)))
  expect(statuses(refused)).toEqual([429, 429, 429])
  held.open()
  expect(statuses(await Promise.all(under))).toEqual([201, 201])
  for (const number of waiting) expect((await ask(number)).statusCode).toBe(201)
  const { data } = (await api.call(api.home.keys.seller, 'GET', '/v1/charges?limit=100')).json()
  expect(data.filter(({ amount }: { amount: number }) => amount === 7_000)).toHaveLength(ALONE + 3)
  held.close()
})

it('a process that stops refuses what waits for its turn, and hears of charges until what is under way is answered', async () => {
  const held = await gate('ASAAS')
  const { id: providerAccountId } = await api.connect('ASAAS', { baseUrl: held.baseUrl })
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { authorization: `Bearer ${api.home.keys.seller}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...NEW_CHARGE, providerAccountId })
  const answers: { statusCode: number; said: unknown }[] = []
  const ask = async () => {
    const answer = await fetch(`${address}/v1/charges`, { method: 'POST', headers, body })
    answers.push({ statusCode: answer.status, said: await answer.json() })
  }
  const asked = Array.from({ length: ALONE + 2 }, ask)
  await expect.poll(() => held.came.length).toBe(ALONE)
  await untilWaiting(2)
  const stopHearing = vi.spyOn(api.app.chargeFeed, 'stop')
  const closed = api.app.close()
  await expect.poll(() => answers.length).toBe(2)
  const refusal = { statusCode: 503, said: { detail: 'This process is stopping; nothing was done' } }
  expect(answers).toMatchObject([refusal, refusal])
  expect(stopHearing).not.toHaveBeenCalled()
  held.open()
  await Promise.all(asked)
  expect(statuses(answers)).toEqual([201, 201, 503, 503])
  // What is kept alive would be waited for.
  api.app.server.closeAllConnections()
  await closed
  expect(stopHearing).toHaveBeenCalledOnce()
  held.close()
})
