/** What a failover of the database has lost of a row is asked again: workflows have not lost it. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charges, disbursements, readings } from '../../db/schema/index.ts'
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

test('a withdrawal whose row has lost what its workflow follows asks for a person', async () => {
  const transfeera = await stack.addAccount('TRANSFEERA')
  const { row, answer } = await startWithdrawal(stack, [transfeera], { timing: { pollFirstMs: 600_000 } })
  expect(await answer).toEqual({ outcome: 'created' })
  await stack.database.writer.delete(readings).where(eq(readings.id, row.id))
  await forget(disbursements, row.id, sql`external_id = NULL`)
  expect(await untilAttention(stack, row.id)).toBe('noConfirmation')
})
