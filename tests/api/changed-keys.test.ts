/** An account whose keys become another merchant's while a withdrawal is in doubt, on the PRIMEPAG wire. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disbursementAttempts, providerAccounts } from '../../db/schema/index.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', pixType: 'CPF', pixKey: '529.982.247-25', amount: 2500 }
const PAYEE = { name: 'Maria Silva', document: '529.982.247-25', documentType: 'CPF' }
/** A search's pauses double, up to two minutes. What comes after so many calls is late enough to believe an absence. */
const EARLY_CALLS = 4
const LONGEST_PAUSE = { timeout: 240_000 }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterAll(() => api?.close())

const change = async (id: string, payload: object) => {
  const answer = await api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${id}`, { payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** ZENDRY has the same wire and other books, so its keys are those of another merchant. */
const keysOf = (provider: string) => {
  const account = api.sandbox.accounts.find((one) => one.provider === provider)
  if (!account) throw new Error(`No fake ${provider}`)
  const { publicKey, secretKey, webhookSecret, baseUrl } = account
  return { publicKey, secretKey, webhookSecret, baseUrl }
}
const booksOf = async (provider: string) =>
  (await api.control<{ data: { id: string }[] }>('GET', `/withdrawals?provider=${provider}`)).data
const fail = (provider: string, operation: string, fault: object) =>
  api.control('PUT', `/faults/${provider}/${operation}`, fault)
const faultsOf = async (name: string) =>
  (await api.control<{ data: { provider: string; operation: string }[] }>('GET', '/faults')).data.filter(
    ({ provider }) => provider === name,
  )
const find = async () => (await api.call(api.home.keys.seller, 'GET', '/v1/withdrawals')).json().data[0]
const attemptsOf = (id: string) =>
  api.database.writer.select().from(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))

it('the other merchant has no such withdrawal, and nothing is paid there; the first keys find it', async () => {
  const { id } = await api.connect('PRIMEPAG')
  await fail('PRIMEPAG', 'withdraw', { fault: 'commitThenDrop', times: 1 })
  await fail('PRIMEPAG', 'findWithdraw', { fault: 'serverError', times: EARLY_CALLS })
  await fail('PRIMEPAG', 'token', { fault: 'slow', delayMs: 1, times: 0 })
  await fail('PRIMEPAG', '*', { fault: 'serverError', times: 0 })
  // A second call comes only if the first one's absence is not believed.
  await fail('ZENDRY', 'findWithdraw', { fault: 'slow', delayMs: 1, times: 2 })
  const payload = { ...PIX, ...PAYEE, providerAccountId: id, withdrawReference: 'aluguel' }
  const asked = api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })
  await expect.poll(() => booksOf('PRIMEPAG'), PATIENCE).toHaveLength(1)
  const isSearched = async () => (await faultsOf('PRIMEPAG')).every(({ operation }) => operation !== 'findWithdraw')
  await expect.poll(isSearched, LONGEST_PAUSE).toBe(true)

  await change(id, keysOf('ZENDRY'))
  const isOver = async () => (await faultsOf('ZENDRY')).length === 0 || (await booksOf('ZENDRY')).length > 0
  await expect.poll(isOver, LONGEST_PAUSE).toBe(true)
  expect(await booksOf('ZENDRY')).toEqual([])
  const withdrawal = await find()
  expect(withdrawal).toMatchObject({ status: 'PENDING', withdrawId: null })
  expect(await attemptsOf(withdrawal.id)).toMatchObject([{ state: 'sending' }])

  await change(id, keysOf('PRIMEPAG'))
  await api.control('DELETE', '/faults')
  const [made] = await booksOf('PRIMEPAG')
  await expect.poll(async () => (await find()).withdrawId, LONGEST_PAUSE).toBe(made?.id)
  expect((await asked).json()).toMatchObject({ id: withdrawal.id })
}, 600_000)

describe('a change of an account', () => {
  const versionOf = async (id: string) => {
    const [row] = await api.database.writer.select().from(providerAccounts).where(eq(providerAccounts.id, id))
    return row?.keysVersion
  }

  it.each([
    ['another client', { publicKey: 'other', secretKey: 'other' }, 2],
    ['another address', () => keysOf('ZENDRY'), 2],
    ["the client's new secret", { secretKey: 'other' }, 1],
    ['a corrected webhook secret', { webhookSecret: 'other' }, 1],
    ['the same keys and address again', () => keysOf('PRIMEPAG'), 1],
    ['a name', { name: 'Other' }, 1],
  ])('to %s', async (_, payload, version) => {
    const { id } = await api.connect('PRIMEPAG')
    await change(id, typeof payload === 'function' ? payload() : payload)
    expect(await versionOf(id)).toBe(version)
  })

  it('to another key, where the key alone names the merchant', async () => {
    const { id } = await api.connect('ASAAS')
    await change(id, { secretKey: 'other' })
    expect(await versionOf(id)).toBe(2)
  })
})
