/** The keys of an account change while a request under a key of ours has no answer yet: it is not repeated with the new ones. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { providerAccounts } from '../../db/schema/index.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementOf,
  HASTY,
  paidCharge,
  startRefund,
  startWithdrawal,
} from '../support/disbursements.ts'

let stack: ChargeStack

beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const answerLate = (provider: string, operation: string) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault: 'slow', times: 1, delayMs: TOO_LATE_MS })

/** Requests that moved money, by our references. */
async function requestsAt(provider: string): Promise<number> {
  const { data } = await stack.control<{ data: { count: number }[] }>('GET', `/requests?provider=${provider}`)
  return data.reduce((sum, { count }) => sum + count, 0)
}

/** While the provider holds the answer back. */
async function changeKeys(provider: string, accountId: string, before: number): Promise<void> {
  await expect.poll(() => requestsAt(provider), { timeout: 60_000 }).toBe(before + 1)
  const keysVersion = sql`${providerAccounts.keysVersion} + 1`
  await stack.database.writer.update(providerAccounts).set({ keysVersion }).where(eq(providerAccounts.id, accountId))
}

test.each(['VEXYPAYMENTS', 'SIMPAY'])('a withdrawal at %s', async (provider) => {
  const account = await stack.addAccount(provider)
  await answerLate(provider, 'withdraw')
  const { row, answer } = await startWithdrawal(stack, [account], { timing: HASTY })
  await changeKeys(provider, account, 0)
  expect(await answer).toEqual({ outcome: 'needsAttention' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  expect(await disbursementAttemptsOf(stack, row.id)).toMatchObject([{ state: 'sending' }])
  expect(await requestsAt(provider)).toBe(1)
})

test('a refund at PAGARME', async () => {
  const account = await stack.addAccount('PAGARME')
  const chargeId = await paidCharge(stack, account)
  const before = await requestsAt('PAGARME')
  await answerLate('PAGARME', 'refund')
  const { row, answer } = await startRefund(stack, chargeId, { timing: { ...HASTY, unknownMs: 30_000 } })
  await changeKeys('PAGARME', account, before)
  expect(await answer).toEqual({ outcome: 'created' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'APPROVED' })
  expect(await requestsAt('PAGARME')).toBe(before + 1)
})

test('a charge at PAGARME', async () => {
  const account = await stack.addAccount('PAGARME')
  const before = await requestsAt('PAGARME')
  await answerLate('PAGARME', 'createTransaction')
  const { chargeId, creation } = await stack.start([account], { timing: { unknownMs: 3_000 } })
  await changeKeys('PAGARME', account, before)
  await creation
  expect(await stack.attempts(chargeId)).toHaveLength(1)
  expect(await requestsAt('PAGARME')).toBe(before + 1)
})
