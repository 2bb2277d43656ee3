/** The sandbox as a whole: the control API, webhooks until they arrive, what survives a restart, the page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '../../sandbox/server.ts'
import { account, CPF, clientIdentity, create, REFERENCE } from './scenario.ts'
import { SCENARIOS, scenarioOf } from './scenarios.ts'
import { openReceiver, openSandbox, send } from './support.ts'

const asaas = scenarioOf('ASAAS')

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

describe('the control API', () => {
  it('is healthy and knows its accounts and operations', async () => {
    const api = await openSandbox()
    expect((await api.control('GET', '/health')).body).toEqual({ status: 'ok' })
    expect((await api.control('GET', '/accounts')).body.data).toEqual(api.accounts)
    const providers = api.accounts.map(({ provider }) => provider)
    expect(providers).toEqual(expect.arrayContaining(SCENARIOS.map(({ provider }) => provider)))
    const { data } = (await api.control('GET', '/operations')).body
    for (const { provider } of SCENARIOS) {
      expect(data).toEqual(expect.arrayContaining([{ provider, operation: 'createTransaction' }]))
      expect(data).toEqual(expect.arrayContaining([{ provider, operation: 'webhook' }]))
    }
  })

  it('lists transactions by provider, status and reference', async () => {
    const api = await openSandbox()
    for (const scenario of SCENARIOS) await create(api, scenario)
    const count = async (query: string) => (await api.control('GET', `/transactions?${query}`)).body.data.length
    expect(await count('')).toBe(SCENARIOS.length)
    expect(await count('provider=ASAAS')).toBe(1)
    expect(await count('status=ATIVA')).toBe(1)
    expect(await count(`reference=${REFERENCE}`)).toBe(SCENARIOS.length)
    expect(await count('reference=other')).toBe(0)
    expect(await count('limit=2')).toBe(2)
  })

  it('moves a transaction only where it can go, and only once', async () => {
    const api = await openSandbox()
    const { url, received } = await openReceiver()
    await api.control('PUT', '/webhook-addresses/ASAAS', { url })
    const { id } = await create(api, asaas)
    const steps = ['refund', 'expire', 'pay', 'pay', 'expire', 'refund', 'pay', 'dance']
    const statuses = []
    for (const step of steps) statuses.push((await api.act('ASAAS', id, step)).status)
    expect(statuses).toEqual([409, 200, 200, 200, 409, 200, 409, 404])
    await expect
      .poll(() => received.map(({ body }) => body.event).sort())
      .toEqual(['PAYMENT_OVERDUE', 'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED'])
    expect((await api.act('ASAAS', 'pay_nope', 'pay')).status).toBe(404)
    expect((await api.act('UNKNOWN', id, 'pay')).status).toBe(404)
  })

  it('gives the rest back where a part has gone back, and states all of it', async () => {
    const api = await openSandbox()
    const { id } = await create(api, asaas)
    await api.act('ASAAS', id, 'pay')
    await api.control('POST', `/transactions/ASAAS/${id}/refund`, { amount: 5 })
    await api.act('ASAAS', id, 'refund')
    const [{ amount, refunded, stage }] = await api.transactions('ASAAS')
    expect({ refunded, stage }).toEqual({ refunded: amount, stage: 'refunded' })
  })

  it('counts repeated money requests by reference', async () => {
    const api = await openSandbox()
    await create(api, asaas)
    await create(api, asaas)
    await create(api, asaas, undefined, { value: 1.001 })
    await create(api, asaas, undefined, { externalReference: 'other' })
    expect(await api.requests('ASAAS')).toEqual([
      { provider: 'ASAAS', reference: REFERENCE, count: 3, committed: 2 },
      { provider: 'ASAAS', reference: 'other', count: 1, committed: 1 },
    ])
    expect((await api.transactions('ASAAS')).map((one: { moneyRequests: number }) => one.moneyRequests).sort()).toEqual(
      [1, 3, 3],
    )
  })

  it('takes only web addresses for webhooks, and remembers the last', async () => {
    const api = await openSandbox()
    const put = (url: unknown) => api.control('PUT', '/webhook-addresses/ASAAS', { url })
    expect((await put('ftp://somewhere')).status).toBe(400)
    expect((await put('http://127.0.0.1:9/one')).status).toBe(200)
    expect((await put('http://127.0.0.1:9/two')).status).toBe(200)
    expect((await api.control('GET', '/webhook-addresses')).body.data).toEqual([
      { provider: 'ASAAS', url: 'http://127.0.0.1:9/two' },
    ])
  })
})

describe('webhooks', () => {
  it('are tried until they are taken', async () => {
    const api = await openSandbox()
    const answers = [500, 404, 302, 200]
    const { url, received } = await openReceiver(() => answers.shift() ?? 200)
    await api.control('PUT', '/webhook-addresses/ASAAS', { url })
    const { id } = await create(api, asaas)
    await api.act('ASAAS', id, 'pay')
    await expect
      .poll(async () => (await api.control('GET', `/webhooks?transaction=${id}`)).body.data)
      .toMatchObject([{ provider: 'ASAAS', transactionId: id, state: 'delivered', attempts: 4, lastAnswer: '200' }])
    expect(new Set(received.map(({ text }) => text)).size).toBe(1)
  })

  it('are given up in the end', async () => {
    const api = await openSandbox({ webhookBackoffMs: 0 })
    const { url, received } = await openReceiver(() => 500)
    await api.control('PUT', '/webhook-addresses/ASAAS', { url })
    const { id } = await create(api, asaas)
    await api.act('ASAAS', id, 'pay')
    await expect
      .poll(async () => (await api.control('GET', '/webhooks')).body.data)
      .toMatchObject([{ state: 'abandoned', attempts: 22, lastAnswer: '500' }])
    expect(received).toHaveLength(22)
  })

  it('are not sent where no address is known', async () => {
    const api = await openSandbox()
    const { id } = await create(api, asaas)
    expect((await api.act('ASAAS', id, 'pay')).status).toBe(200)
    expect((await api.control('POST', `/webhooks/ASAAS/${id}/resend`)).status).toBe(409)
    expect((await api.control('GET', '/webhooks')).body.data).toEqual([])
  })
})

describe('a restart', () => {
  it('keeps transactions, counts, certificates, tokens and webhooks not yet delivered', async () => {
    const dataDir = temporaryDirectory()
    const before = await openSandbox({ dataDir, webhookBackoffMs: 600_000 })
    let up = false
    const { url, received } = await openReceiver(() => (up ? 200 : 503))
    await before.control('PUT', '/webhook-addresses/ASAAS', { url })
    const { id } = await create(before, asaas)
    await before.act('ASAAS', id, 'pay')
    await expect.poll(() => received.length).toBe(1)
    const [transactions, requests, identity] = await Promise.all([
      before.transactions('ASAAS'),
      before.requests('ASAAS'),
      clientIdentity(before),
    ])
    await before.close()

    up = true
    const after = await openSandbox({ dataDir })
    await expect.poll(() => received.length).toBe(2)
    expect(await after.transactions('ASAAS')).toEqual(transactions)
    expect(await after.requests('ASAAS')).toEqual(requests)
    expect(await clientIdentity(after)).toEqual(identity)
    await expect
      .poll(async () => (await after.control('GET', '/webhooks')).body.data)
      .toMatchObject([{ state: 'delivered', attempts: 2 }])
  })
})

describe('the page', () => {
  it('shows each charge with what can be done to it, and does it', async () => {
    const api = await openSandbox()
    const { id } = await create(api, asaas, undefined, { externalReference: '<b>"&' })
    const page = (await send({ url: api.url })).text
    expect(page).toContain(`action="/actions/ASAAS/${id}/pay"`)
    expect(page).not.toContain(`action="/actions/ASAAS/${id}/refund"`)
    expect(page).toContain('R$ 12,34')
    expect(page).not.toContain('<b>"&')

    const done = await send({ method: 'POST', url: `${api.url}/actions/ASAAS/${id}/pay` })
    expect([done.status, done.headers.location]).toEqual([303, '/'])
    expect((await send({ url: api.url })).text).toContain(`action="/actions/ASAAS/${id}/refund"`)
  })

  it('shows each withdrawal with what its bank can do to it, and does it', async () => {
    const api = await openSandbox()
    const { baseUrl, secretKey } = account(api, 'ASAAS')
    const { body: made } = await send({
      method: 'POST',
      url: `${baseUrl}/transfers`,
      headers: { access_token: secretKey ?? '' },
      body: { value: 25, operationType: 'PIX', pixAddressKey: CPF, pixAddressKeyType: 'CPF' },
    })
    const { id } = made
    const page = (await send({ url: api.url })).text
    expect(page).toContain(`action="/withdrawals/ASAAS/${id}/settle"`)
    expect(page).toContain(`action="/withdrawals/ASAAS/${id}/reject"`)
    expect(page).toContain('R$ 25,00')

    const done = await send({ method: 'POST', url: `${api.url}/withdrawals/ASAAS/${id}/settle` })
    expect([done.status, done.headers.location]).toEqual([303, '/'])
    const settled = (await send({ url: api.url })).text
    expect(settled).not.toContain(`action="/withdrawals/ASAAS/${id}/settle"`)
    expect(settled).toContain(`action="/withdrawals/ASAAS/${id}/return"`)
    expect((await api.control('GET', '/withdrawals?provider=ASAAS')).body.data).toMatchObject([
      { id, stage: 'paid', actions: ['return'] },
    ])
  })

  it('sets and clears faults', async () => {
    const api = await openSandbox()
    const post = (path: string, body: string) =>
      send({
        method: 'POST',
        url: api.url + path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    expect((await post('/faults', 'target=ZENDRY+token&fault=serverError&times=3')).status).toBe(303)
    expect((await api.control('GET', '/faults')).body.data).toMatchObject([
      { provider: 'ZENDRY', operation: 'token', fault: 'serverError', times: 3 },
    ])
    expect((await post('/faults', 'target=ZENDRY+token&fault=noWebhook&times=1')).status).toBe(400)
    expect((await post('/faults/clear', '')).status).toBe(303)
    expect((await api.control('GET', '/faults')).body.data).toEqual([])
  })
})

describe('starting', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is refused in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' })).rejects.toThrow('production')
  })

  it('fails cleanly on a port that is taken', async () => {
    const api = await openSandbox()
    const port = Number(new URL(api.url).port)
    await expect(startSandbox({ port, tlsPort: 0, dataDir: ':memory:' })).rejects.toThrow('EADDRINUSE')
  })
})
