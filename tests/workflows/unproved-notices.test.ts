/** FIREBANK neither signs nor can be read: what it says of money is believed up to what its platform allows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordChargeDecision } from '../../db/queries/charge/decided.ts'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { replayWebhookEvent } from '../../db/queries/webhook/events.ts'
import { platforms } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId, decideUpdate, providerEventSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementEventsOf, disbursementOf, HASTY, startRefund, startWithdrawal } from '../support/disbursements.ts'
import { type Proof, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
let account: string
let flow2pay: string

beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('FIREBANK')
  flow2pay = await stack.addAccount('FLOW2PAY')
})
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const allow = (maxUnprovedAmount: number) =>
  stack.database.writer.update(platforms).set({ maxUnprovedAmount }).where(eq(platforms.id, stack.platformId))

/** A charge that a notice calls by this word, with nothing but the address to prove it. */
async function told(amount: number, status: string, said: object = {}): Promise<string> {
  const { chargeId, creation } = await stack.start([account], { amount })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, account, { transactionId, status, ...said }, 'token')
  expect(await deliverWebhookEvent(stack, eventId)).toMatch(/^(?:delivered|failed)$/)
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

test.each([500, 50_000, '500.00'])(
  'FIREBANK states an amount in reais or in cents: %j for R$ 500,00',
  async (value) => {
    await allow(50_000)
    await becomes(await told(50_000, 'PAID', { value }), { status: 'APPROVED', attention: null })
  },
)

test.each([0.01, -1, 0, 499, 'much', {}])('what is neither is another amount: %j for R$ 500,00', async (value) => {
  await allow(50_000)
  await becomes(await told(50_000, 'PAID', { value }), { status: 'PENDING', attention: 'amountMismatch' })
})

/** A withdrawal of R$ 400,00 at FIREBANK, of which its notice says so. */
async function tellOfWithdrawal(id: string, said: object): Promise<string> {
  const { externalId: transactionId } = await disbursementOf(stack, id)
  const eventId = await storeWebhook(stack, account, { transactionId, movementType: 'DEBIT', ...said }, 'token')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  return eventId
}

async function withdrawn(): Promise<string> {
  const started = await startWithdrawal(stack, [account], { amount: 40_000, timing: HASTY })
  expect(await started.answer).toEqual({ outcome: 'created' })
  return started.row.id
}

const withdrawalBecomes = (id: string, row: object) =>
  vi.waitFor(async () => expect(await disbursementOf(stack, id)).toMatchObject(row), 60_000)

test('a paid withdrawal that nothing proves to have come back stays paid, until the notice is delivered again', async () => {
  await allow(50_000)
  const id = await withdrawn()
  await tellOfWithdrawal(id, { status: 'WITHDRAW_PAID', value: 40_000 })
  await withdrawalBecomes(id, { status: 'APPROVED', attention: null })
  const eventId = await tellOfWithdrawal(id, { status: 'REFUND_IN' })
  await withdrawalBecomes(id, { status: 'APPROVED', attention: 'unconfirmedNotice' })
  await replayWebhookEvent(stack.database.writer, stack.platformId, eventId)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await withdrawalBecomes(id, { status: 'REJECTED' })
})

/** The notice asked a person, who delivers it again. */
async function again(eventId: string, id: string): Promise<void> {
  const asked = expect.arrayContaining(['unconfirmedNotice'])
  await withdrawalBecomes(id, { status: 'PENDING', attentionReasons: asked })
  await replayWebhookEvent(stack.database.writer, stack.platformId, eventId)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
}

test('a withdrawal under way that nothing proves to have failed is not called so, until the notice is delivered again', async () => {
  await allow(50_000)
  const id = await withdrawn()
  await again(await tellOfWithdrawal(id, { status: 'ERROR', value: 40_000 }), id)
  await withdrawalBecomes(id, { status: 'REJECTED' })
})

test('a withdrawal that only an unknown word calls rejected is paid once a known one says so', async () => {
  await allow(50_000)
  const id = await withdrawn()
  await again(await tellOfWithdrawal(id, { status: 'NEW_WORD', value: 40_000 }), id)
  await withdrawalBecomes(id, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  expect(await flagDisbursementAttention(stack.database.writer, id, 'noConfirmation')).toBe(false)
  await tellOfWithdrawal(id, { status: 'WITHDRAW_PAID', value: 40_000 })
  await withdrawalBecomes(id, { status: 'APPROVED', statusUnmapped: false, attention: null })
})

const ignored = async (id: string) => (await disbursementEventsOf(stack, id)).filter((type) => type === 'eventIgnored')

test('what changes nothing of a withdrawal that has ended asks no operator', async () => {
  await allow(50_000)
  const id = await withdrawn()
  await tellOfWithdrawal(id, { status: 'WITHDRAW_PAID', value: 40_000 })
  await withdrawalBecomes(id, { status: 'APPROVED' })
  await tellOfWithdrawal(id, { status: 'NEW_WORD', value: 40_000 })
  await vi.waitFor(async () => expect(await ignored(id)).toHaveLength(1), 60_000)
  await withdrawalBecomes(id, { status: 'APPROVED', attention: null })
  const returned = await tellOfWithdrawal(id, { status: 'REFUND_IN' })
  await withdrawalBecomes(id, { attention: 'unconfirmedNotice' })
  await replayWebhookEvent(stack.database.writer, stack.platformId, returned)
  expect(await deliverWebhookEvent(stack, returned)).toBe('delivered')
  await withdrawalBecomes(id, { status: 'REJECTED', attention: null })
  const before = (await ignored(id)).length
  await tellOfWithdrawal(id, { status: 'WITHDRAW_PAID', value: 40_000 })
  await vi.waitFor(async () => expect(await ignored(id)).toHaveLength(before + 1), 60_000)
  await withdrawalBecomes(id, { status: 'REJECTED', attention: null })
})

test('a withdrawal of another amount than was asked for is not called paid', async () => {
  await allow(50_000)
  const id = await withdrawn()
  await tellOfWithdrawal(id, { status: 'WITHDRAW_PAID', value: 1 })
  await withdrawalBecomes(id, { status: 'PENDING', attention: 'amountMismatch' })
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
  const { chargeId, creation } = await stack.start([flow2pay], { amount: 12_345 })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, flow2pay, { evento: 'PixIn', txid, ...said }, 'sharedSecret')
  await handleOf(chargeId).signal(providerEventSignal, { eventId })
  await becomes(chargeId, row)
})

/** FLOW2PAY says so of the charge's transaction. @returns the event's id. */
async function tellFlow2pay(chargeId: string, said: object, proof: Proof): Promise<string> {
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, flow2pay, { txid, ...said }, proof)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  return eventId
}

/** A charge at FLOW2PAY, paid by a proved notice. */
async function paidAtFlow2pay(amount: number): Promise<string> {
  const { chargeId, creation } = await stack.start([flow2pay], { amount })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/FLOW2PAY/${transactionId}/pay`)
  await tellFlow2pay(chargeId, { evento: 'PixIn', valor: amount }, 'sharedSecret')
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  return chargeId
}

/** Of a charge that is paid, heard to the end. */
async function tell(chargeId: string, said: object, proof: Proof): Promise<string> {
  const eventId = await tellFlow2pay(chargeId, said, proof)
  await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
  return eventId
}

const REVERSED = { evento: 'PixInReversal', valor: 12_345 }

test.each([
  { limit: 12_345, row: { status: 'CHARGEBACK', attention: null } },
  { limit: 12_344, row: { status: 'APPROVED', attention: 'unconfirmedNotice' } },
])('a reversal that only the address vouches for is believed up to the limit: $limit', async ({ limit, row }) => {
  await allow(limit)
  const chargeId = await paidAtFlow2pay(12_345)
  await tell(chargeId, REVERSED, 'token')
  expect(await stack.charge(chargeId)).toMatchObject(row)
})

test('a reversal that an operator has looked up is believed when it is delivered again under a higher limit', async () => {
  await allow(0)
  const chargeId = await paidAtFlow2pay(12_345)
  const eventId = await tell(chargeId, REVERSED, 'token')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'unconfirmedNotice' })
  await allow(12_345)
  await replayWebhookEvent(stack.database.writer, stack.platformId, eventId)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await becomes(chargeId, { status: 'CHARGEBACK' })
})

test('a refund of ours is not ended by what only the address vouches for', async () => {
  await allow(0)
  const chargeId = await paidAtFlow2pay(12_345)
  const { answer, row } = await startRefund(stack, chargeId)
  expect(await answer).toEqual({ outcome: 'created' })
  await tell(chargeId, REVERSED, 'token')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'unconfirmedNotice' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING' })
})

test('what contradicts a payment is asked about, and what is known of it is not', async () => {
  await allow(0)
  const chargeId = await paidAtFlow2pay(12_345)
  await tell(chargeId, { evento: 'PixIn', valor: 12_345 }, 'token')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
  await tell(chargeId, REVERSED, 'sharedSecret')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
  await tell(chargeId, REVERSED, 'token')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
  await tell(chargeId, { evento: 'PixIn', valor: 12_345 }, 'token')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: 'unconfirmedNotice' })
})

test('a second payment that only the address vouches for is asked about', async () => {
  await allow(5000)
  const chargeId = await told(5000, 'PAID')
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  await allow(0)
  const [attempt] = await stack.attempts(chargeId)
  const businessTransactionId = attempt?.id.replaceAll('-', '')
  const second = { transactionId: 'another', businessTransactionId, status: 'PAID', movementType: 'CREDIT' }
  const eventId = await storeWebhook(stack, account, second, 'token')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await becomes(chargeId, { status: 'APPROVED', attention: 'unconfirmedNotice' })
})

test('a charge that a notice calls paid is given up only by an operator who was shown it', async () => {
  await allow(0)
  const chargeId = await told(5000, 'PAID')
  await becomes(chargeId, { attention: 'unconfirmedNotice' })
  const decide = (about: string | null, id: string) =>
    handleOf(chargeId).executeUpdate(decideUpdate, { args: [{ kind: 'cancel', id, by: 'checkout', about }] })
  expect(await decide(null, 'order-paid/1')).toEqual({ became: 'void', why: 'mayBePaid' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'unconfirmedNotice' })
  expect(await decide('unconfirmedNotice', 'shown')).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED', attention: null })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'unshown-notice-stays')
})

test('a notice that comes while a charge is being given up is asked about after it', async () => {
  const { chargeId, creation } = await stack.start([account])
  expect(await creation).toEqual({ outcome: 'created' })
  await flagAttention(stack.database.writer, chargeId, 'unconfirmedNotice')
  const decided = { became: 'carriedOut', kind: 'cancel', id: 'order-paid/2', by: 'checkout', about: null } as const
  expect(await recordChargeDecision(stack.database.writer, chargeId, decided)).toBe(true)
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'unconfirmedNotice' })
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
  await stack.keepHistory(chargeWorkflowId(chargeId), 'shown-notice-taken')
})
