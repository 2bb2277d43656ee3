import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldIdempotencyKeys } from '../../db/queries/idempotency.ts'
import { auditLog, charges, idempotencyKeys } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS')
})
afterAll(() => api?.close())

const NEW_WITHDRAWAL = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let count = 0
const freshKey = () => `key-${++count}`
const charge = (key: string, changes: object = {}, caller = api.home.keys.seller) =>
  api.call(caller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, ...changes },
    headers: { 'idempotency-key': key },
  })
const chargeCount = async () => (await api.database.writer.select({ id: charges.id }).from(charges)).length
const stored = async (key: string) => {
  const [row] = await api.database.writer.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  return row
}

describe('the same request under the same key', () => {
  it('is done once and answered alike, marked as a replay', async () => {
    const key = freshKey()
    const first = await charge(key)
    const made = await chargeCount()
    const second = await charge(key)
    expect(first.statusCode).toBe(201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual(first.json())
    expect(first.headers.location).toBe(`/v1/charges/${first.json().id}`)
    expect(second.headers.location).toBe(first.headers.location)
    expect(await chargeCount()).toBe(made)
  })

  it('is the same however its members are ordered', async () => {
    const key = freshKey()
    const first = await charge(key)
    const reordered = Object.fromEntries(Object.entries(NEW_CHARGE).reverse())
    const second = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: reordered,
      headers: { 'idempotency-key': key },
    })
    expect(second.json()).toEqual(first.json())
  })

  it('at the same time: one makes it, the others are told to wait', async () => {
    const key = freshKey()
    const before = await chargeCount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => charge(key)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    const ids = answers.flatMap((answer) => (answer.statusCode === 201 ? [answer.json().id] : []))
    expect(new Set(ids).size).toBe(1)
    for (const refused of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(refused.json()).toMatchObject({ code: 'request_in_progress' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await chargeCount()).toBe(before + 1)
  })

  it('after a crash goes on with the same charge', async () => {
    const key = freshKey()
    const first = await charge(key)
    const made = await chargeCount()
    await api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 61_000).toISOString() })
      .where(eq(idempotencyKeys.key, key))
    const second = await charge(key)
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect(second.json().id).toBe(first.json().id)
    expect(await chargeCount()).toBe(made)
    const requests = await api.control<{ data: { committed: number; count: number }[] }>('GET', '/requests')
    expect(requests.data.every(({ count }) => count === 1)).toBe(true)
  })

  it.each([
    ['charge', 'ASAAS', '/v1/charges', NEW_CHARGE],
    ['withdrawal', 'BRAVIVE', '/v1/withdrawals', NEW_WITHDRAWAL],
  ])('after a crash tells of the same %s, though its account takes no more', async (_, provider, path, wish) => {
    const { id: providerAccountId } = await api.connect(provider, { priority: 200 })
    const key = freshKey()
    const ask = () =>
      api.call(api.home.keys.seller, 'POST', path, {
        payload: { ...wish, providerAccountId },
        headers: { 'idempotency-key': key },
      })
    const first = await ask()
    const account = `/v1/provider-accounts/${providerAccountId}`
    const disabled = await api.call(api.home.keys.admin, 'PATCH', account, { payload: { enabled: false } })
    expect(disabled.statusCode).toBe(200)
    await api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 61_000).toISOString() })
      .where(eq(idempotencyKeys.key, key))
    const second = await ask()
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().id).toBe(first.json().id)
  })

  it('after a crash goes on with the same refund, where the provider gives back no part', async () => {
    const whole = await api.connect('ARKAMA')
    const { id, transactionId } = (await charge(freshKey(), { providerAccountId: whole.id })).json()
    await api.payUntold('ARKAMA', transactionId)
    const status = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status
    await expect.poll(status, { timeout: 60_000 }).toBe('APPROVED')
    const key = freshKey()
    const refund = () =>
      api.call(api.home.keys.seller, 'POST', `/v1/charges/${id}/refunds`, { headers: { 'idempotency-key': key } })
    const first = await refund()
    await api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 61_000).toISOString() })
      .where(eq(idempotencyKeys.key, key))
    const second = await refund()
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().id).toBe(first.json().id)
  })

  it('names its charge for 400 days', async () => {
    const key = freshKey()
    const first = await charge(key)
    const { writer } = api.database
    const setAge = (days: number) =>
      writer
        .update(idempotencyKeys)
        .set({ createdAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(idempotencyKeys.key, key))
    await setAge(399)
    await forgetOldIdempotencyKeys(writer)
    const second = await charge(key)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual(first.json())
    await setAge(401)
    await forgetOldIdempotencyKeys(writer)
    expect(await writer.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual([])
  })

  it("of a provider's refusal is refused again, without asking the provider", async () => {
    const refusing = await api.connect('ASAAS', { secretKey: 'not the right one' })
    const key = freshKey()
    const first = await charge(key, { providerAccountId: refusing.id })
    expect(first.json()).toMatchObject({ status: 502, code: 'provider_refused', chargeId: expect.any(String) })
    const second = await charge(key, { providerAccountId: refusing.id })
    expect(second.statusCode).toBe(502)
    expect(second.headers['content-type']).toContain('application/problem+json')
    expect(second.json()).toEqual(first.json())
    expect((await stored(key))?.responseStatus).toBe(502)
  })
})

describe('a key', () => {
  it('is refused for another request', async () => {
    const key = freshKey()
    await charge(key)
    const other = await charge(key, { amount: 4999 })
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('belongs to one platform', async () => {
    const key = freshKey()
    const ours = await charge(key)
    const account = await api.addAccount(api.other, 'ASAAS', {
      secrets: { secretKey: api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.secretKey ?? '' },
      baseUrl: api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.baseUrl ?? '',
    })
    const theirs = await charge(key, {}, api.other.keys.seller)
    expect(theirs.statusCode).toBe(201)
    expect(theirs.json().id).not.toBe(ours.json().id)
    expect(theirs.json().providerAccountId).toBe(account.id)
  })

  it('is free again after a request that made nothing', async () => {
    const key = freshKey()
    const refused = await charge(key, { customer: { ...NEW_CHARGE.customer, document: '52998224724' } })
    expect(refused.statusCode).toBe(422)
    expect(await stored(key)).toBeUndefined()
    expect((await charge(key)).statusCode).toBe(201)
  })

  it.each([
    ['a NUL', 'Maria\u0000Silva'],
    ['half a character', 'Maria\ud800'],
  ])('is free again after a request with a text that cannot be stored: %s', async (_, name) => {
    const key = freshKey()
    const refused = await charge(key, { customer: { ...NEW_CHARGE.customer, name } })
    expect(refused.json()).toMatchObject({ status: 400, code: 'malformed_request' })
    expect(await stored(key)).toBeUndefined()
    expect((await charge(key)).statusCode).toBe(201)
  })

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['with a space', 'a b'],
    ['not ASCII', 'ação'],
  ])('%s is refused', async (_, key) => {
    expect((await charge(key)).json()).toMatchObject({ status: 400, code: 'malformed_request' })
  })

  it('may be 255 characters long', async () => {
    expect((await charge('x'.repeat(255))).statusCode).toBe(201)
  })
})

it('an operator’s decision is carried out once, and a key of which nothing came is as good as new', async () => {
  const { id } = (await charge(freshKey())).json()
  await untilFollowed(api, id)
  const decide = (key: string, action: string, payload = {}) =>
    api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/${action}`, {
      ...payload,
      headers: { 'idempotency-key': key },
    })
  const [looking, cancelling, late] = [freshKey(), freshKey(), freshKey()]
  for (const [key, action] of [
    [looking, 'retry'],
    [cancelling, 'cancel'],
  ] as const) {
    const first = await decide(key, action)
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([202, undefined])
    const again = await decide(key, action)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 'true'])
    expect(again.json()).toEqual(first.json())
  }
  const other = await decide(looking, 'resolve', { payload: { outcome: 'notCreated' } })
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  const read = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status
  await expect.poll(read, { timeout: 60_000 }).toBe('REJECTED')
  for (const _ of [1, 2]) expect((await decide(late, 'cancel')).json()).toMatchObject({ status: 409, code: 'conflict' })
  const entries = await api.database.writer
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `charge/${id}`))
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['cancel', 'retry'])
})

describe('a decision whose answer was lost is told from its history, and made once', () => {
  async function expectOnce(workflowId: string, action: string, payload?: object) {
    const key = freshKey()
    const decide = () =>
      api.call(api.home.keys.operator, 'POST', `/v1/operations/${encodeURIComponent(workflowId)}/${action}`, {
        payload,
        headers: { 'idempotency-key': key },
      })
    expect((await decide()).statusCode).toBe(202)
    const read = async () =>
      (await api.call(api.home.keys.seller, 'GET', `/v1/${workflowId.replace('/', 's/')}`)).json()
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('REJECTED')
    await api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 61_000).toISOString() })
      .where(eq(idempotencyKeys.key, key))
    const again = await decide()
    expect([again.statusCode, again.json().became]).toEqual([202, 'carriedOut'])
    const entries = await api.database.writer.select().from(auditLog).where(eq(auditLog.target, workflowId))
    expect(entries.filter((entry) => entry.action === action)).toHaveLength(1)
  }

  it('of a charge', async () => {
    const { id } = (await charge(freshKey())).json()
    await untilFollowed(api, id)
    await expectOnce(`charge/${id}`, 'cancel')
  })

  it('of a withdrawal', async () => {
    const { id: providerAccountId } = await api.connect('BRAVIVE', { priority: 200 })
    await api.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'dropBeforeCommit', times: 1 })
    const payload = { ...NEW_WITHDRAWAL, providerAccountId }
    const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })).json()
    const read = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}`)).json().attention
    await expect.poll(read, { timeout: 60_000 }).toBe('unknownOutcome')
    await expectOnce(`withdrawal/${id}`, 'resolve', { outcome: 'notCreated' })
  })
})
