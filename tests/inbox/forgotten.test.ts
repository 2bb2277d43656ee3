/** What a failover of the database has lost of a row is asked again: workflows have not lost it. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeAttempts, charges, disbursements, payments, readings } from '../../db/schema/index.ts'
import { cancelSignal, chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { startWithdrawal, untilAttention } from '../support/disbursements.ts'
import { startQuickSweep } from '../support/sweeps.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
  await startQuickSweep(stack, { everyMs: 200 })
})
afterAll(() => stack?.close())

/** The row as it was before the last second. */
async function forget(table: typeof charges | typeof disbursements, id: string, lost: SQL) {
  await stack.database.writer.execute(
    sql`UPDATE ${table} SET ${lost}, updated_at = now() - interval '2 minutes', created_at = now() - interval '2 minutes' WHERE id = ${id}`,
  )
}

const BRIEF = { unknownMs: 500 }

test('whom a workflow waits for is asked again when the database has forgotten it', async () => {
  const [silent, bravive] = [await stack.addAccount('PAGUESAFE'), await stack.addAccount('BRAVIVE')]
  await stack.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop', times: 1 })
  await stack.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'commitThenDrop', times: 1 })
  const charge = await stack.start([silent], { timing: BRIEF })
  const withdrawal = await startWithdrawal(stack, [bravive], { timing: BRIEF })
  expect(await Promise.all([charge.creation, withdrawal.answer])).toEqual([
    { outcome: 'needsAttention' },
    { outcome: 'needsAttention' },
  ])
  const lost = sql`attention_reasons = '{}'`
  await forget(charges, charge.chargeId, lost)
  await forget(disbursements, withdrawal.row.id, lost)
  expect(await untilAttention(stack, withdrawal.row.id)).toBe('unknownOutcome')
  await expect.poll(async () => (await stack.charge(charge.chargeId)).attention).toBe('unknownOutcome')
})

test('a withdrawal whose row has lost what its workflow follows asks for an operator', async () => {
  const transfeera = await stack.addAccount('TRANSFEERA')
  const { row, answer } = await startWithdrawal(stack, [transfeera], { timing: { pollFirstMs: 600_000 } })
  expect(await answer).toEqual({ outcome: 'created' })
  await stack.database.writer.delete(readings).where(eq(readings.id, row.id))
  await forget(disbursements, row.id, sql`external_id = NULL`)
  expect(await untilAttention(stack, row.id)).toBe('noConfirmation')
})

describe('a charge whose row has lost the transaction that its workflow follows', () => {
  /** As it was before its provider answered. */
  async function forgetAnswer(chargeId: string) {
    const db = stack.database.writer
    await db.delete(readings).where(eq(readings.id, chargeId))
    await db.delete(payments).where(eq(payments.chargeId, chargeId))
    await db.delete(chargeAttempts).where(eq(chargeAttempts.chargeId, chargeId))
    await forget(
      charges,
      chargeId,
      sql`transaction_id = NULL, provider_account_id = NULL, provider = NULL, payable = false`,
    )
  }
  async function created() {
    const { chargeId, creation } = await stack.start([await stack.addAccount('PAGUESAFE')])
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId } = await stack.charge(chargeId)
    return { chargeId, transactionId, pay: () => stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`) }
  }

  test('reads it again, and no operator is asked: it is heard of when it is paid', async () => {
    const { chargeId, transactionId, pay } = await created()
    await forgetAnswer(chargeId)
    await expect.poll(async () => (await stack.charge(chargeId)).transactionId).toBe(transactionId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: null, provider: 'PAGUESAFE' })
    await pay()
    await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('APPROVED')
    await stack.keepHistory(chargeWorkflowId(chargeId), 'forgotten-and-read-again')
  })

  test('is paid by what was paid meanwhile', async () => {
    const { chargeId, transactionId, pay } = await created()
    await stack.control('PUT', '/faults/PAGUESAFE/webhook', { fault: 'noWebhook', times: 0 })
    await forgetAnswer(chargeId)
    await pay()
    await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('APPROVED')
    expect(await stack.charge(chargeId)).toMatchObject({ transactionId, attention: null })
    await stack.control('DELETE', '/faults')
  })

  test('asks for an operator where its provider does not answer, and then an operator decides', async () => {
    const { chargeId } = await created()
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    await forgetAnswer(chargeId)
    await expect.poll(async () => (await stack.charge(chargeId)).attention).toBe('unknownOutcome')
    await stack.control('DELETE', '/faults')
    // A provider that has failed so often is left alone for a while, and what is decided meanwhile is void.
    const canceled = async () => {
      await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(cancelSignal)
      return (await stack.charge(chargeId)).status
    }
    await expect.poll(canceled, { interval: 1_000, timeout: 60_000 }).toBe('REJECTED')
    await stack.keepHistory(chargeWorkflowId(chargeId), 'forgotten-and-asked')
  })
})
