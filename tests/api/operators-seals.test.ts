/** What an operator has our codec seal for Temporal's own tools says no more than what they type there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const UPDATE_COMPLETED = 3

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('BRAVIVE', { priority: 1 })
  const payload = { approvalAbove: 100_000 }
  const answer = await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
  expect(answer.statusCode, answer.body).toBe(200)
})
afterAll(() => api?.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** Sealed by the route, as if for this workflow. */
async function sealed(data: object, workflowId: string) {
  const metadata = { encoding: base64('json/plain'), 'trilho/for': base64(workflowId) }
  const payloads = [{ metadata, data: base64(JSON.stringify(data)) }]
  const answer = await api.call(api.home.keys.operator, 'POST', '/codec/encode', { payload: { payloads } })
  const [payload] = answer.json().payloads
  return { payloads: [{ metadata: { encoding: bytes(payload.metadata.encoding) }, data: bytes(payload.data) }] }
}

async function waiting() {
  const payload = { paymentMethod: 'PIX', amount: 100_001, pixKey: '529.982.247-25', pixType: 'CPF' }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })).json()
  return { id, workflowId: disbursementWorkflowId('withdrawal', id) }
}
const read = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}`)).json()
const personOf = async (email: string) => {
  const headers = { cookie: await api.signIn(email) }
  return (await api.call(null, 'GET', '/v1/me', { headers })).json().id
}

it('is no second person’s approval', async () => {
  const { id, workflowId } = await waiting()
  const personId = await personOf(api.home.emails.admin)
  const approval = { kind: 'approve', personId, by: api.home.emails.admin, about: 'awaitsApproval', id: 'forged' }
  const { outcome } = await api.temporal.workflowService.updateWorkflowExecution({
    namespace: api.settings.temporalNamespace,
    workflowExecution: { workflowId },
    waitPolicy: { lifecycleStage: UPDATE_COMPLETED },
    request: { meta: { updateId: 'forged' }, input: { name: 'decide', args: await sealed(approval, workflowId) } },
  })
  expect(outcome?.failure).toBeTruthy()
  expect(await read(id)).toMatchObject({ withdrawId: null, approval: { state: 'awaited', approvedBy: null } })
})

it('is a signal under no name of its own', async () => {
  const { id, workflowId } = await waiting()
  await api.temporal.workflowService.signalWorkflowExecution({
    namespace: api.settings.temporalNamespace,
    workflowExecution: { workflowId },
    signalName: 'cancel',
    input: await sealed({ by: api.home.emails.admin }, workflowId),
  })
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe('CANCELED')
  // The decision is written down after what it did.
  const events = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}/events`)).json().data
  await expect
    .poll(events, { timeout: 60_000 })
    .toContainEqual(expect.objectContaining({ type: 'operatorCanceled', detail: { by: 'Temporal' } }))
})
