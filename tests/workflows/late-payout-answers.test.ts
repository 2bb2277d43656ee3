/** The provider answers a withdrawal's request after an operator has said that it was never made. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { settleDisbursement } from '../../db/queries/disbursement/attempt-ends.ts'
import { readings } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementAttemptsOf, disbursementOf, HASTY, startWithdrawal, workflowOf } from '../support/disbursements.ts'

const PATIENCE = { timeout: 30_000 }

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

test('its id is kept, an operator is asked, and it is read until it is known to be paid', async () => {
  const account = await stack.addAccount('BRAVIVE')
  await stack.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'slow', times: 1, delayMs: 2_500 })
  const { row } = await startWithdrawal(stack, [account], { timing: { ...HASTY, pollFirstMs: 60_000 } })
  const { id } = row
  await expect.poll(async () => (await disbursementAttemptsOf(stack, id))[0]?.state, PATIENCE).toBe('sending')
  const verdict = { made: false, status: 'REJECTED', cause: 'operator', key: 'operator/1' } as const
  expect(await settleDisbursement(stack.database.writer, id, verdict)).toMatchObject({ moved: true })

  expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
  const { externalId, ...standing } = await disbursementOf(stack, id)
  expect(standing).toMatchObject({ status: 'REJECTED', provider: 'BRAVIVE', attentionReasons: ['contradicted'] })
  expect(await disbursementAttemptsOf(stack, id)).toMatchObject([{ outcome: 'created', externalId }])
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', '/withdrawals?provider=BRAVIVE')
  expect(data.map((each) => each.id)).toContain(externalId)

  await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
  await stack.database.writer.update(readings).set({ nextReadAt: sql`now()` }).where(eq(readings.id, id))
  const paid = { status: 'APPROVED', attentionReasons: ['contradicted'] }
  await vi.waitFor(async () => expect(await disbursementOf(stack, id)).toMatchObject(paid), 30_000)
})
