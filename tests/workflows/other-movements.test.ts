/** An answer that belongs to another movement: it is never taken for one's own, and no caller waits for ever. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

const PATIENCE = { timeout: 60_000 }

let stack: ChargeStack
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const timing = { unknownMs: 1_500, pollFirstMs: 200, pollMaxMs: 500 }

test.each([1, 2])(
  'a charge whose creation is answered with another one (%i times) is found by its reference, or asks an operator',
  async (times) => {
    const first = await stack.start([asaas], { amount: 4_100 + times, timing })
    await first.creation
    await stack.control('PUT', '/faults/ASAAS/createTransaction', {
      fault: 'otherMovement',
      times,
      amount: 5_100 + times,
    })
    const { chargeId, creation } = await stack.start([asaas], { amount: 5_100 + times, timing })
    await creation
    await vi.waitFor(async () => {
      const { transactionId, attention } = await stack.charge(chargeId)
      expect(transactionId ?? attention).not.toBeNull()
    }, PATIENCE)
    expect((await stack.charge(chargeId)).transactionId).not.toBe((await stack.charge(first.chargeId)).transactionId)
  },
)
