/** A refund whose answer is lost, and which its provider lists under our reference as not carried out yet. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementOf,
  HASTY,
  type Haste,
  paidCharge,
  startRefund,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'

const AMOUNT = 1200

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (operation: string, fault: string, times: number) =>
  stack.control('PUT', `/faults/ASAAS/${operation}`, { fault, times })
const NOT_MADE = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const

/** The request is cut off, and processed later: the provider has it in progress. */
async function lost(timing: Haste) {
  await fail('refund', 'dropBeforeCommit', 1)
  const chargeId = await paidCharge(stack, account)
  const { row, answer } = await startRefund(stack, chargeId, { amount: AMOUNT, timing })
  const sent = async () => (await disbursementAttemptsOf(stack, row.id))[0]
  await expect.poll(async () => (await sent())?.errorKind, { timeout: 30_000 }).toBe('OutcomeUnknown')
  await fail('refund', 'refundInProgress', 1)
  const { transactionId } = await stack.charge(chargeId)
  const { baseUrl, secretKey } = stack.sandbox.accounts.find(({ provider }) => provider === 'ASAAS') ?? {}
  const response = await fetch(`${baseUrl}/payments/${transactionId}/refund`, {
    method: 'POST',
    headers: { access_token: secretKey ?? '', 'user-agent': 'test', 'content-type': 'application/json' },
    body: JSON.stringify({ value: AMOUNT / 100, description: (await sent())?.reference }),
  })
  expect(response.status).toBe(200)
  const end = () => stack.control('POST', `/refunds/ASAAS/${transactionId}/settle`)
  return { chargeId, row, answer, end }
}

test('was made: it is followed to its end, and asks no operator', async () => {
  const { chargeId, row, answer, end } = await lost({ ...HASTY, unknownMs: 60_000 })
  expect(await answer).toEqual({ outcome: 'created' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: null })
  expect(await disbursementAttemptsOf(stack, row.id)).toMatchObject([{ state: 'answered', outcome: 'created' }])
  await end()
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: AMOUNT })
})

test.each(['serverError', 'rateLimited'])(
  'is not called unmade by an operator while the provider does not answer (%s)',
  async (fault) => {
    const { row, answer, end } = await lost({ ...HASTY, unknownMs: 60_000, pendingMs: 500 })
    expect(await answer).toEqual({ outcome: 'created' })
    expect(await untilAttention(stack, row.id)).toBe('noConfirmation')
    await fail('*', fault, 0)
    const taken = await workflowOf(stack, row).executeUpdate(decideUpdate, { args: [NOT_MADE] })
    expect(taken).toEqual({ became: 'void', why: 'unreadable' })
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING' })
    await stack.control('DELETE', '/faults')
    await end()
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  },
)
