/** What has come to its end can be looked at by hand, also when it is read no more by itself. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readings } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
const look = (workflowId: string) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/${encodeURIComponent(workflowId)}/retry`)
const until = (path: string, expected: object) => expect.poll(() => get(path), PATIENCE).toMatchObject(expected)
/** Its time is over, as after months. */
const readNoMore = (id: string) =>
  api.database.writer.update(readings).set({ nextReadAt: null, settled: true }).where(eq(readings.id, id))

it('a charge that was taken back since is found', async () => {
  const { id: providerAccountId } = await api.connect('PAGUESAFE')
  const payload = { ...NEW_CHARGE, providerAccountId }
  const { id, transactionId } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  await api.payUntold('PAGUESAFE', transactionId)
  await until(`/v1/charges/${id}`, { status: 'APPROVED' })
  await readNoMore(id)
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/chargeback`)
  expect((await look(`charge/${id}`)).json()).toMatchObject({ operation: 'retry', became: 'carriedOut' })
  await until(`/v1/charges/${id}`, { status: 'CHARGEBACK' })
  const { data } = await get(`/v1/charges/${id}/events`)
  expect(data).toContainEqual(expect.objectContaining({ type: 'operatorRetried' }))
}, 120_000)

it('a withdrawal that came back since is found', async () => {
  const { id: providerAccountId } = await api.connect('ASAAS')
  const payload = {
    paymentMethod: 'PIX',
    providerAccountId,
    amount: 2_500,
    pixKey: '529.982.247-25',
    pixType: 'CPF',
    document: '52998224725',
    documentType: 'CPF',
    name: 'Ana',
  }
  const { id, withdrawId } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })).json()
  await api.control('POST', `/withdrawals/ASAAS/${withdrawId}/settle`)
  await until(`/v1/withdrawals/${id}`, { status: 'APPROVED' })
  await readNoMore(id)
  await api.control('POST', `/withdrawals/ASAAS/${withdrawId}/return`)
  expect((await look(`withdrawal/${id}`)).json()).toMatchObject({ became: 'carriedOut' })
  await until(`/v1/withdrawals/${id}`, { status: 'REJECTED' })
}, 120_000)

it('one whose provider cannot be asked has nothing to look at', async () => {
  const { id: providerAccountId } = await api.connect('FIREBANK')
  const payload = { ...NEW_CHARGE, providerAccountId }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  await untilFollowed(api, id)
  await api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/cancel`)
  await until(`/v1/charges/${id}`, { status: 'REJECTED' })
  expect((await look(`charge/${id}`)).json()).toMatchObject({ status: 409, code: 'conflict' })
}, 120_000)
