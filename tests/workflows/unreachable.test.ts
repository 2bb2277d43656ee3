/** A provider that cannot be reached is given up by the clock, as in production: other tests count the tries. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, startWithdrawal } from '../support/disbursements.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

test('nothing was sent there, so an operator is told that it cannot be reached, and is asked for no outcome', async () => {
  const account = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  // Tests are in a hurry: the seventh try comes after thirteen seconds, and the eighth, after twenty-six, does not fit. The end lies
  // just before a try, because a slow machine delays each: one that the end cuts off would have an unknown outcome.
  const timing = { unreachableMs: 25_000 }
  const [{ chargeId, creation }, { row, answer }] = await Promise.all([
    stack.start([account], { timing }),
    startWithdrawal(stack, [account], { timing }),
  ])
  expect(await Promise.all([creation, answer])).toEqual([{ outcome: 'needsAttention' }, { outcome: 'needsAttention' }])
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attentionReasons: ['providerUnreachable'] })
  expect(await disbursementOf(stack, row.id)).toMatchObject({
    status: 'PENDING',
    attentionReasons: ['providerUnreachable'],
  })
})
