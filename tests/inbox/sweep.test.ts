/** What a crash leaves behind is picked up: webhooks, notifications, charges whose request died. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { abandonCharge } from '../../db/queries/charge/unstarted.ts'
import { insertWithdrawal, reserveRefund } from '../../db/queries/disbursement/create.ts'
import {
  cards,
  chargeAttempts,
  charges,
  checkoutOrders,
  disbursements,
  payments,
  securityCodes,
  webhookDeliveries,
  webhookEvents,
} from '../../db/schema/index.ts'
import { chargeWorkflowId, disbursementWorkflowId, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { addDelivery } from '../support/deliveries.ts'
import { startWithdrawal, UNROUTED, untilAttention } from '../support/disbursements.ts'
import { startQuickSweep } from '../support/sweeps.ts'

/** One step of each round fails: the others do their work all the same, those after it too. */
vi.mock('../../activities/cancel-superseded.ts', () => ({
  cancelSuperseded: async () => {
    throw new Error('the server refuses the signal')
  },
}))

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  await startQuickSweep(stack, { everyMs: 100 })
})
afterAll(() => stack?.close())

type Charge = Partial<typeof charges.$inferInsert>

/** The sweep takes up what has no workflow as soon as it stands there: whatever is to keep it from that is there with it. */
async function insertCharge(age = '3 minutes', changes: Charge = {}, writer: Queryable = stack.database.writer) {
  const [charge] = await writer
    .insert(charges)
    .values({
      platformId: stack.platformId,
      paymentMethod: 'PIX',
      amount: 100,
      customer: { name: 'Maria', email: 'maria@example.com', document: '52998224725' },
      items: [],
      checkoutToken: randomBytes(16).toString('hex'),
      createdAt: sql`now() - ${age}::interval` as never,
      ...changes,
    })
    .returning()
  return charge?.id ?? ''
}

/** A charge whose first attempt is on its way. */
const insertSending = () =>
  stack.database.writer.transaction(async (tx) => {
    const chargeId = await insertCharge(undefined, {}, tx)
    await tx
      .insert(chargeAttempts)
      .values({ chargeId, number: 1, providerAccountId: asaas, provider: 'ASAAS', state: 'sending' })
    return chargeId
  })

const exists = async (chargeId: string) =>
  (await stack.database.writer.select().from(charges).where(eq(charges.id, chargeId))).length === 1

test('a charge that was never started is removed, one that is young or has begun stays', async () => {
  const [dead, young] = [await insertCharge(), await insertCharge('10 seconds')]
  const { chargeId: begun, creation } = await stack.start([asaas])
  await creation
  await vi.waitFor(async () => expect(await exists(dead)).toBe(false), 60_000)
  expect(await Promise.all([young, begun].map(exists))).toEqual([true, true])
})

test('a charge with an attempt cannot be abandoned, whichever comes first', async () => {
  const chargeId = await insertSending()
  expect(await abandonCharge(stack.database.writer, chargeId)).toBe(false)
  expect(await exists(chargeId)).toBe(true)
})

test('a refund or withdrawal that was never started is removed, and frees what it had reserved', async () => {
  const { writer } = stack.database
  const approved = {
    status: 'APPROVED',
    provider: 'ASAAS',
    providerAccountId: asaas,
    transactionId: randomUUID(),
  } as const
  const chargeId = await insertCharge(undefined, approved)
  const paid = { id: uuidv7(), chargeId, state: 'APPROVED', amount: 100, paidAt: '2026-01-01T00:00:00Z' } as const
  const { status: _, ...at } = approved
  await writer.insert(payments).values({ ...paid, ...at })
  const wish = () => ({ id: uuidv7(), platformId: stack.platformId, chargeId, by: 'ana' })
  const dead = await reserveRefund(writer, wish())
  const withdrawal = { id: uuidv7(), platformId: stack.platformId, method: 'PIX' as const, amount: 100 }
  const { disbursement: young } = await insertWithdrawal(writer, withdrawal, UNROUTED, { by: 'ana' })
  const { disbursement: old } = await insertWithdrawal(writer, { ...withdrawal, id: uuidv7() }, UNROUTED, { by: 'ana' })
  expect([dead.outcome, (await reserveRefund(writer, wish())).outcome]).toEqual(['reserved', 'tooMuch'])
  const ids = [dead.outcome === 'reserved' ? dead.disbursement.id : '', old.id]
  await writer
    .update(disbursements)
    .set({ createdAt: sql`now() - interval '3 minutes'` })
    .where(inArray(disbursements.id, ids))
  const left = async () => (await writer.select({ id: disbursements.id }).from(disbursements)).map(({ id }) => id)
  await vi.waitFor(async () => expect(await left()).toEqual([young.id]), 60_000)
  expect(await reserveRefund(writer, wish())).toMatchObject({ outcome: 'reserved' })
})

test('an old one without a workflow is shown to an operator: what was sent of it may be forgotten', async () => {
  const { writer } = stack.database
  const charge = await insertCharge('11 minutes')
  const withdrawal = { platformId: stack.platformId, method: 'PIX' as const, amount: 100 }
  const { id } = (await insertWithdrawal(writer, { ...withdrawal, id: uuidv7() }, UNROUTED, { by: 'ana' })).disbursement
  await writer
    .update(disbursements)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(disbursements.id, id))
  expect(await untilAttention(stack, id)).toBe('workflowLost')
  await vi.waitFor(async () => expect((await stack.charge(charge)).attention).toBe('workflowLost'), 60_000)
})

test('the workflow of an abandoned withdrawal ends without sending anything', async () => {
  const disbursementId = uuidv7()
  const result = await stack.temporal.workflow.execute(WORKFLOW_TYPES.withdrawal, {
    workflowId: disbursementWorkflowId('withdrawal', disbursementId),
    taskQueue: TASK_QUEUES.charges,
    args: [{ disbursementId, platformId: stack.platformId, candidates: [{ accountId: asaas, provider: 'ASAAS' }] }],
  })
  expect(result).toEqual({ status: 'REJECTED', isAbandoned: true })
})

test('a withdrawal whose workflow was terminated asks for an operator', async () => {
  const bravive = await stack.addAccount('BRAVIVE')
  const { row: disbursement, answer } = await startWithdrawal(stack, [bravive])
  await answer
  await stack.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', disbursement.id)).terminate()
  expect(await untilAttention(stack, disbursement.id)).toBe('workflowLost')
})

test('a charge whose workflow runs and cannot move asks for an operator; one whose run was reset does not', async () => {
  const reset = await stack.start([asaas])
  await reset.creation
  const handle = stack.temporal.workflow.getHandle(chargeWorkflowId(reset.chargeId))
  const { runId } = await handle.describe()
  await stack.temporal.workflowService.resetWorkflowExecution({
    namespace: stack.settings.temporalNamespace,
    workflowExecution: { workflowId: chargeWorkflowId(reset.chargeId), runId },
    reason: 'test',
    workflowTaskFinishEventId: 4 as never,
    requestId: randomUUID(),
  })
  const stuck = await insertSending()
  await stack.temporal.workflow.start('nobodyHasIt', {
    workflowId: chargeWorkflowId(stuck),
    taskQueue: TASK_QUEUES.charges,
  })
  await vi.waitFor(async () => expect((await stack.charge(stuck)).attention).toBe('workflowStuck'), 60_000)
  expect((await stack.charge(reset.chargeId)).attention).toBeNull()
})

test('one that could not move and can again asks for no operator any longer; what else is asked stands', async () => {
  const moves = await stack.start([asaas])
  await moves.creation
  const closed = await insertCharge(undefined, { attentionReasons: ['workflowStuck'], status: 'REJECTED' })
  await stack.database.writer
    .update(charges)
    .set({ attentionReasons: ['workflowStuck', 'unmappedStatus'] })
    .where(eq(charges.id, moves.chargeId))
  await vi.waitFor(async () => expect((await stack.charge(moves.chargeId)).attention).toBe('unmappedStatus'), 60_000)
  await vi.waitFor(async () => expect((await stack.charge(closed)).attention).toBeNull(), 60_000)
})

test('the workflow of an abandoned charge ends without sending anything', async () => {
  const chargeId = await insertCharge()
  expect(await abandonCharge(stack.database.writer, chargeId)).toBe(true)
  const result = await stack.temporal.workflow.execute(WORKFLOW_TYPES.charge, {
    workflowId: chargeWorkflowId(chargeId),
    taskQueue: TASK_QUEUES.charges,
    args: [{ chargeId, platformId: stack.platformId, candidates: [{ accountId: asaas, provider: 'ASAAS' }] }],
  })
  expect(result).toEqual({ status: 'REJECTED', isAbandoned: true })
  expect(await stack.attempts(chargeId)).toEqual([])
})

test('a webhook that was only stored is delivered', async () => {
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await stack.database.writer.insert(webhookEvents).values({
    platformId: stack.platformId,
    providerAccountId: asaas,
    provider: 'ASAAS',
    bodyHash: randomUUID(),
    headers: {},
    query: {},
    body: JSON.stringify({
      id: 'evt',
      event: 'PAYMENT_RECEIVED',
      payment: { id: transactionId, status: 'RECEIVED', value: 50 },
    }),
    verified: 'sharedSecret',
  })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
})

test('a notification whose workflow never started is sent', async () => {
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  const delivery = await addDelivery(stack.database.writer, await stack.charge(chargeId))
  await vi.waitFor(async () => {
    const [row] = await stack.database.writer
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, delivery.id))
    expect(row?.attempts).toBeGreaterThan(0)
  }, 60_000)
})

test('a card that has expired or that no charge needs any more is forgotten, and so is a code that was not used', async () => {
  const { writer } = stack.database
  const DAY = 24 * 60 * 60 * 1000
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const addCard = async (changes: Partial<typeof cards.$inferInsert>, codeAgeMs: number) => {
    const [card] = await writer
      .insert(cards)
      .values({
        platformId: stack.platformId,
        providerAccountId: asaas,
        provider: 'ASAAS',
        sealedToken: 'sealed',
        brand: 'VISA',
        lastDigits: '1486',
        expiresAt: ago(-400 * DAY),
        ...changes,
      })
      .returning()
    const cardId = card?.id ?? ''
    await writer.insert(securityCodes).values({ cardId, sealedCode: 'sealed', createdAt: ago(codeAgeMs) })
    return cardId
  }
  const minute = 60_000
  const [fresh, stale, expired, unused] = [
    await addCard({ lastUsedAt: ago(179 * DAY), createdAt: ago(300 * DAY) }, 50 * minute),
    await addCard({}, 61 * minute),
    await addCard({ expiresAt: ago(minute) }, minute),
    await addCard({ lastUsedAt: ago(181 * DAY) }, minute),
  ]
  await vi.waitFor(async () => {
    const tokens = await writer.select({ id: cards.id, token: cards.sealedToken }).from(cards)
    expect(Object.fromEntries(tokens.map(({ id, token }) => [id, token]))).toEqual({
      [fresh]: 'sealed',
      [stale]: 'sealed',
      [expired]: '',
      [unused]: '',
    })
    const codes = await writer.select({ cardId: securityCodes.cardId }).from(securityCodes)
    expect(codes).toEqual([{ cardId: fresh }])
  }, 60_000)
})

test("a buyer's address is forgotten after a day", async () => {
  const { writer } = stack.database
  const addOrder = async (hours: number) => {
    const createdAt = sql`now() - ${`${hours} hours`}::interval` as never
    const order = { id: uuidv7(), platformId: stack.platformId, address: '203.0.113.9', createdAt }
    await writer.insert(checkoutOrders).values(order)
    return order.id
  }
  const [young, old] = [await addOrder(23), await addOrder(25)]
  const addresses = async () => {
    const rows = await writer.select({ id: checkoutOrders.id, address: checkoutOrders.address }).from(checkoutOrders)
    return Object.fromEntries(rows.map(({ id, address }) => [id, address]))
  }
  await expect.poll(addresses).toEqual({ [young]: '203.0.113.9', [old]: null })
})

test('a charge whose workflow was terminated asks for an operator', async () => {
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).terminate('by mistake')
  await vi.waitFor(async () => {
    expect((await stack.charge(chargeId)).attention).toBe('workflowLost')
  }, 60_000)
})
