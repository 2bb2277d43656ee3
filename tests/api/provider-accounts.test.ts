import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderList } from '../../api/schemas/provider.ts'
import { ProviderAccount } from '../../api/schemas/provider-account.ts'
import { seal } from '../../config/seal.ts'
import { auditLog, cards, chargeAttempts, providerAccounts } from '../../db/schema/index.ts'
import { providers } from '../../providers/index.ts'
import { NEW_CARD } from './charging.ts'
import { connectingTo } from './connecting.ts'
import { startTestApi, type TestApi } from './support.ts'

const SECRETS = { secretKey: 'sk-very-secret-1234', webhookSecret: 'hook-very-secret-5678' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const { admin, path, connect, change, secretsOf } = connectingTo(() => api)

describe('the providers', () => {
  it('are all there with what they can do', async () => {
    const answer = await api.call(api.home.keys.seller, 'GET', '/v1/providers')
    const list = answer.json()
    expect(Value.Errors(ProviderList, list)).toEqual([])
    expect(list.data.map(({ code }: { code: string }) => code)).toEqual(Object.keys(providers).sort())
    for (const provider of list.data) {
      expect(provider.operations).toEqual(providers[provider.code]?.capabilities.operations)
    }
    const ends = Object.fromEntries(
      list.data.map(({ code, refundEnd }: { code: string; refundEnd: string | null }) => [code, refundEnd]),
    )
    expect(ends).toMatchObject({ ASAAS: 'refund', IUGU: 'answer', FIREBANK: 'notice', ULTRAGATE: null })
  })
})

describe('an account', () => {
  it('is connected, and its secrets never come back', async () => {
    const answer = await connect({ provider: 'ASAAS', name: 'Main', priority: 5, ...SECRETS })
    expect(answer.statusCode).toBe(201)
    const account = answer.json()
    expect(Value.Errors(ProviderAccount, account)).toEqual([])
    expect(account).toMatchObject({ provider: 'ASAAS', name: 'Main', priority: 5, enabled: true, baseUrl: null })
    expect(account.webhookUrl).toMatch(/^http:\/\/127\.0\.0\.1:9\/webhooks\/asaas\/[\w-]{43}$/)
    expect(answer.headers.location).toBe(path(account.id))
    for (const code of ['ASAAS', 'asaas', 'AsaaS']) {
      const { data } = (await api.call(admin(), 'GET', `${path()}?provider=${code}`)).json()
      expect(data.map(({ id }: { id: string }) => id)).toContain(account.id)
    }
    const small = await connect({ provider: 'asaas', ...SECRETS })
    expect(small.json()).toMatchObject({ provider: 'ASAAS' })
    await api.call(admin(), 'DELETE', path(small.json().id))
    const stored = await api.database.writer.select().from(providerAccounts)
    const log = await api.database.writer.select().from(auditLog)
    const listed = (await api.call(admin(), 'GET', path())).body
    for (const secret of Object.values(SECRETS)) {
      for (const text of [answer.body, listed, JSON.stringify(stored), JSON.stringify(log)]) {
        expect(text).not.toContain(secret)
      }
    }
    expect(JSON.stringify(stored)).not.toContain(account.webhookUrl.split('/').at(-1))
    expect(await secretsOf(account.id)).toMatchObject(SECRETS)
  })

  it('shows the address that holds a secret to administrators alone', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    for (const key of [api.home.keys.seller, api.home.keys.operator]) {
      expect((await api.call(key, 'GET', path(id))).json()).toMatchObject({ id, webhookUrl: null })
    }
  })

  it('whose secrets cannot be opened is still listed, and hides no other', async () => {
    const [spoiled, whole] = [
      (await connect({ provider: 'ASAAS', ...SECRETS })).json(),
      (await connect({ provider: 'ASAAS', ...SECRETS })).json(),
    ]
    const sealedSecrets = seal('{}', [randomBytes(32)])
    await api.database.writer.update(providerAccounts).set({ sealedSecrets }).where(eq(providerAccounts.id, spoiled.id))
    const list = await api.call(admin(), 'GET', `${path()}?limit=100`)
    expect(list.statusCode).toBe(200)
    const urlOf = (id: string) => list.json().data.find((one: { id: string }) => one.id === id)?.webhookUrl
    expect([urlOf(spoiled.id), urlOf(whole.id)]).toEqual([null, whole.webhookUrl])
    expect((await api.call(admin(), 'GET', path(spoiled.id))).json()).toMatchObject({ ...spoiled, webhookUrl: null })
    expect((await change(spoiled.id, { secretKey: 'another' })).json()).toMatchObject({
      status: 503,
      code: 'unavailable',
    })
    const webhook = await api.call(null, 'POST', new URL(spoiled.webhookUrl).pathname, {
      payload: { event: 'PAYMENT_RECEIVED' },
    })
    expect(webhook.json()).toMatchObject({ status: 503, code: 'unavailable' })
    const withdrawal = { paymentMethod: 'PIX', pixType: 'EMAIL', pixKey: 'maria@example.com', amount: 1000 }
    const who = { name: 'Maria Silva', email: 'maria@example.com', document: '52998224725', documentType: 'CPF' }
    for (const [url, payload] of [
      ['/v1/withdrawals', { ...withdrawal, ...who, providerAccountId: spoiled.id }],
      ['/v1/cards', { ...NEW_CARD, providerAccountId: spoiled.id }],
    ] as const) {
      const refused = await api.call(admin(), 'POST', url, { payload })
      expect(refused.json()).toMatchObject({
        status: 422,
        code: 'rule_broken',
        detail: expect.stringContaining('connect it anew'),
      })
    }
    expect((await api.call(admin(), 'DELETE', path(spoiled.id))).statusCode).toBe(204)
  })

  it('takes the addresses of several hosts, packed with a pipe, and refuses one that is none among them', async () => {
    const packed = 'https://pix.example.com|https://accounts.example.com/v2'
    const made = await connect({ provider: 'ASAAS', ...SECRETS, baseUrl: packed })
    expect(made.json()).toMatchObject({ baseUrl: packed })
    for (const baseUrl of ['https://pix.example.com|ftp://host/', 'https://pix.example.com|', 'accounts']) {
      const refused = await change(made.json().id, { baseUrl })
      expect([400, 422]).toContain(refused.statusCode)
    }
  })

  it('changes only what the change names', async () => {
    const { id, webhookUrl } = (
      await connect({ provider: 'ASAAS', baseUrl: 'http://127.0.0.1:1/v3', ...SECRETS })
    ).json()
    const renamed = await change(id, { name: 'Other', enabled: false, priority: 1 })
    expect(renamed.json()).toMatchObject({ name: 'Other', enabled: false, priority: 1, webhookUrl })
    expect(await secretsOf(id)).toMatchObject(SECRETS)

    await change(id, { secretKey: 'another', webhookSecret: null, baseUrl: null })
    const secrets = await secretsOf(id)
    expect(secrets).toMatchObject({ secretKey: 'another' })
    expect(secrets).not.toHaveProperty('webhookSecret')
    expect((await api.call(admin(), 'GET', path(id))).json()).toMatchObject({ baseUrl: null, webhookUrl })
  })

  it('keeps its provider: the same one is taken, another one is not', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    const same = await change(id, { provider: 'ASAAS', name: 'Ours' })
    expect([same.statusCode, same.json()]).toMatchObject([200, { provider: 'ASAAS', name: 'Ours' }])
    const other = await change(id, { provider: 'IUGU', name: 'Theirs' })
    expect([other.statusCode, other.json()]).toMatchObject([422, { errors: [{ path: '/provider', rule: 'fixed' }] }])
    expect((await change(id, { provider: 'ASAAS' })).json()).toMatchObject({ provider: 'ASAAS', name: 'Ours' })
  })

  it('that moves to another address asks for its secrets again, and sends them nowhere meanwhile', async () => {
    const { id } = (await connect({ provider: 'ASAAS', baseUrl: 'https://api.example.com/v3', ...SECRETS })).json()
    for (const baseUrl of [
      'https://elsewhere.example.com/v3',
      'https://api.example.com:8443/v3',
      'http://api.example.com/v3',
      'https://api.example.com/v3|https://elsewhere.example.com',
    ]) {
      for (const [given, missing] of [
        [{}, ['/secretKey', '/webhookSecret']],
        [{ secretKey: 'sk-other' }, ['/webhookSecret']],
        [{ webhookSecret: null }, ['/secretKey']],
      ] as const) {
        const refused = await change(id, { baseUrl, ...given })
        expect(refused.statusCode).toBe(422)
        expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual(missing)
      }
    }
    expect((await api.call(admin(), 'GET', path(id))).json()).toMatchObject({ baseUrl: 'https://api.example.com/v3' })
    expect(await secretsOf(id)).toMatchObject(SECRETS)
    const moved = await change(id, { baseUrl: 'https://elsewhere.example.com', secretKey: 'new', webhookSecret: null })
    expect(moved.statusCode).toBe(200)
    expect(await secretsOf(id)).toMatchObject({ secretKey: 'new' })
  })

  it('moves freely within its address, and back to its provider’s own', async () => {
    const { id } = (await connect({ provider: 'ASAAS', baseUrl: 'https://api.example.com/v3', ...SECRETS })).json()
    for (const baseUrl of ['https://api.example.com/v4', null, 'https://api.asaas.com/v9']) {
      expect((await change(id, { baseUrl })).statusCode).toBe(200)
    }
    expect(await secretsOf(id)).toMatchObject(SECRETS)
  })

  it('with saved cards or receivers that have keys keeps its address', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    const { platformId } = api.home
    const entrusted = { platformId, providerAccountId: id, provider: 'ASAAS' }
    const move = () => change(id, { baseUrl: 'https://elsewhere.example.com', ...SECRETS })
    const expiresAt = '2090-01-01T00:00:00.000Z'
    const card = { ...entrusted, sealedToken: 'sealed', brand: 'VISA', lastDigits: '1111', expiresAt }
    await api.database.writer.insert(cards).values(card)
    expect((await move()).json()).toMatchObject({ status: 422, errors: [{ path: '/baseUrl' }] })
    await api.database.writer.update(cards).set({ sealedToken: '' }).where(eq(cards.providerAccountId, id))
    expect((await move()).statusCode).toBe(200)
  })

  it('with a charge that carries a receiver key keeps its address', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    const attempt = { number: 1, providerAccountId: id, provider: 'ASAAS', state: 'answered' as const }
    const plain = await api.addCharge(api.home, {})
    await api.database.writer.insert(chargeAttempts).values({ ...attempt, chargeId: plain.id })
    expect((await change(id, { baseUrl: 'https://first.example.com', ...SECRETS })).statusCode).toBe(200)
    const carrying = await api.addCharge(api.home, { extras: { sealedReceiverToken: 'sealed' } })
    await api.database.writer.insert(chargeAttempts).values({ ...attempt, chargeId: carrying.id })
    const second = await change(id, { baseUrl: 'https://second.example.com', ...SECRETS })
    expect(second.json()).toMatchObject({ status: 422, errors: [{ path: '/baseUrl' }] })
  })

  it('is gone from every list once it is disconnected, but its row stays', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    const removed = await api.call(admin(), 'DELETE', path(id))
    expect(removed.statusCode).toBe(204)
    expect(removed.body).toBe('')
    for (const answer of [
      await api.call(admin(), 'GET', path(id)),
      await change(id, { enabled: true }),
      await api.call(admin(), 'DELETE', path(id)),
    ]) {
      expect(answer.statusCode).toBe(404)
    }
    expect((await api.call(admin(), 'GET', `${path()}?limit=100`)).body).not.toContain(id)
    expect(await secretsOf(id)).toMatchObject(SECRETS)
  })

  it.each([
    ['of an unknown provider', { provider: 'UNKNOWN', ...SECRETS }],
    ['at a provider of which no public address is known', { provider: 'LUMION', secretKey: 'sk' }],
    ['of no provider', { provider: '__proto__', ...SECRETS }],
    ['without its secret', { provider: 'ASAAS' }],
    ['with an empty secret', { provider: 'ASAAS', secretKey: '' }],
    ['with an address that is none', { provider: 'ASAAS', ...SECRETS, baseUrl: 'ftp://host/' }],
  ])('%s is refused', async (_, payload) => {
    const before = (await api.database.writer.select().from(providerAccounts)).length
    expect((await connect(payload)).json()).toMatchObject({ status: 422, code: 'rule_broken' })
    expect(await api.database.writer.select().from(providerAccounts)).toHaveLength(before)
  })

  it('keeps the credentials that its provider requires', async () => {
    const { id } = (await connect({ provider: 'ASAAS', ...SECRETS })).json()
    expect((await change(id, { secretKey: null })).statusCode).toBe(422)
    expect(await secretsOf(id)).toMatchObject(SECRETS)
  })

  it('is sent to none of its hosts in production when one of them is private', async () => {
    const production = await startTestApi({ settings: { production: true, publicUrl: 'https://pay.example' } })
    try {
      const baseUrl = 'https://1.1.1.1|https://10.0.0.8/v3'
      const refused = await production.call(production.home.keys.admin, 'POST', path(), {
        payload: { provider: 'ASAAS', ...SECRETS, baseUrl },
      })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/baseUrl', rule: 'publicUrl' }] })
    } finally {
      await production.close()
    }
  })

  it.each([
    'http://8.8.8.8/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://10.0.0.8/v3',
  ])('is not sent to %s in production', async (baseUrl) => {
    const production = await startTestApi({ settings: { production: true, publicUrl: 'https://pay.example' } })
    try {
      const { keys } = production.home
      const refused = await production.call(keys.admin, 'POST', path(), {
        payload: { provider: 'ASAAS', ...SECRETS, baseUrl },
      })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/baseUrl', rule: 'publicUrl' }] })
      const charge = await production.call(keys.seller, 'POST', '/v1/charges', {
        payload: {
          amount: 100,
          paymentMethod: 'PIX',
          customer: { name: 'A', email: 'a@b.co', document: '52998224725' },
          webhookUrl: baseUrl,
        },
      })
      expect(charge.json()).toMatchObject({ status: 422, errors: [{ path: '/webhookUrl', rule: 'publicUrl' }] })
      const platform = await production.call(keys.admin, 'PATCH', `/v1/platforms/${production.home.platformId}`, {
        payload: { certCashInUrl: baseUrl },
      })
      expect(platform.json()).toMatchObject({ status: 422, errors: [{ path: '/certCashInUrl', rule: 'publicUrl' }] })
    } finally {
      await production.close()
    }
  })
})
