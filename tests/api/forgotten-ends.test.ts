/** A movement whose workflow has completed, and whose end a failover of the database has lost: it waits again, and can be decided. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  chargeAttempts,
  charges,
  disbursementAttempts,
  disbursements,
  payments,
  receivers,
} from '../../db/schema/index.ts'
import { chargeWorkflowId, disbursementWorkflowId, receiverWorkflowId } from '../../workflows/messages.ts'
import { PROVIDER_DATA, RECEIVER } from '../support/receivers.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }
const LOST = { status: 'PENDING' as const, attentionReasons: ['workflowLost' as const] }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterAll(() => api?.close())

const post = (path: string, payload: object) => api.call(api.home.keys.seller, 'POST', path, { payload })
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const operate = (workflowId: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/${encodeURIComponent(workflowId)}/${action}`, { payload })
const completed = (workflowId: string) => api.temporal.workflow.getHandle(workflowId).result()

/** A withdrawal from ASAAS whose workflow has completed. */
async function paidOut(providerAccountId: string) {
  const { id } = (await post('/v1/withdrawals', { ...PIX, providerAccountId })).json()
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).withdrawId, PATIENCE).not.toBeNull()
  const { withdrawId } = await get(`/v1/withdrawals/${id}`)
  await api.control('POST', `/withdrawals/ASAAS/${withdrawId}/settle`)
  const workflowId = disbursementWorkflowId('withdrawal', id)
  await completed(workflowId)
  return { id, withdrawId, workflowId }
}

it('a withdrawal that was paid is found at its provider, whatever its row says of the sending', async () => {
  // It can be searched, and a second request would pay a second time.
  const { id: providerAccountId } = await api.connect('ASAAS')
  const { id, withdrawId, workflowId } = await paidOut(providerAccountId)
  const unsent = { state: 'created', outcome: null, externalId: null, answeredAt: null } as const
  const { writer } = api.database
  await writer.update(disbursementAttempts).set(unsent).where(eq(disbursementAttempts.disbursementId, id))
  await writer
    .update(disbursements)
    .set({ ...LOST, externalId: null, approvedAt: null })
    .where(eq(disbursements.id, id))
  expect((await operate(workflowId, 'retry')).statusCode).toBe(202)
  await expect.poll(() => get(`/v1/withdrawals/${id}`), PATIENCE).toMatchObject({ withdrawId })
  expect((await api.control<{ data: unknown[] }>('GET', '/withdrawals?provider=ASAAS')).data).toHaveLength(1)
})

it('a charge is followed again', async () => {
  const { id: providerAccountId } = await api.connect('PAGUESAFE')
  const { id, transactionId } = (await post('/v1/charges', { ...NEW_CHARGE, providerAccountId })).json()
  const workflowId = chargeWorkflowId(id)
  await untilFollowed(api, id)
  expect((await operate(workflowId, 'cancel')).statusCode).toBe(202)
  await completed(workflowId)
  await api.database.writer.update(charges).set(LOST).where(eq(charges.id, id))
  expect((await operate(workflowId, 'retry')).statusCode).toBe(202)
  await api.payUntold('PAGUESAFE', transactionId)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
})

it('a charge is looked for at the account that it was sent to last, also where that try is forgotten', async () => {
  const { id: firstId } = await api.connect('PAGUESAFE', { priority: 1 })
  const { id: secondId } = await api.connect('ZENDRY', { priority: 2 })
  const accounts = [{ providerAccountId: firstId }, { providerAccountId: secondId }]
  const rule = { name: 'Both', when: { paymentMethods: ['PIX'] }, accounts }
  expect((await api.call(api.home.keys.admin, 'POST', '/v1/routing-rules', { payload: rule })).statusCode).toBe(201)
  await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'rateLimited', times: 0 })
  const { id, transactionId, provider } = (await post('/v1/charges', NEW_CHARGE)).json()
  await api.control('DELETE', '/faults')
  expect(provider).toBe('ZENDRY')
  await api.control('POST', `/transactions/ZENDRY/${transactionId}/pay`)
  const workflowId = chargeWorkflowId(id)
  await completed(workflowId)
  const { writer } = api.database
  await writer.delete(payments).where(eq(payments.chargeId, id))
  await writer.delete(chargeAttempts).where(and(eq(chargeAttempts.chargeId, id), eq(chargeAttempts.number, 2)))
  const unknown = { transactionId: null, provider: null, providerAccountId: null }
  await writer
    .update(charges)
    .set({ ...LOST, ...unknown })
    .where(eq(charges.id, id))
  expect((await operate(workflowId, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject({ status: 'APPROVED', transactionId })
})

it('a withdrawal whose refusal is kept is given up by an operator', async () => {
  const { id: providerAccountId } = await api.connect('ASAAS')
  const { id, workflowId } = await paidOut(providerAccountId)
  const refused = { state: 'answered', outcome: 'refused', externalId: null } as const
  const { writer } = api.database
  await writer.update(disbursementAttempts).set(refused).where(eq(disbursementAttempts.disbursementId, id))
  await writer
    .update(disbursements)
    .set({ ...LOST, externalId: null, approvedAt: null })
    .where(eq(disbursements.id, id))
  expect((await operate(workflowId, 'retry')).statusCode).toBe(202)
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('providerUnreachable')
})

it('a receiver is asked about again', async () => {
  const { id: providerAccountId } = await api.connect('PAGARME')
  const { id } = (await post('/v1/receivers', { ...RECEIVER, providerAccountId, providerData: PROVIDER_DATA })).json()
  const workflowId = receiverWorkflowId(id)
  await expect.poll(async () => (await get(`/v1/receivers/${id}`)).receiverId, PATIENCE).not.toBeNull()
  await api.temporal.workflow.getHandle(workflowId).signal('resolve', { outcome: 'notCreated' })
  await api.temporal.workflow.getHandle(workflowId).signal('resolve', { outcome: 'created' })
  await completed(workflowId)
  await api.database.writer.update(receivers).set(LOST).where(eq(receivers.id, id))
  expect((await operate(workflowId, 'retry')).statusCode).toBe(202)
})
