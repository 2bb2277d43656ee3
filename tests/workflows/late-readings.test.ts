/** Answers of a provider that arrive after something newer is known: what they say is of before. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { disputes, readings } from '../../db/schema/index.ts'
import { chargeWorkflowId, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge } from '../support/disbursements.ts'
import { type HeldProvider, startHeldProvider } from '../support/held-provider.ts'
import { readNow } from '../support/readings.ts'
import { notify } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000 }
/** A reading proves nothing about a dispute that is younger. */
const YOUNG_SECONDS = 10

let stack: ChargeStack
let late: HeldProvider
const accounts = { asaas: '', paguesafe: '' }
beforeAll(async () => {
  stack = await startChargeStack({}, { ...HASTE, httpTimeoutMs: 60_000 })
  const fake = stack.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
  late = await startHeldProvider(fake?.baseUrl ?? '')
  accounts.asaas = await stack.addAccount('ASAAS', { baseUrl: late.baseUrl })
  accounts.paguesafe = await stack.addAccount('PAGUESAFE')
  await stack.control('PUT', '/webhook-addresses/ASAAS', { url: 'http://127.0.0.1:1/' })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(async () => {
  await late?.close()
  await stack?.close()
})

const play = (transactionId: string | null, action: string) =>
  stack.control('POST', `/transactions/ASAAS/${transactionId}/${action}`)
const disputesOf = (chargeId: string) =>
  stack.database.writer
    .select({ state: disputes.state, seconds: sql<number>`extract(epoch FROM now() - ${disputes.openedAt})::float8` })
    .from(disputes)
    .where(eq(disputes.chargeId, chargeId))

const readAt = async (chargeId: string) =>
  stack.database.writer.select({ at: readings.readAt }).from(readings).where(eq(readings.id, chargeId))

/** The answer to one reading of the charge, held until a test lets it go. */
async function heldReading(chargeId: string, transactionId: string | null) {
  const held = late.hold(({ method, url }) => method === 'GET' && url.endsWith(`/payments/${transactionId}`))
  await readNow(stack, chargeId)
  await expect.poll(held.count, PATIENCE).toBe(1)
  return held
}

test('a reading that was begun before a dispute does not win it, however long it takes', async () => {
  const chargeId = await paidCharge(stack, accounts.asaas)
  const { transactionId } = await stack.charge(chargeId)
  const held = await heldReading(chargeId, transactionId)
  await play(transactionId, 'chargeback')
  const demand = { chargeId, to: 'CHARGEBACK', cause: 'webhook', key: 'webhook/demand' } as const
  await applyTransition(stack.database.writer, demand)
  const age = async () => (await disputesOf(chargeId))[0]?.seconds
  await expect.poll(age, PATIENCE).toBeGreaterThan(YOUNG_SECONDS)
  const before = await readAt(chargeId)
  held.letGo()
  await expect.poll(() => readAt(chargeId), PATIENCE).not.toEqual(before)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
  expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN' }])
})

test('a reading that was begun before the payment retracts nothing', async () => {
  const { chargeId, creation } = await stack.start([accounts.asaas], { timing: { pollFirstMs: 600_000 } })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await play(transactionId, 'refuse')
  const held = await heldReading(chargeId, transactionId)
  await applyTransition(stack.database.writer, { chargeId, to: 'APPROVED', cause: 'webhook', key: 'webhook/paid' })
  held.letGo()
  const ignored = async () => (await stack.events(chargeId)).filter(({ type }) => type === 'eventIgnored')
  await expect.poll(ignored, PATIENCE).toMatchObject([{ cause: 'poll' }])
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('a notice that comes while a word is checked is heard first, and nothing is sent to the next provider', async () => {
  await stack.control('PUT', '/faults/ASAAS/createTransaction', { fault: 'commitThenDrop', times: 1 })
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'stale', times: 0, delayMs: 3_600_000 })
  const timing = { unknownMs: 2 * HASTE.settleMs, pollFirstMs: 600_000 }
  const { chargeId } = await stack.start([accounts.asaas, accounts.paguesafe], { timing })
  await expect.poll(async () => (await stack.charge(chargeId)).attention, PATIENCE).toBe('unknownOutcome')
  const [attempt] = await stack.attempts(chargeId)
  const reference = attempt?.id.replaceAll('-', '') ?? ''
  const books = await stack.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    '/transactions?provider=ASAAS',
  )
  const made = books.data.find((transaction) => transaction.reference === reference)?.id ?? ''

  const workflow = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  const held = late.hold(({ method, url }) => method === 'GET' && url.includes('externalReference='))
  const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
  const decision = await workflow.startUpdate(decideUpdate, { waitForStage: 'ACCEPTED', args: [word] })
  const underWay = async () =>
    ((await workflow.describe()).raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name)
  // The search that goes on, and the one because of the word.
  await expect.poll(underWay, PATIENCE).toEqual(['lookUpAttempt', 'lookUpAttempt'])
  await expect.poll(held.count, PATIENCE).toBeGreaterThan(0)
  await play(made, 'pay')
  await notify(stack, chargeId, { accountId: accounts.asaas, transactionId: made, status: 'RECEIVED', reference })
  held.letGo()
  expect(await decision.result()).toMatchObject({ became: 'void' })
  expect(await workflow.result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: made, attention: null })
  expect(await stack.attempts(chargeId)).toHaveLength(1)
})
