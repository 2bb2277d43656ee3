/** The keys of an account change while a request under a key of ours is on its way: it is not repeated with the new ones. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { providerAccounts } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
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
  stack = await startChargeStack()
  const { writer } = stack.database
  await writer.execute(sql`
    CREATE FUNCTION change_keys() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE provider_accounts SET keys_version = keys_version + 1 WHERE id = NEW.provider_account_id;
      RETURN NULL;
    END $$`)
  for (const attempts of ['charge_attempts', 'disbursement_attempts']) {
    await writer.execute(sql`
      CREATE TRIGGER change_keys AFTER INSERT OR UPDATE OF state ON ${sql.identifier(attempts)}
      FOR EACH ROW WHEN (NEW.state = 'sending') EXECUTE FUNCTION change_keys()`)
  }
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const loseAnswer = (provider: string, operation: string) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault: 'commitThenDrop', times: 1 })

/** Requests that moved money. */
async function requestsAt(provider: string): Promise<number> {
  const { data } = await stack.control<{ data: { count: number }[] }>('GET', `/requests?provider=${provider}`)
  return data.reduce((sum, { count }) => sum + count, 0)
}

test.each(['VEXYPAYMENTS', 'SIMPAY'])('a withdrawal at %s', async (provider) => {
  const account = await stack.addAccount(provider)
  await loseAnswer(provider, 'withdraw')
  const { row, answer } = await startWithdrawal(stack, [account], { timing: HASTY })
  expect(await answer).toEqual({ outcome: 'needsAttention' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  expect(await disbursementAttemptsOf(stack, row.id)).toMatchObject([{ state: 'sending' }])
  expect(await requestsAt(provider)).toBe(1)
})

test('a refund at PAGARME', async () => {
  const account = await stack.addAccount('PAGARME')
  const chargeId = await paidCharge(stack, account)
  const before = await requestsAt('PAGARME')
  await loseAnswer('PAGARME', 'refund')
  const { row, answer } = await startRefund(stack, chargeId, { timing: { ...HASTY, unknownMs: 30_000 } })
  expect(await answer).toEqual({ outcome: 'created' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'APPROVED' })
  expect(await requestsAt('PAGARME')).toBe(before + 1)
})

test('a charge at PAGARME', async () => {
  const account = await stack.addAccount('PAGARME')
  const before = await requestsAt('PAGARME')
  await loseAnswer('PAGARME', 'createTransaction')
  const { chargeId, creation } = await stack.start([account], { timing: { unknownMs: 3_000 } })
  await creation
  expect(await stack.attempts(chargeId)).toHaveLength(1)
  expect(await requestsAt('PAGARME')).toBe(before + 1)
})

test('what was never sent is in doubt at no merchant, whatever keys the account had before', async () => {
  const account = await stack.addAccount('PRIMEPAG')
  await stack.database.writer.update(providerAccounts).set({ keysVersion: 2 }).where(eq(providerAccounts.id, account))
  await stack.control('PUT', '/faults/PRIMEPAG/token', { fault: 'serverError', times: 0 })
  const { row, answer } = await startWithdrawal(stack, [account], { timing: HASTY })
  expect(await answer).toEqual({ outcome: 'needsAttention' })
  expect(await disbursementAttemptsOf(stack, row.id)).toMatchObject([{ state: 'created', keysVersion: 2 }])
  const { chargeId } = await stack.start([account])
  await expect
    .poll(() => stack.attempts(chargeId), { timeout: 60_000 })
    .toMatchObject([{ state: 'created', keysVersion: 2 }])
})
