/** Sellers' endpoints over HTTP: what may be set up, who sees the secret, and what a test event shows. */
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../api/schemas/webhook-delivery.ts'
import { auditLog, sellerEvents, webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts'
import { HANGS, REFUSES, startSellerSystem } from '../support/seller-system.ts'
import { startTestApi, type TestApi } from './support.ts'

const URL_OF_SHOP = 'https://shop.example/hook'
const PATH = '/v1/webhook-endpoints'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  for (const table of [webhookDeliveries, sellerEvents, webhookEndpoints]) await api.database.writer.delete(table)
})

const as = (role: 'seller' | 'operator' | 'admin') => api.home.keys[role]
const call = (method: string, path = '', payload?: object) =>
  api.call(as('admin'), method, `${PATH}${path}`, { payload })
const add = async (payload: object = { url: URL_OF_SHOP, events: ['*'] }) => {
  const answer = await call('POST', '', payload)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('an endpoint', () => {
  it('is added, read, changed and removed', async () => {
    const { secret, ...added } = await add({ url: URL_OF_SHOP, events: ['charge.approved', 'refund.approved'] })
    expect(added).toMatchObject({
      url: URL_OF_SHOP,
      events: ['charge.approved', 'refund.approved'],
      enabled: true,
      failingSince: null,
      previousSecretUntil: null,
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await call('GET', `/${added.id}`)).json()).toEqual(added)
    const changed = (await call('PATCH', `/${added.id}`, { events: ['*'], enabled: false })).json()
    expect(changed).toMatchObject({ id: added.id, url: URL_OF_SHOP, events: ['*'], enabled: false })
    expect((await call('GET')).json()).toEqual({ data: [changed], nextCursor: null })
    expect((await call('DELETE', `/${added.id}`)).statusCode).toBe(204)
    expect((await call('GET')).json().data).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
    ] as const) {
      const answer = await call(method, `/${added.id}${path}`, method === 'PATCH' ? { enabled: true } : undefined)
      expect(answer.statusCode, `${method} ${path}`).toBe(404)
    }
  })

  it('shows its secret to its maker, once', async () => {
    const { id, secret } = await add()
    const answers = [await call('GET'), await call('GET', `/${id}`), await call('PATCH', `/${id}`, { enabled: true })]
    for (const { body } of answers) {
      expect(body).not.toContain(secret)
      expect(body).not.toContain('ecret":"')
    }
    const [row] = await api.database.writer.select().from(webhookEndpoints)
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
    const audited = await api.database.writer.select().from(auditLog)
    expect(audited.map(({ action }) => action)).toContain('webhookEndpoint.create')
    expect(JSON.stringify(audited)).not.toContain(secret)
  })

  it('is read by everybody of the platform and changed by administrators', async () => {
    const { id } = await add()
    for (const role of ['seller', 'operator'] as const) {
      expect((await api.call(as(role), 'GET', `${PATH}/${id}`)).json()).toMatchObject({ id })
      const changing = [
        ['POST', PATH, { url: URL_OF_SHOP, events: ['*'] }],
        ['PATCH', `${PATH}/${id}`, { enabled: false }],
        ['DELETE', `${PATH}/${id}`],
        ['POST', `${PATH}/${id}/rotate-secret`],
        ['POST', `${PATH}/${id}/test`],
      ] as const
      for (const [method, path, payload] of changing) {
        const answer = await api.call(as(role), method, path, { payload })
        expect(answer.json(), `${role} ${method} ${path}`).toMatchObject({ status: 403, code: 'forbidden' })
      }
    }
  })

  it('there are twenty at most, however many ask at once', async () => {
    const asked = Array.from({ length: 24 }, () => call('POST', '', { url: URL_OF_SHOP, events: ['*'] }))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 422)).toHaveLength(4)
    const [first] = (await call('GET')).json().data
    await call('DELETE', `/${first.id}`)
    await add()
  })
})

describe('refused', () => {
  const CASES: [name: string, payload: object][] = [
    ['no address', { events: ['*'] }],
    ['no address at all', { url: 'shop', events: ['*'] }],
    ['a script', { url: 'javascript:alert(1)', events: ['*'] }],
    ['a file', { url: 'file:///etc/passwd', events: ['*'] }],
    ['an address that is nearly ours', { url: 'trilho:kept/more', events: ['*'] }],
    ['no events', { url: URL_OF_SHOP, events: [] }],
    ['an unknown event', { url: URL_OF_SHOP, events: ['charge.paid'] }],
    ['an event twice', { url: URL_OF_SHOP, events: ['charge.approved', 'charge.approved'] }],
    ['a secret of their own', { url: URL_OF_SHOP, events: ['*'], secret: 'whsec_x' }],
  ]
  it.each(CASES)('%s', async (_, payload) => {
    const answer = await call('POST', '', payload)
    expect([400, 422]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(await api.database.writer.select().from(webhookEndpoints)).toEqual([])
  })

  it('an event twice as a broken rule: its shape is right', async () => {
    const answer = await call('POST', '', { url: URL_OF_SHOP, events: ['charge.approved', 'charge.approved'] })
    const errors = [{ path: '/events', rule: 'uniqueItems' }]
    expect(answer.json()).toMatchObject({ status: 422, code: 'rule_broken', errors })
  })

  it('no change at all, and an address that is none', async () => {
    const { id } = await add()
    for (const change of [{}, { url: 'javascript:alert(1)' }, { events: [] }, { id: 'other' }]) {
      expect([400, 422], JSON.stringify(change)).toContain((await call('PATCH', `/${id}`, change)).statusCode)
    }
  })

  it('in production, whatever is not https on the public internet', async () => {
    const testProvidersUrl = 'https://9.9.9.9'
    const strict = await startTestApi({ settings: { production: true, testProvidersUrl } })
    try {
      const hostile = [
        `${testProvidersUrl}/_control/transactions/x/pay`,
        'http://shop.example/hook',
        'https://127.0.0.1/hook',
        'https://[::1]/hook',
        'https://10.0.0.8/hook',
        'https://169.254.169.254/latest/meta-data',
        'https://localhost/hook',
        'https://user:password@1.1.1.1/hook',
      ]
      const add = (url: string) =>
        strict.call(strict.home.keys.admin, 'POST', PATH, { payload: { url, events: ['*'] } })
      const { id } = (await add('https://1.1.1.1/hook')).json()
      for (const url of hostile) {
        expect((await add(url)).json(), url).toMatchObject({ status: 422, errors: [{ path: '/url' }] })
        const change = await strict.call(strict.home.keys.admin, 'PATCH', `${PATH}/${id}`, { payload: { url } })
        expect(change.json(), url).toMatchObject({ status: 422 })
      }
      // No address is called there.
      expect((await add('trilho:kept')).statusCode).toBe(201)
    } finally {
      await strict.close()
    }
  })
})

describe('the secret', () => {
  it('is made anew, and shown once again', async () => {
    const { id, secret } = await add()
    const rotated = (await call('POST', `/${id}/rotate-secret`)).json()
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    const hours = (new Date(rotated.previousSecretUntil).getTime() - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
    expect((await call('GET', `/${id}`)).body).not.toContain(rotated.secret)
  })
})

describe('the same addition again', () => {
  const addUnder = (key: string) =>
    api.call(as('admin'), 'POST', PATH, {
      payload: { url: URL_OF_SHOP, events: ['*'] },
      headers: { 'idempotency-key': key },
    })

  it('has the secret that signs now', async () => {
    const key = crypto.randomUUID()
    const { id } = (await addUnder(key)).json()
    const { secret } = (await call('POST', `/${id}/rotate-secret`)).json()
    const again = await addUnder(key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toMatchObject({ id, secret })
  })

  it('shows no secret of one that is removed, and adds nothing', async () => {
    const key = crypto.randomUUID()
    const { id, secret } = (await addUnder(key)).json()
    await call('DELETE', `/${id}`)
    const again = await addUnder(key)
    expect(again.json()).toMatchObject({ status: 409, code: 'conflict' })
    expect(again.body).not.toContain(secret)
    expect((await call('GET')).json().data).toEqual([])
  })
})

const read = async (path: string) => (await api.call(as('operator'), 'GET', path)).json()
const deliveriesOf = async (endpointId: string): Promise<WebhookDelivery[]> =>
  (await read(`/v1/webhook-deliveries?endpointId=${endpointId}`)).data

describe('a test event', () => {
  it('is signed, and its answer shown', async () => {
    const system = await startSellerSystem()
    const { id, secret } = await add({ url: system.url, events: ['charge.approved'], enabled: false })
    const answer = await call('POST', `/${id}/test`)
    expect(answer.json()).toEqual({
      delivered: true,
      status: 204,
      error: null,
      text: '',
      deliveryId: expect.any(String),
    })
    const [arrived] = system.arrived
    if (!arrived) throw new Error('Nothing arrived')
    const { headers, raw, body } = arrived
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({ type: 'endpoint.test' })
    expect(body).toMatchObject({ id: headers['webhook-id'], data: { endpointId: id } })
    await system.close()
  })

  it('is kept where no address is called', async () => {
    const { id } = await add({ url: 'trilho:kept', events: ['*'] })
    expect((await call('POST', `/${id}/test`)).json()).toMatchObject({ delivered: true, status: null, error: null })
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', lastStatus: null }])
  })

  it('shows a refusal, and that no server is there', async () => {
    const system = await startSellerSystem(REFUSES)
    const { id } = await add({ url: system.url, events: ['*'] })
    expect((await call('POST', `/${id}/test`)).json()).toMatchObject({
      delivered: false,
      status: 500,
      error: null,
      text: 'broken',
    })
    await system.close()
    const gone = (await call('POST', `/${id}/test`)).json()
    expect(gone).toMatchObject({ delivered: false, status: null, text: '' })
    expect(gone.error).toContain('ECONNREFUSED')
    expect(await deliveriesOf(id)).toMatchObject([
      { id: gone.deliveryId, state: 'failed', sequence: 2, lastStatus: null, lastError: gone.error },
      { state: 'failed', sequence: 1, lastStatus: 500, lastError: null },
    ])
  })

  it('has to wait where five of its platform wait for their answers; nothing is sent, and no other platform waits', async () => {
    const hanging = await startSellerSystem(HANGS)
    const { id } = await add({ url: hanging.url, events: ['*'] })
    const asked = Array.from({ length: 8 }, () => call('POST', `/${id}/test`))
    await expect.poll(() => hanging.arrived.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
    const working = await startSellerSystem()
    const ofOther = (path: string, payload?: object) =>
      api.call(api.other.keys.admin, 'POST', `${PATH}${path}`, { payload })
    const { id: theirs } = (await ofOther('', { url: working.url, events: ['*'] })).json()
    expect((await ofOther(`/${theirs}/test`)).json()).toMatchObject({ delivered: true })
    await Promise.all([hanging.close(), working.close()])
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([5, 3])
    expect(refused[0]?.json()).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(hanging.arrived).toHaveLength(5)
    expect(await deliveriesOf(id)).toHaveLength(5)
    expect((await call('POST', `/${id}/test`)).json()).toMatchObject({ delivered: false })
  })

  it('is among the endpoint’s deliveries, as it was sent', async () => {
    const system = await startSellerSystem()
    const { id } = await add({ url: system.url, events: ['charge.approved'] })
    const tests = await Promise.all(Array.from({ length: 5 }, () => call('POST', `/${id}/test`)))
    expect(tests.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const deliveries = await deliveriesOf(id)
    expect(deliveries.map(({ sequence }) => sequence).toSorted()).toEqual([1, 2, 3, 4, 5])
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ eventType: 'endpoint.test', state: 'delivered', attempts: 1, lastStatus: 204 })
      expect(system.arrived.map(({ body }) => body)).toContainEqual(delivery.body)
      const { data } = await read(`/v1/webhook-deliveries/${delivery.id}/attempts`)
      expect(data).toMatchObject([{ url: system.url, delivered: true, status: 204, error: null }])
    }
    await system.close()
  })
})
