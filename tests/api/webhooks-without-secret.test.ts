/** Webhooks of accounts that hold no secret to prove them by. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookEvents } from '../../db/schema/index.ts'
import { providers } from '../../providers/index.ts'
import { loadFixtures } from '../providers/support/fixtures.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const fixtures = loadFixtures()
/** Those that prove their webhooks by a secret that an account may be without. */
const ASKING = Object.values(providers)
  .filter(({ credentials }) => credentials.some(({ from }) => from === 'webhookSecret'))
  .map(({ code }) => code)

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterAll(() => api?.close())

async function post(provider: string, token: string, payload: string, headers: Record<string, string> = {}) {
  return (await api.call(null, 'POST', `/webhooks/${provider}/${token}`, { payload, headers })).statusCode
}
const keptOf = (accountId: string) =>
  api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.providerAccountId, accountId))
const statusOf = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status
const paid = (id: string) =>
  JSON.stringify({ id: randomUUID(), event: 'PAYMENT_RECEIVED', payment: { id, status: 'RECEIVED', value: 50 } })

describe.each(ASKING)('a webhook to an account of %s', (provider) => {
  const secrets = { publicKey: 'a|b|c', secretKey: 'd|e|f' }
  const told = fixtures.find((fixture) => fixture.provider === provider)?.webhooks.find(({ verified }) => verified)
  const text = JSON.stringify(told?.body)
  const send = (token: string, headers: Record<string, string>) => post(provider, token, text, headers)

  test('without a secret is kept, and its address is all that proves it', async () => {
    const { id, token } = await api.addAccount(api.home, provider, { secrets })
    expect(await send(token, told?.headers ?? {})).toBe(200)
    const kept = await keptOf(id)
    expect(kept.map(({ verified }) => verified)).toEqual(kept.map(() => 'token'))
    expect(kept.length).toBeGreaterThan(0)
  })

  test('with another secret is refused', async () => {
    const { id, token } = await api.addAccount(api.home, provider, {
      secrets: { ...secrets, webhookSecret: 'other' },
    })
    expect(await send(token, told?.headers ?? {})).toBe(401)
    expect(await send(token, { 'content-type': 'application/json' })).toBe(401)
    const kept = await keptOf(id)
    expect(kept).toEqual([])
  })
})

test.each([
  ['ASAAS', { event: 'PAYMENT_RECEIVED', payment: { id: 'a' } }, { 'asaas-access-token': 'not told to us' }],
  ['FLOW2PAY', { evento: 'PixIn', txid: 'a', token: 'not told to us' }, {}],
  ['CELCOIN', { event: 'transaction.updateStatus', confirmHash: 'not told to us' }, {}],
])('a webhook of %s is kept without a secret that the platform has not given us', async (provider, news, headers) => {
  const { id, token } = await api.addAccount(api.home, provider, { secrets: { publicKey: 'x', secretKey: 'x' } })
  expect(await post(provider, token, JSON.stringify(news), headers)).toBe(200)
  const kept = await keptOf(id)
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('not told to us')
})

test('a webhook is believed when it comes again, proved, after its account was given the secret', async () => {
  const { id: providerAccountId, token } = await api.connect('FLOW2PAY')
  const secret = api.sandbox.accounts.find(({ provider }) => provider === 'FLOW2PAY')?.webhookSecret ?? ''
  const give = async (webhookSecret: string | null) => {
    const path = `/v1/provider-accounts/${providerAccountId}`
    const changed = await api.call(api.home.keys.admin, 'PATCH', path, { payload: { webhookSecret } })
    expect(changed.statusCode).toBe(200)
  }
  const amount = 60_000
  const items = [{ ...NEW_CHARGE.items[0], unitPrice: amount }]
  const payload = { ...NEW_CHARGE, amount, items, providerAccountId }
  const { id, transactionId } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  const tell = () =>
    post('FLOW2PAY', token, JSON.stringify({ evento: 'PixIn', txid: transactionId, valor: amount, token: secret }))
  const charge = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json()

  await give(null)
  expect(await tell()).toBe(200)
  await expect.poll(charge, { timeout: 60_000 }).toMatchObject({ status: 'PENDING', attention: 'unconfirmedNotice' })
  expect(await tell()).toBe(200)
  const unproved = [{ verified: 'token', state: 'delivered', replays: 0 }]
  await expect.poll(() => keptOf(providerAccountId), { timeout: 60_000 }).toMatchObject(unproved)

  await give(secret)
  expect(await tell()).toBe(200)
  await expect.poll(charge, { timeout: 60_000 }).toMatchObject({ status: 'APPROVED' })
  const once = [{ verified: 'sharedSecret', state: 'delivered', replays: 1 }]
  await expect.poll(() => keptOf(providerAccountId), { timeout: 60_000 }).toMatchObject(once)
  expect(await tell()).toBe(200)
  expect(await keptOf(providerAccountId)).toMatchObject(once)
})

test('a webhook that comes again, proved, is kept as it was proved', async () => {
  const { id, token } = await api.addAccount(api.home, 'ASAAS', { secrets: { secretKey: 'x' } })
  const body = paid('pay_unknown')
  expect(await post('ASAAS', `${token}?from=elsewhere`, body, { 'x-from': 'elsewhere' })).toBe(200)
  expect(await keptOf(id)).toMatchObject([{ verified: 'token', query: { from: 'elsewhere' } }])

  const payload = { webhookSecret: 'told to us now' }
  expect((await api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${id}`, { payload })).statusCode).toBe(
    200,
  )
  const headers = { 'asaas-access-token': payload.webhookSecret, 'x-from': 'asaas' }
  expect(await post('ASAAS', `${token}?from=asaas`, body, headers)).toBe(200)
  expect(await keptOf(id)).toMatchObject([
    { verified: 'sharedSecret', query: { from: 'asaas' }, headers: { 'x-from': 'asaas' } },
  ])
})

test('a webhook with a NUL in it is kept for a person to look at', async () => {
  const { id, token } = await api.addAccount(api.home, 'PAGUESAFE', { secrets: { secretKey: 'x' } })
  expect(await post('PAGUESAFE', `${token}?a=%00b`, 'not\0json')).toBe(200)
  expect(await keptOf(id)).toMatchObject([{ body: 'not\uFFFDjson', query: { a: '\uFFFDb' } }])
})

test('a webhook at an account without a secret is read before it is believed', async () => {
  const account = api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
  const { id: providerAccountId, token } = await api.addAccount(api.home, 'ASAAS', {
    secrets: { secretKey: account?.secretKey ?? '' },
    baseUrl: account?.baseUrl ?? '',
  })
  const made = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId },
  })
  const { id, transactionId } = made.json()
  const told = () => post('ASAAS', token, paid(transactionId))
  const states = async () => (await keptOf(providerAccountId)).map(({ state }) => state)
  expect(await told()).toBe(200)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['delivered'])
  expect(await statusOf(id)).toBe('PENDING')

  await api.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  expect(await told()).toBe(200)
  await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('APPROVED')
})
