/** What Temporal Web finds: how each workflow left its movement, late events too. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

async function found(query: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { workflowId } of stack.temporal.workflow.list({ query })) ids.push(workflowId)
  return ids
}

test('a payment after the expiry is found by its provider, its status and that it needs a person', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { chargeId, creation } = await stack.start([accountId], {
    timing: { longestLifeMs: 1_000, graceMs: 300, pollFirstMs: 200, pollMaxMs: 400 },
  })
  expect(await creation).toMatchObject({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
  const notice = { accountId, transactionId: transactionId ?? '', status: 'RECEIVED', proof: 'sharedSecret' } as const
  const eventId = await storeNotice(stack, notice)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  const late = `${chargeWorkflowId(chargeId)}/event/${eventId}`
  await stack.temporal.workflow.getHandle(late).result()
  const of = `Provider = "ASAAS" AND PlatformId = "${stack.platformId}"`
  const wanted = `${of} AND \`Status\` = "APPROVED" AND NeedsAttention = true`
  await vi.waitFor(async () => expect(await found(wanted)).toEqual([late]), 60_000)
  const expired = `${of} AND \`Status\` = "REJECTED" AND NeedsAttention = false`
  await vi.waitFor(async () => expect(await found(expired)).toEqual([chargeWorkflowId(chargeId)]), 60_000)
})
