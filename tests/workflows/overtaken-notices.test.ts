/** What becomes true while a notice is being looked at is not asked about: an operator or a reading was faster. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { lockCharge } from '../../db/queries/charge/payments.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { platforms } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { untilAwaited } from '../support/locks.ts'
import { notify, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts = {} as Record<'FLOW2PAY' | 'PAGUESAFE', string>

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['FLOW2PAY', 'PAGUESAFE'] as const) accounts[provider] = await stack.addAccount(provider)
})
afterAll(() => stack?.close())

const handleOf = (workflowId: string) => stack.temporal.workflow.getHandle(workflowId)

/** Tells of the charge, and has it become something else while the notice's question waits to be written. */
async function overtake(chargeId: string, tell: () => Promise<unknown>, become: (tx: Queryable) => Promise<unknown>) {
  await stack.database.writer.transaction(async (tx) => {
    await lockCharge(tx, chargeId)
    await tell()
    await untilAwaited(tx, stack.database)
    await become(tx)
  })
}

test('a payment that is taken while its provider does not confirm the notice of it', async () => {
  const timing = { pollFirstMs: 60_000, pollMaxMs: 60_000, confirmMs: 1_500 }
  const { chargeId, creation } = await stack.start([accounts.PAGUESAFE], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const of = { accountId: accounts.PAGUESAFE, transactionId: (await stack.charge(chargeId)).transactionId ?? '' }
  await overtake(
    chargeId,
    () => notify(stack, chargeId, { ...of, status: 'paid', proof: 'token' }),
    (tx) => applyTransition(tx, { chargeId, to: 'APPROVED', cause: 'operator', key: 'operator/taken', of }),
  )
  await vi.waitFor(async () => {
    const { raw } = await handleOf(chargeWorkflowId(chargeId)).describe()
    expect(raw.pendingActivities ?? []).toEqual([])
  }, 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('a reversal that is known once its notice, which only the address vouches for, is to be asked about', async () => {
  const amount = 12_345
  await stack.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(eq(platforms.id, stack.platformId))
  const { chargeId, creation } = await stack.start([accounts.FLOW2PAY], { amount })
  expect(await creation).toEqual({ outcome: 'created' })
  const txid = (await stack.charge(chargeId)).transactionId ?? ''
  const told = async (body: object, proof: 'sharedSecret' | 'token') => {
    const eventId = await storeWebhook(stack, accounts.FLOW2PAY, { txid, valor: amount, ...body }, proof)
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    return eventId
  }
  await told({ evento: 'PixIn' }, 'sharedSecret')
  expect(await handleOf(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  const of = { accountId: accounts.FLOW2PAY, transactionId: txid }
  let eventId = ''
  await overtake(
    chargeId,
    async () => {
      eventId = await told({ evento: 'PixInReversal' }, 'token')
    },
    (tx) => applyTransition(tx, { chargeId, to: 'CHARGEBACK', cause: 'webhook', key: 'webhook/proved', of }),
  )
  const learnt = await handleOf(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
  expect(learnt).toEqual({ status: 'CHARGEBACK' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
})
