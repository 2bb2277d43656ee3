/** A notice states another amount while the outcome of the creation is unknown, and the provider's readings state none. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilTaken, waitingBriefly } from './charging.ts'

let api: ChargingApi
/** NOXPAY's, which has no secret to prove notices by. */
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('NOXPAY')
  const path = `/v1/provider-accounts/${account.id}`
  await api.call(api.home.keys.admin, 'PATCH', path, { payload: { webhookSecret: null } })
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const post = (path: string, payload: object) => api.call(api.home.keys.operator, 'POST', path, { payload })
const { get, untilCharge } = askingAs('operator', () => api)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data
const fail = (operation: string, fault: string, times: number) =>
  api.control('PUT', `/faults/NOXPAY/${operation}`, { fault, times })

/** The answer to a creation is lost, a notice says that it was paid, and the provider can be read only afterwards. */
async function paidInDoubt(amount: number): Promise<string> {
  await fail('createTransaction', 'commitThenDrop', 1)
  await fail('readTransaction', 'serverError', 0)
  const charge = { ...NEW_CHARGE, providerAccountId: account.id }
  const { id } = (await untilTaken(() => waitingBriefly(api, () => post('/v1/charges', charge)))).json()
  const attempts = async () => (await get(`/v1/charges/${id}/attempts`)).data
  await expect.poll(attempts, PATIENCE).not.toHaveLength(0)
  const reference = (await attempts())[0].id.replaceAll('-', '')
  const path = `/transactions?provider=NOXPAY&reference=${reference}`
  const made = async () => (await api.control<{ data: { id: string }[] }>('GET', path)).data
  await expect.poll(made, PATIENCE).toHaveLength(1)
  const txid = (await made())[0]?.id
  await api.control('POST', `/transactions/NOXPAY/${txid}/pay`)
  const payload = { method: 'PIX', txid, code: reference, status: 'PAY', amount }
  const sent = await api.app.inject({ method: 'POST', url: `/webhooks/noxpay/${account.token}`, payload })
  expect(sent.statusCode).toBe(200)
  const notices = async () => (await get(`/v1/webhook-events?chargeId=${id}`)).data
  await expect.poll(notices, PATIENCE).toMatchObject([{ state: 'delivered' }])
  await api.control('DELETE', '/faults')
  return id
}
it('is asked about, and what an operator takes is what the notice stated', async () => {
  const id = await paidInDoubt(0.01)
  const attentionReasons = expect.arrayContaining(['amountMismatch', 'unknownOutcome'])
  await untilCharge(id, { status: 'PENDING', attentionReasons })
  const { data } = await get(`/v1/charges/${id}/events`)
  expect(data).toContainEqual(expect.objectContaining({ detail: expect.objectContaining({ amount: 1 }) }))
  expect((await post(`/v1/operations/charge%2F${id}/resolve`, { outcome: 'created' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'APPROVED', needsAttention: false })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 1 }])
}, 120_000)

it('is no question where the notice states what was charged', async () => {
  const id = await paidInDoubt(50)
  await untilCharge(id, { status: 'APPROVED', needsAttention: false })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 5000 }])
}, 120_000)
