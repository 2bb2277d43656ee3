/** A refund that a seller makes in the provider's dashboard: found by reading, or by a notice, beside refunds of ours. */
import { and, eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { charges, disbursements, disputes, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementEventsOf,
  disbursementOf,
  paidCharge,
  refundsAtProvider,
  startRefund,
  workflowOf,
} from '../support/disbursements.ts'
import { makeDue } from '../support/readings.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { storeWebhook } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const AMOUNT = 5000

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const becomes = (chargeId: string, expected: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(expected), PATIENCE)
const found = (chargeId: string) =>
  db()
    .select()
    .from(disbursements)
    .where(and(eq(disbursements.chargeId, chargeId), eq(disbursements.external, true)))

async function inDashboard(chargeId: string, amount: number): Promise<void> {
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/refund`, { amount })
}
/** Its charge is read once more. */
async function readAgain(chargeId: string): Promise<void> {
  await makeDue(stack, chargeId)
  await vi.waitFor(async () => {
    const [row] = await db().select().from(readings).where(eq(readings.id, chargeId))
    expect(Date.parse(row?.nextReadAt ?? '')).toBeGreaterThan(Date.now() + 60_000)
  }, PATIENCE)
}

test('a part, and then the rest, is found by reading, and no operator is asked', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  await inDashboard(chargeId, 1500)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1500, attention: null })
  const [part] = await found(chargeId)
  expect(part).toMatchObject({ amount: 1500, status: 'APPROVED', providerAccountId: account, provider: 'PAGUESAFE' })
  expect(part?.paymentId).not.toBeNull()
  expect(await disbursementEventsOf(stack, part?.id ?? '')).toEqual(['statusChanged APPROVED'])
  await readAgain(chargeId)
  expect(await found(chargeId)).toHaveLength(1)

  await inDashboard(chargeId, AMOUNT - 1500)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'REFUNDED', refundedAmount: AMOUNT, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount).toSorted()).toEqual([1500, 3500])
})

const READ_SUMS = ['ASAAS', 'MERCADOPAGO', 'IUGU', 'IUGUBAAS', 'PAGARME', 'PAGARMEBAAS', 'TRANSFEERA']
test.each(READ_SUMS)('a part is found by reading at %s, too', async (provider) => {
  const chargeId = await paidCharge(stack, await stack.addAccount(provider), AMOUNT)
  await inDashboard(chargeId, 1500)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1500, attention: null })
})

test("a part that ASAAS's notice tells of is in the books without a scheduled reading, once however often it is told", async () => {
  const asaas = await stack.addAccount('ASAAS')
  await stack.control('PUT', '/webhook-addresses/ASAAS', { url: 'http://127.0.0.1:1/' })
  const chargeId = await paidCharge(stack, asaas, AMOUNT)
  const { transactionId: id } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/ASAAS/${id}/refund`, { amount: 1500 })
  const payment = { id, status: 'RECEIVED', value: AMOUNT / 100, refunds: [{ status: 'DONE', value: 15 }] }
  for (const _ of [1, 2]) {
    const eventId = await storeWebhook(stack, asaas, { event: 'PAYMENT_PARTIALLY_REFUNDED', payment }, 'sharedSecret')
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1500, attention: null })
  }
  expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([1500])
})

test('beside one of ours is told from it by the sum', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const ours = await startRefund(stack, chargeId, { amount: 1000 })
  expect(await ours.answer).toEqual({ outcome: 'created' })
  expect(await workflowOf(stack, ours.row).result()).toEqual({ status: 'APPROVED' })
  await readAgain(chargeId)
  expect(await found(chargeId)).toEqual([])
  await inDashboard(chargeId, 700)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1700, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([700])
})

test('never takes the place of one of ours whose answer was lost: that one is settled first', async () => {
  await stack.control('PUT', '/faults/PAGUESAFE/refund', { fault: 'commitThenDrop', times: 1 })
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const ours = await startRefund(stack, chargeId, { amount: 1000, timing: { unknownMs: 30_000 } })
  await readAgain(chargeId)
  await ours.answer
  expect(await disbursementOf(stack, ours.row.id)).toMatchObject({ status: 'APPROVED', attention: null })
  await readAgain(chargeId)
  expect(await found(chargeId)).toEqual([])
  expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 1000, status: 'APPROVED' })
  expect(await refundsAtProvider(stack, chargeId)).toMatchObject({ committed: 1 })
})

test('all of it is found by reading, at the charge’s own word', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/refund`)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'REFUNDED', refundedAmount: AMOUNT, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([AMOUNT])
})

describe('by a proved notice of a bank that has one word for every return an operator is asked too', () => {
  test.each([
    { whose: 'the seller gave back there', action: 'refund', booked: [1500] },
    { whose: 'the banks took', action: 'chargeback', booked: [] },
  ])('and what $whose is in the books as a reading says', async ({ action, booked }) => {
    const onz = await stack.addAccount('ONZ')
    await stack.control('PUT', '/webhook-addresses/ONZ', { url: 'http://127.0.0.1:1/' })
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    const { transactionId: txId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/ONZ/${txId}/${action}`, { amount: 1500 })
    const data = { txId, status: 'LIQUIDATED', payment: { amount: '15.00', currency: 'BRL' }, refunds: [] }
    for (const _ of [1, 2]) {
      const eventId = await storeWebhook(stack, onz, { type: 'REFUND', data }, 'sharedSecret')
      expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
      await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    }
    const refundedAmount = booked.reduce((sum, amount) => sum + amount, 0)
    expect(await stack.charge(chargeId)).toMatchObject({
      status: 'APPROVED',
      refundedAmount,
      attention: 'returnedInPart',
    })
    expect((await found(chargeId)).map(({ amount }) => amount)).toEqual(booked)
  })
})

describe('at a bank that says of each return whose doing it was', () => {
  let onz: string
  beforeAll(async () => {
    onz = await stack.addAccount('ONZ')
    await stack.control('PUT', '/webhook-addresses/ONZ', { url: 'http://127.0.0.1:1/' })
  })

  /** What the banks take. @param amount a part; all that is left when left out. */
  async function takenBack(chargeId: string, amount?: number): Promise<void> {
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/ONZ/${transactionId}/chargeback`, { amount })
    await readAgain(chargeId)
  }
  async function givenBack(chargeId: string, amount: number): Promise<void> {
    await inDashboard(chargeId, amount)
    await readAgain(chargeId)
  }
  /** What the books say became of the money. */
  async function booked(chargeId: string) {
    const { status, refundedAmount } = await stack.charge(chargeId)
    const disputed = await db().select().from(disputes).where(eq(disputes.chargeId, chargeId))
    return {
      status,
      refundedAmount,
      external: (await found(chargeId)).map(({ amount }) => amount),
      disputed: disputed.map(({ amount }) => amount),
    }
  }
  const bookedIs = (chargeId: string, books: Awaited<ReturnType<typeof booked>>) =>
    vi.waitFor(async () => expect(await booked(chargeId)).toEqual(books), PATIENCE)

  test('a part that the banks took is no refund, and an operator is asked; the rest makes it a dispute of all', async () => {
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    await takenBack(chargeId, 1500)
    await becomes(chargeId, { attention: 'returnedInPart' })
    await bookedIs(chargeId, { status: 'APPROVED', refundedAmount: 0, external: [], disputed: [] })
    await takenBack(chargeId)
    await bookedIs(chargeId, { status: 'CHARGEBACK', refundedAmount: 0, external: [], disputed: [AMOUNT] })
  })

  test('what was given back beside it is a refund, and no part of the dispute', async () => {
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    await takenBack(chargeId, 1500)
    await givenBack(chargeId, 1000)
    await bookedIs(chargeId, { status: 'APPROVED', refundedAmount: 1000, external: [1000], disputed: [] })
    await takenBack(chargeId)
    await bookedIs(chargeId, {
      status: 'CHARGEBACK',
      refundedAmount: 1000,
      external: [1000],
      disputed: [AMOUNT - 1000],
    })
  })

  test('beside a refund of ours that is on its way, what the banks took is asked about too', async () => {
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    const reserved = { id: uuidv7(), platformId: stack.platformId, chargeId, by: 'ana', amount: 2000 }
    expect(await reserveRefund(db(), reserved)).toMatchObject({ outcome: 'reserved' })
    await takenBack(chargeId, 1500)
    await becomes(chargeId, { status: 'APPROVED', refundedAmount: 0, attention: 'returnedInPart' })
    expect(await found(chargeId)).toEqual([])
  })

  test('two parts given back that are all of it are in the books once', async () => {
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    await givenBack(chargeId, 2000)
    await becomes(chargeId, { status: 'APPROVED', refundedAmount: 2000, attention: 'returnedInPart' })
    await givenBack(chargeId, AMOUNT - 2000)
    await bookedIs(chargeId, {
      status: 'CHARGEBACK',
      refundedAmount: 2000,
      external: [2000],
      disputed: [AMOUNT - 2000],
    })
  })

  test('a part given back there and the rest by us are a refund of all, and no operator is asked of what is known', async () => {
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    await givenBack(chargeId, 2000)
    await bookedIs(chargeId, { status: 'APPROVED', refundedAmount: 2000, external: [2000], disputed: [] })
    await db().update(charges).set({ attentionReasons: [] }).where(eq(charges.id, chargeId))
    for (const amount of [1000, AMOUNT - 3000]) {
      const ours = await startRefund(stack, chargeId, { amount })
      expect(await ours.answer).toEqual({ outcome: 'created' })
      expect(await workflowOf(stack, ours.row).result()).toEqual({ status: 'APPROVED' })
      await readAgain(chargeId)
    }
    await bookedIs(chargeId, { status: 'REFUNDED', refundedAmount: AMOUNT, external: [2000], disputed: [] })
    expect(await stack.charge(chargeId)).toMatchObject({ attention: null })
  })
})
