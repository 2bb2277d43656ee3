/** No fake provider answers a refund with a plain no, so the adapter of a real one is given that answer here. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RefundResult } from '../../domain/refund.ts'
import type { Steps } from '../../providers/contract.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const provider = real.findProvider('PAGUESAFE')
  const double = {
    ...provider,
    *refund(...call: Parameters<typeof provider.refund>): Steps<RefundResult> {
      return { ...(yield* provider.refund(...call)), status: false }
    },
  }
  return { ...real, findProvider: (code: string) => (code === 'PAGUESAFE' ? double : real.findProvider(code)) }
})

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE')
})
afterAll(() => api?.close())

it("is a bad request in the specification's words, and the refund is rejected", async () => {
  const { seller } = api.home.keys
  const { id, transactionId } = (await api.call(seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
  await api.payUntold('PAGUESAFE', transactionId)
  const statusOf = async () => (await api.call(seller, 'GET', `/v1/charges/${id}`)).json().status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('APPROVED')
  const answer = await api.call(seller, 'POST', `/v1/charges/${id}/refunds`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'refund_not_approved', detail: 'Erro ao aprovar o reembolso.' })
  const refund = (await api.call(seller, 'GET', `/v1/refunds/${answer.json().disbursementId}`)).json()
  expect(refund).toMatchObject({ status: false, state: 'REJECTED', failureMessage: 'Erro ao aprovar o reembolso.' })
})
