/** Test mode asks without end, of fakes that hang, and has a small share of the turns, which is none of the live ones. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

/** Of live lines. Of test mode's there are two, of which one line alone has one. */
const AT_ONCE = 16
const ALONE = 1
const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let testProvidersUrl: string
/** What is asked of the fakes' accounts; which ones there are, they say. */
const held: ServerResponse[] = []
let isShut = true
/** Nothing was made: what waits for it is told at once. */
const refuse = (response: ServerResponse) => void response.writeHead(401).end('{}')
const fakes = createServer(async ({ method, url = '' }, response) => {
  if (!url.startsWith('/_control/')) {
    if (isShut) held.push(response)
    else refuse(response)
    return
  }
  const said = await fetch(`${api.sandbox.url}${url}`, { method: method ?? 'GET' })
  response.setHeader('content-type', 'application/json')
  response.writeHead(said.status).end((await said.text()).replaceAll(api.sandbox.url, testProvidersUrl))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => fakes.listen(0, '127.0.0.1', resolve))
  testProvidersUrl = `http://127.0.0.1:${(fakes.address() as AddressInfo).port}`
  api = await startChargingApi({
    settings: { movementsAtOnce: AT_ONCE, testProvidersUrl },
    limits: NO_LIMITS,
    creationWaitMs: 110_000,
    providersTimeoutMs: 110_000,
  })
  await api.connect('ASAAS')
})
afterAll(async () => {
  fakes.closeAllConnections()
  fakes.close()
  await api?.close()
})

const charge = (key: string) => api.call(key, 'POST', '/v1/charges', { payload: NEW_CHARGE })

it('a flood of test charges takes a turn of its own, and a live charge is made at once', async () => {
  const payload = { name: 'tests', role: 'seller', mode: 'test' }
  const { key } = (await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload })).json()
  const flood = Array.from({ length: 6 }, () => charge(key))
  await expect.poll(() => held.length, PATIENCE).toBe(ALONE)
  const waiting = async () =>
    /^trilho_test_movements\{state="waiting"\} (\d+)$/m.exec((await api.call(null, 'GET', '/metrics')).body)
  await expect.poll(async () => (await waiting())?.[1], PATIENCE).toBe(String(flood.length - ALONE))
  expect((await charge(api.home.keys.seller)).statusCode).toBe(201)
  expect(held).toHaveLength(ALONE)
  isShut = false
  for (const response of held) refuse(response)
  await Promise.all(flood)
})
