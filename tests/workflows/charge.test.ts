import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a Pix charge paid by webhook', () => {
  test('costs at most 19 history events', async () => {
    const { chargeId, creation } = await stack.start([asaas])
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId, pixCode, status } = await stack.charge(chargeId)
    expect({ pixCode: pixCode?.slice(0, 6), status }).toEqual({ pixCode: '000201', status: 'PENDING' })

    await notify(stack, chargeId, { accountId: asaas, transactionId: transactionId ?? '', status: 'RECEIVED' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect((await stack.charge(chargeId)).status).toBe('APPROVED')
    await stack.keepHistory(chargeWorkflowId(chargeId), 'charge-paid-by-webhook')
    const history = await historyOf(chargeId)
    expect(history.length).toBeLessThanOrEqual(19)
    expect((await stack.events(chargeId)).map((event) => event.type)).toEqual(['sent', 'created', 'statusChanged'])
  })
})
