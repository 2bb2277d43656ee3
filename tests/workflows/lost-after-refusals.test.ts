/** A lost answer is looked up as soon as any other, however often its request had been tried in vain before. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

const PATIENCE_MS = 60_000
const AMOUNT = 5000
/** By Temporal's own count the next try would come a quarter of a minute later. */
const IN_VAIN = 5

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('MERCADOPAGO')
})
afterAll(() => stack?.close())

test('losses after five refusals are looked up after a second, and two, and four', async () => {
  const fail = (rule: object) => stack.control('PUT', '/faults/MERCADOPAGO/createTransaction', rule)
  await fail({ fault: 'rateLimited', times: IN_VAIN, retryAfterSeconds: 1 })
  await fail({ fault: 'commitThenDrop', amount: AMOUNT, times: 0 })
  const { chargeId } = await stack.start([account], { amount: AMOUNT })
  const planned = await vi.waitFor(async () => {
    const { raw } = await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).describe()
    const [activity] = raw.pendingActivities ?? []
    const { attempt, lastAttemptCompleteTime: from, nextAttemptScheduleTime: to } = activity ?? {}
    const losses = (attempt ?? 0) - IN_VAIN - 1
    if (losses < 1 || !from || !to) throw new Error('No answer is lost yet')
    return { losses, seconds: Number(to.seconds) - Number(from.seconds) }
  }, PATIENCE_MS)
  // Of both moments only whole seconds are compared.
  expect(planned.seconds).toBeLessThanOrEqual(2 ** (planned.losses - 1) + 1)
})
