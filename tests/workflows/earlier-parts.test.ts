/** A refund whose answer is lost, and that was never made: what an earlier part gave back is not taken for it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'

const AMOUNT = 10_000
const NOT_CREATED = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (provider: string, fault: string) =>
  stack.control('PUT', `/faults/${provider}/refund`, { fault, times: 1 })

async function neverMade(chargeId: string, provider: string, amount: number) {
  await fail(provider, 'dropBeforeCommit')
  const started = await startRefund(stack, chargeId, { amount, timing: { unknownMs: 1_500 } })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  return started.row
}

test('an equal part that was approved before it, and that the provider adds to its sum only later', async () => {
  const chargeId = await paidCharge(stack, await stack.addAccount('GATYWAY'), AMOUNT)
  await fail('GATYWAY', 'refundInProgress')
  const earlier = await startRefund(stack, chargeId, { amount: 3_000 })
  expect(await earlier.answer).toEqual({ outcome: 'created' })
  const approved = { to: 'APPROVED', cause: 'provider', key: 'provider/APPROVED' } as const
  await applyDisbursementTransition(stack.database.writer, { disbursementId: earlier.row.id, ...approved })
  const row = await neverMade(chargeId, 'GATYWAY', 3_000)
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/refunds/GATYWAY/${transactionId}/settle`)
  const decided = workflowOf(stack, row).executeUpdate(decideUpdate, { args: [NOT_CREATED] })
  expect(await decided).toEqual({ became: 'carriedOut' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'REJECTED' })
}, 120_000)

test('an earlier part, where one word without a sum tells of any return', async () => {
  const chargeId = await paidCharge(stack, await stack.addAccount('PRONTTUS'), AMOUNT)
  const earlier = await startRefund(stack, chargeId, { amount: 3_000 })
  expect(await earlier.answer).toEqual({ outcome: 'created' })
  expect(await disbursementOf(stack, earlier.row.id)).toMatchObject({ status: 'APPROVED' })
  const row = await neverMade(chargeId, 'PRONTTUS', 7_000)
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/PRONTTUS/${transactionId}/chargeback`)
  const decided = workflowOf(stack, row).executeUpdate(decideUpdate, { args: [NOT_CREATED] })
  expect(await decided).toEqual({ became: 'carriedOut' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'REJECTED' })
}, 120_000)
