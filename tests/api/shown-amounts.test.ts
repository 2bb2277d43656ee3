/** What an operator says about a payment is about what they were shown of it, whenever it is carried out. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { noteMismatch } from '../../db/queries/charge/noticed.ts'
import { lockCharge } from '../../db/queries/charge/payments.ts'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { chargeEvents } from '../../db/schema/index.ts'
import { chargeDecisionWorkflowId, chargeEventWorkflowId } from '../../workflows/messages.ts'
import { runAgain } from '../support/again.ts'
import { untilAwaited } from '../support/locks.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

let api: ChargingApi
const accounts = { PAGUESAFE: { id: '', token: '' }, NOXPAY: { id: '', token: '' } }
beforeAll(async () => {
  api = await startChargingApi()
  accounts.PAGUESAFE = await api.connect('PAGUESAFE')
  accounts.NOXPAY = await api.connect('NOXPAY')
  const path = `/v1/provider-accounts/${accounts.NOXPAY.id}`
  await api.call(api.home.keys.admin, 'PATCH', path, { payload: { webhookSecret: null } })
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)
const resolve = (id: string, outcome: 'created' | 'notCreated', query = '') =>
  call('POST', `/v1/operations/charge%2F${id}/resolve${query}`, { outcome })
const eventsOf = async (id: string, type: string) =>
  (await get(`/v1/charges/${id}/events`)).data.filter((event: { type: string }) => event.type === type)

async function givenUp(provider: keyof typeof accounts): Promise<{ id: string; transactionId: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts[provider].id }
  const { id, transactionId } = (await call('POST', '/v1/charges', payload)).json()
  await untilFollowed(api, id)
  expect((await call('POST', `/v1/operations/charge%2F${id}/cancel`)).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  return { id, transactionId }
}

const tellNoxpay = async (txid: string, amount: number) => {
  const payload = { method: 'PIX', txid, status: 'PAY', amount }
  const url = `/webhooks/noxpay/${accounts.NOXPAY.token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

const ASKED = { status: 'REJECTED', attentionReasons: ['amountMismatch'] }

it('an amount that its first run learnt is not taken when the decision is carried out again', async () => {
  const { id, transactionId } = await givenUp('PAGUESAFE')
  await flagAttention(api.database.writer, id, 'amountMismatch')
  await api.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'wrongAmount', times: 0 })
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  await resolve(id, 'created')
  await expect.poll(() => eventsOf(id, 'decisionVoid'), PATIENCE).toMatchObject([{ detail: { why: 'otherAmount' } }])
  const isVoid = and(eq(chargeEvents.chargeId, id), eq(chargeEvents.type, 'decisionVoid'))
  const [decided] = await api.database.writer.select().from(chargeEvents).where(isVoid)
  const workflowId = chargeDecisionWorkflowId(id, decided?.key.split('/')[1] ?? '')
  const again = await runAgain(api.temporal, workflowId, 'takeLateAmounts')
  expect(await again.result()).toEqual({ became: 'void', why: 'otherAmount' })
  await untilCharge(id, ASKED)
  expect((await resolve(id, 'created')).statusCode).toBe(202)
  await untilCharge(id, { status: 'APPROVED', needsAttention: false })
}, 120_000)

it('a notice that came after the charge was shown is neither taken nor dismissed', async () => {
  const { id, transactionId } = await givenUp('NOXPAY')
  await api.control('POST', `/transactions/NOXPAY/${transactionId}/pay`)
  await tellNoxpay(transactionId, 0.01)
  await untilCharge(id, ASKED)
  const shown = await get(`/v1/charges/${id}`)
  await tellNoxpay(transactionId, 0.02)
  await expect.poll(() => eventsOf(id, 'eventIgnored'), PATIENCE).toHaveLength(2)
  for (const outcome of ['created', 'notCreated'] as const) {
    const answer = await resolve(id, outcome, `?updatedAt=${shown.updatedAt}`)
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
  }
  await untilCharge(id, ASKED)
  // Nothing touches it any more.
  for (const { id: eventId } of (await get(`/v1/webhook-events?chargeId=${id}`)).data) {
    await api.temporal.workflow.getHandle(chargeEventWorkflowId(id, eventId)).result()
  }
  const { updatedAt } = await get(`/v1/charges/${id}`)
  expect((await resolve(id, 'notCreated', `?updatedAt=${updatedAt}`)).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED', needsAttention: false })
}, 120_000)

it('a notice that comes while the charge is marked as seen stays a question', async () => {
  const { id, transactionId } = await givenUp('PAGUESAFE')
  const { writer } = api.database
  await flagAttention(writer, id, 'amountMismatch')
  const { answer } = await writer.transaction(async (tx) => {
    await lockCharge(tx, id)
    const seen = resolve(id, 'notCreated')
    await untilAwaited(tx, api.database)
    await noteMismatch(tx, id, { eventKey: 'meanwhile', transactionId, status: 'APPROVED', amount: 1 })
    return { answer: seen }
  })
  expect((await answer).json()).toMatchObject({ status: 409, code: 'conflict' })
  await untilCharge(id, ASKED)
}, 120_000)
