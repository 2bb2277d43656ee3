/** FIREBANK neither signs nor can be read: that a charge is paid is believed up to what its platform allows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { platforms } from '../../db/schema/index.ts'
import { chargeWorkflowId, decideUpdate, providerEventSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('FIREBANK')
})
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const allow = (maxUnprovedAmount: number) =>
  stack.database.writer.update(platforms).set({ maxUnprovedAmount }).where(eq(platforms.id, stack.platformId))

/** A charge that a notice calls by this word, with nothing but the address to prove it. */
async function told(amount: number, status: string): Promise<string> {
  const { chargeId, creation } = await stack.start([account], { amount })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, account, { transactionId, status }, 'token')
  await handleOf(chargeId).signal(providerEventSignal, { eventId })
  return chargeId
}

const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), 60_000)

test('R$ 500,00 are believed by default, and not a cent more', async () => {
  await becomes(await told(50_000, 'PAID'), { status: 'APPROVED', attention: null })
  await becomes(await told(50_001, 'PAID'), { status: 'PENDING', attention: 'unconfirmedNotice' })
})

test.each([
  { limit: 0, amount: 1, row: { status: 'PENDING', attention: 'unconfirmedNotice' } },
  { limit: 12_345, amount: 12_345, row: { status: 'APPROVED', attention: null } },
  { limit: 12_345, amount: 12_346, row: { status: 'PENDING', attention: 'unconfirmedNotice' } },
])('a platform that allows $limit believes $amount as it should', async ({ limit, amount, row }) => {
  await allow(limit)
  await becomes(await told(amount, 'PAID'), row)
})

test('that nothing was paid needs no proof', async () => {
  await allow(0)
  await becomes(await told(5000, 'FAILED'), { status: 'REJECTED', attention: null })
})

test.each([
  { said: { valor: 12_345 }, row: { status: 'APPROVED', attention: null } },
  { said: {}, row: { status: 'PENDING', attention: 'unconfirmedNotice' } },
])('FLOW2PAY proves its notice, and is believed about the amount that it states: $said', async ({ said, row }) => {
  await allow(12_344)
  const flow2pay = await stack.addAccount('FLOW2PAY')
  const { chargeId, creation } = await stack.start([flow2pay], { amount: 12_345 })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, flow2pay, { evento: 'PixIn', txid, ...said }, 'sharedSecret')
  await handleOf(chargeId).signal(providerEventSignal, { eventId })
  await becomes(chargeId, row)
})

test('an operator who has looked there says that it was paid', async () => {
  await allow(0)
  const chargeId = await told(5000, 'PAID')
  await becomes(chargeId, { attention: 'unconfirmedNotice' })
  const events = await stack.events(chargeId)
  expect(events.find(({ type }) => type === 'eventIgnored')?.detail).toMatchObject({
    status: 'APPROVED',
    unconfirmed: true,
  })
  const decision = { kind: 'resolve', outcome: 'created', about: 'unconfirmedNotice', by: 'ana' } as const
  expect(await handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})
