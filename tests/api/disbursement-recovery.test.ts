/** A refund or withdrawal whose workflow was terminated: another run takes its place, looks first, and sends nothing twice. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { disbursementAttempts } from '../../db/schema/index.ts'
import type { DisbursementKind } from '../../domain/disbursement.ts'
import { keepHistory } from '../support/histories.ts'
import { terminateAtRest } from '../support/lost-workflows.ts'
import { setReading } from '../support/readings.ts'
import { BRIEF_WAIT_MS, type ChargingApi, NEW_CHARGE, startChargingApi, untilTaken } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
const accounts: Record<string, string> = {}
beforeAll(async () => {
  api = await startChargingApi({ creationWaitMs: BRIEF_WAIT_MS })
  for (const provider of ['ZENDRY', 'BRAVIVE', 'PAGUESAFE', 'ASAAS'])
    accounts[provider] = (await api.connect(provider)).id
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const post = async (path: string, payload: object) =>
  (await untilTaken(() => api.call(api.home.keys.seller, 'POST', path, { payload }))).json()
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const withdraw = (provider: string) => post('/v1/withdrawals', { ...PIX, providerAccountId: accounts[provider] })
const withdrawal = (id: string) => get(`/v1/withdrawals/${id}`)
const operate = (id: string, action: string, payload?: object, kind: DisbursementKind = 'withdrawal') =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/${kind}%2F${id}/${action}`, { payload })
const fail = (provider: string, operation: string, fault: string, times = 1) =>
  api.control('PUT', `/faults/${provider}/${operation}`, { fault, times })
const attemptsOf = (id: string) =>
  api.database.writer.select().from(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
const statesOf = async (id: string) => (await attemptsOf(id)).map(({ state }) => state)

/** As the sweep finds it. */
const noteLost = (id: string) => flagDisbursementAttention(api.database.writer, id, 'workflowLost')

/** The provider was asked, and does not say what came of it. */
async function loseUnanswered(id: string, kind: DisbursementKind = 'withdrawal'): Promise<void> {
  await terminateAtRest(api, `${kind}/${id}`, 'lookUpDisbursement')
  expect(await statesOf(id)).toEqual(['sending'])
  await noteLost(id)
}

/** How often the provider was asked to pay, and paid, under the references of the withdrawal's attempts. */
async function paidFor(provider: string, id: string) {
  const references = (await attemptsOf(id)).map(({ reference }) => reference)
  const { data } = await api.control<{ data: { reference: string; count: number; committed: number }[] }>(
    'GET',
    `/requests?provider=${provider}`,
  )
  const own = data.filter(({ reference }) => references.includes(reference))
  return own.reduce((sum, { committed }) => sum + committed, 0)
}

async function paidAt(provider: string): Promise<string> {
  const { id } = await post('/v1/charges', { ...NEW_CHARGE, providerAccountId: accounts[provider] })
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).transactionId, PATIENCE).not.toBeNull()
  const { transactionId } = await get(`/v1/charges/${id}`)
  await api.payUntold(provider, transactionId)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
  return id
}

const DECISIONS = [
  ['retry', undefined],
  ['cancel', undefined],
  ['resolve', { outcome: 'notCreated' }],
] as const

describe('one that was sent and not answered', () => {
  it.each(DECISIONS)('is found, not sent again nor given up (%s)', async (action, payload) => {
    await fail('ZENDRY', 'withdraw', 'commitThenDrop')
    await fail('ZENDRY', 'findWithdraw', 'serverError', 0)
    const { id } = await withdraw('ZENDRY')
    await loseUnanswered(id)
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    await expect.poll(async () => (await withdrawal(id)).withdrawId, PATIENCE).not.toBeNull()
    expect((await withdrawal(id)).status).not.toBe('REJECTED')
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'created' }])
    expect(await paidFor('ZENDRY', id)).toBe(1)
  })

  it('is asked about again when a retry finds nothing', async () => {
    await fail('ZENDRY', 'withdraw', 'dropBeforeCommit')
    await fail('ZENDRY', 'findWithdraw', 'serverError', 0)
    const { id } = await withdraw('ZENDRY')
    await loseUnanswered(id)
    await api.control('DELETE', '/faults')
    await operate(id, 'retry')
    await expect.poll(async () => (await withdrawal(id)).attention, PATIENCE).toBe('unknownOutcome')
    expect(await paidFor('ZENDRY', id)).toBe(0)
    await operate(id, 'resolve', { outcome: 'notCreated' })
    await expect.poll(async () => (await withdrawal(id)).status, PATIENCE).toBe('REJECTED')
  })

  it('and is a refund of all that was left is learnt from the charge', async () => {
    const chargeId = await paidAt('PAGUESAFE')
    await fail('PAGUESAFE', 'refund', 'commitThenDrop')
    await fail('PAGUESAFE', 'readTransaction', 'serverError', 0)
    const { id } = await post(`/v1/charges/${chargeId}/refunds`, {})
    await loseUnanswered(id, 'refund')
    await api.control('DELETE', '/faults')
    await operate(id, 'retry', undefined, 'refund')
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).state, PATIENCE).toBe('APPROVED')
    expect(await attemptsOf(id)).toHaveLength(1)
  })
})

describe('one of which the database has forgotten that it was sent', () => {
  it.each(DECISIONS)('is found, not sent again nor given up (%s)', async (action, payload) => {
    await fail('ZENDRY', 'withdraw', 'commitThenDrop')
    await fail('ZENDRY', 'findWithdraw', 'serverError', 0)
    const { id } = await withdraw('ZENDRY')
    await loseUnanswered(id)
    await api.database.writer.delete(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    await expect.poll(async () => (await withdrawal(id)).withdrawId, PATIENCE).not.toBeNull()
    expect((await withdrawal(id)).status).not.toMatch(/REJECTED|CANCELED/)
    expect(await paidFor('ZENDRY', id)).toBe(1)
  })

  it('is a refund that is not given up either', async () => {
    const chargeId = await paidAt('PAGUESAFE')
    await fail('PAGUESAFE', 'refund', 'commitThenDrop')
    await fail('PAGUESAFE', 'readTransaction', 'serverError', 0)
    const { id } = await post(`/v1/charges/${chargeId}/refunds`, {})
    await loseUnanswered(id, 'refund')
    await api.database.writer.delete(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
    await api.control('DELETE', '/faults')
    await operate(id, 'cancel', undefined, 'refund')
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).state, PATIENCE).toBe('APPROVED')
  })
})

describe('one that the database has set back to before it was sent', () => {
  // A second request there pays a second time.
  it.each(DECISIONS)('is found, not sent again nor given up (%s)', async (action, payload) => {
    await fail('ASAAS', 'withdraw', 'commitThenDrop')
    await fail('ASAAS', 'findWithdraw', 'serverError', 0)
    const { id } = await withdraw('ASAAS')
    await loseUnanswered(id)
    await api.database.writer
      .update(disbursementAttempts)
      .set({ state: 'created', claimedBy: null, sealedJournal: null })
      .where(eq(disbursementAttempts.disbursementId, id))
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    await expect.poll(async () => (await withdrawal(id)).withdrawId, PATIENCE).not.toBeNull()
    expect((await withdrawal(id)).status).not.toMatch(/REJECTED|CANCELED/)
    expect(await paidFor('ASAAS', id)).toBe(1)
    if (action === 'retry') await keepHistory(api.temporal, `withdrawal/${id}`, 'withdrawal-retry-finds-it')
  })
})

it('one that may be paid already is not sent again where it cannot be looked for, whatever its row says', async () => {
  await fail('BRAVIVE', 'withdraw', 'commitThenDrop')
  const { id } = await withdraw('BRAVIVE')
  await expect.poll(async () => (await withdrawal(id)).attention, PATIENCE).toBe('unknownOutcome')
  await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate('by mistake')
  const unsent = { state: 'created', claimedBy: null, sealedJournal: null } as const
  await api.database.writer.update(disbursementAttempts).set(unsent).where(eq(disbursementAttempts.disbursementId, id))
  await noteLost(id)
  await operate(id, 'retry')
  const history = async () => (await get(`/v1/withdrawals/${id}/events`)).data.map(({ type }: { type: string }) => type)
  await expect.poll(history, PATIENCE).toContain('operatorRetried')
  const resolved = await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })
  expect(resolved.statusCode).toBe(202)
  await expect.poll(async () => (await withdrawal(id)).status, PATIENCE).toBe('APPROVED')
  expect(await paidFor('BRAVIVE', id)).toBe(1)
})

describe('one that never left', () => {
  async function unsent() {
    await fail('BRAVIVE', 'withdraw', 'rateLimited', 0)
    const { id } = await withdraw('BRAVIVE')
    await terminateAtRest(api, `withdrawal/${id}`, 'attemptDisbursement')
    expect(await statesOf(id)).toEqual(['created'])
    await noteLost(id)
    await api.control('DELETE', '/faults')
    return id
  }

  it('is sent once when an operator says so', async () => {
    const id = await unsent()
    await operate(id, 'retry')
    await expect.poll(async () => (await withdrawal(id)).withdrawId, PATIENCE).not.toBeNull()
    expect(await paidFor('BRAVIVE', id)).toBe(1)
    expect(await withdrawal(id)).toMatchObject({ status: 'PENDING', attention: null })
  })

  it('is not sent when it is canceled', async () => {
    const id = await unsent()
    await operate(id, 'cancel')
    await expect.poll(async () => (await withdrawal(id)).status, PATIENCE).toBe('CANCELED')
    expect(await paidFor('BRAVIVE', id)).toBe(0)
  })
})

it('one that the provider has taken is followed to its end', async () => {
  const { id } = await withdraw('BRAVIVE')
  await expect.poll(async () => (await withdrawal(id)).withdrawId, PATIENCE).not.toBeNull()
  const { withdrawId } = await withdrawal(id)
  await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate('by mistake')
  await noteLost(id)
  // No reading finds out before the operator asks.
  await setReading(api, id, { nextReadAt: sql`now() + interval '1 hour'` })
  await api.control('POST', `/withdrawals/BRAVIVE/${withdrawId}/settle`)
  expect((await withdrawal(id)).status).toBe('PENDING')
  await operate(id, 'retry')
  await expect.poll(async () => (await withdrawal(id)).status, PATIENCE).toBe('APPROVED')
  expect(await withdrawal(id)).toMatchObject({ needsAttention: false })
})
