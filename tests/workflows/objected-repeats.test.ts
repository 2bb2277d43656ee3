/** A refund that had begun to be sent when its worker died, and whose payment a bank has taken back meanwhile. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptId, disbursementReference } from '../../db/attempt-ids.ts'
import { disbursementAttempts, payments } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund } from '../support/disbursements.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

test('is looked up, not sent again, though its key would make a repeat harmless', async () => {
  const accountId = await stack.addAccount('MERCADOPAGO')
  const chargeId = await paidCharge(stack, accountId)
  const { writer } = stack.database
  const started = await startRefund(stack, chargeId, { timing: { unknownMs: 1_500 } }, async ({ id }) => {
    await writer.insert(disbursementAttempts).values({
      id: attemptId(id, 1),
      disbursementId: id,
      number: 1,
      providerAccountId: accountId,
      provider: 'MERCADOPAGO',
      reference: disbursementReference(id, accountId),
      state: 'sending',
      claimedBy: 'a run that died',
    })
    await writer.update(payments).set({ state: 'CHARGEBACK' }).where(eq(payments.chargeId, chargeId))
  })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  const { data } = await stack.control<{ data: unknown[] }>('GET', '/refunds')
  expect(data).toEqual([])
})
