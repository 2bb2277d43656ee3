/** What opens a dispute and what wins it: notices, readings, and neither of them out of its time. */
import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteDispute } from '../../db/queries/dispute/close.ts'
import { disputes, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'
import { readNow, wakeReaderOf } from '../support/readings.ts'
import { type Proof, storeNotice, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts: Record<string, string> = {}
beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['PAGUESAFE', 'ASAAS', 'ONZ', 'SYNCPAY']) {
    accounts[provider] = await stack.addAccount(provider)
    await stack.control('PUT', `/webhook-addresses/${provider}`, { url: 'http://127.0.0.1:1/' })
  }
})
afterAll(() => stack?.close())

const disputesOf = (chargeId: string) =>
  stack.database.writer.select().from(disputes).where(eq(disputes.chargeId, chargeId)).orderBy(disputes.openedAt)
const statesOf = async (chargeId: string) => (await disputesOf(chargeId)).map(({ state }) => state)

async function play(chargeId: string, action: string): Promise<void> {
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/${action}`)
}

async function hear(chargeId: string, eventId: string): Promise<void> {
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
}

async function notice(chargeId: string, status: string, proof: Proof): Promise<void> {
  const { transactionId, provider } = await stack.charge(chargeId)
  const accountId = accounts[provider ?? ''] ?? ''
  await hear(chargeId, await storeNotice(stack, { accountId, transactionId: transactionId ?? '', status, proof }))
}

/** As the fake itself words it. */
async function hearLast(chargeId: string, proof: Proof): Promise<void> {
  const { provider, transactionId } = await stack.charge(chargeId)
  const path = `/webhooks?provider=${provider}&transaction=${transactionId}`
  const { data } = await stack.control<{ data: { body: string }[] }>('GET', path)
  const body = JSON.parse(data[0]?.body ?? '{}')
  await hear(chargeId, await storeWebhook(stack, accounts[provider ?? ''] ?? '', body, proof))
}

async function disputed(proof: Proof = 'signature'): Promise<string> {
  const chargeId = await paidCharge(stack, accounts.PAGUESAFE ?? '')
  await play(chargeId, 'chargeback')
  await notice(chargeId, 'chargedback', proof)
  return chargeId
}

/** The dispute has been open for an hour. */
const grown = (chargeId: string) =>
  stack.database.writer
    .update(disputes)
    .set({ openedAt: sql`now() - interval '1 hour'` })
    .where(eq(disputes.chargeId, chargeId))

describe('a dispute is opened', () => {
  test.each([
    ['PAGUESAFE', 'signature', 'CHARGEBACK', 'chargedback'],
    ['ASAAS', 'sharedSecret', 'CHARGEBACK', 'CHARGEBACK_REQUESTED'],
    ['ONZ', 'sharedSecret', 'MED', null],
    ['SYNCPAY', 'token', 'MED', 'med'],
  ] as const)('by the word of %s, told with %s, as %s', async (provider, proof, kind, rawStatus) => {
    const chargeId = await paidCharge(stack, accounts[provider] ?? '')
    await play(chargeId, 'chargeback')
    await hearLast(chargeId, proof)
    await hearLast(chargeId, proof)
    const { transactionId, status } = await stack.charge(chargeId)
    expect(status).toBe('CHARGEBACK')
    const opened = { kind, state: 'OPEN', amount: 5000, currency: 'BRL', provider, transactionId, closedAt: null }
    expect(await disputesOf(chargeId)).toMatchObject([{ ...opened, ...(rawStatus === null ? {} : { rawStatus }) }])
  })
})

test.each([
  ['PAGUESAFE', 'signature'],
  ['ONZ', 'sharedSecret'],
] as const)('of a payment at %s that was refunded in part, the rest is disputed', async (provider, proof) => {
  const chargeId = await paidCharge(stack, accounts[provider] ?? '', 10_000)
  const refund = await startRefund(stack, chargeId, { amount: 4_000 })
  expect(await refund.answer).toEqual({ outcome: 'created' })
  expect(await workflowOf(stack, refund.row).result()).toEqual({ status: 'APPROVED' })
  await play(chargeId, 'chargeback')
  await hearLast(chargeId, proof)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', amount: 10_000, refundedAmount: 4_000 })
  expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN', amount: 6_000 }])
})

test('no dispute is opened of a payment that went back after another one was charged back', async () => {
  const chargeId = await disputed()
  const { transactionId } = await stack.charge(chargeId)
  const of = { accountId: accounts.PAGUESAFE ?? '', transactionId: randomUUID(), provider: 'PAGUESAFE' }
  for (const [to, status] of [
    ['APPROVED', 'APPROVED'],
    ['REFUNDED', 'CHARGEBACK'],
  ] as const) {
    const news = { chargeId, to, cause: 'webhook', key: `webhook/${to}`, of } as const
    expect(await applyTransition(stack.database.writer, news)).toMatchObject({ moved: true, status })
  }
  expect(await disputesOf(chargeId)).toMatchObject([{ transactionId, state: 'OPEN' }])
})

describe('a dispute is won', () => {
  test.each(['signature', 'token'] as const)(
    'by a notice told with %s that the provider confirms, and the charge is paid again',
    async (proof) => {
      const chargeId = await disputed(proof)
      const { paidAt } = await stack.charge(chargeId)
      await grown(chargeId)
      await play(chargeId, 'win')
      await notice(chargeId, 'paid', proof)
      expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, paidAt })
      expect(await disputesOf(chargeId)).toMatchObject([{ state: 'WON', closedBy: null }])
    },
  )

  it('by no notice that the provider does not confirm', async () => {
    const chargeId = await disputed()
    await grown(chargeId)
    await notice(chargeId, 'paid', 'signature')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
    expect(await statesOf(chargeId)).toEqual(['OPEN'])
  })

  it('by no reading that may be from before it: it is read again later', async () => {
    const chargeId = await disputed()
    await play(chargeId, 'win')
    const { transactionId } = await stack.charge(chargeId)
    const eventId = await storeNotice(stack, {
      accountId: accounts.PAGUESAFE ?? '',
      transactionId: transactionId ?? '',
      status: 'paid',
      proof: 'signature',
    })
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    const [dispute] = await disputesOf(chargeId)
    expect(dispute?.state).toBe('WON')
    const openMs = Date.parse(dispute?.closedAt ?? '') - Date.parse(dispute?.openedAt ?? '')
    expect(openMs).toBeGreaterThanOrEqual(10_000)
  })

  it('and not taken back by a reading that began before it', async () => {
    const chargeId = await disputed()
    await grown(chargeId)
    await play(chargeId, 'win')
    await notice(chargeId, 'paid', 'signature')
    const readDisputed = () =>
      applyTransition(stack.database.writer, { chargeId, to: 'CHARGEBACK', cause: 'poll', key: 'poll/CHARGEBACK' })
    const closed = (closedAt: SQL) =>
      stack.database.writer.update(disputes).set({ closedAt }).where(eq(disputes.chargeId, chargeId))
    // As lately however long the next step takes.
    await closed(sql`now() + interval '1 minute'`)
    expect(await readDisputed()).toMatchObject({ moved: false, status: 'APPROVED' })
    await closed(sql`now() - interval '11 seconds'`)
    expect(await readDisputed()).toMatchObject({ moved: true, status: 'CHARGEBACK' })
    expect(await statesOf(chargeId)).toEqual(['WON', 'OPEN'])
  })

  it('and another one opens when the bank takes the money back again', async () => {
    const chargeId = await disputed()
    await grown(chargeId)
    await play(chargeId, 'win')
    await notice(chargeId, 'paid', 'signature')
    await play(chargeId, 'chargeback')
    await notice(chargeId, 'chargedback', 'signature')
    expect((await stack.charge(chargeId)).status).toBe('CHARGEBACK')
    expect(await statesOf(chargeId)).toEqual(['WON', 'OPEN'])
  })
})

describe('what its provider says of it when the charge is read', () => {
  it('is kept: until when it takes evidence', async () => {
    const chargeId = await paidCharge(stack, accounts.ASAAS ?? '')
    await play(chargeId, 'chargeback')
    await hearLast(chargeId, 'sharedSecret')
    await readNow(stack, chargeId)
    const week = 7 * 86_400_000
    await vi.waitFor(async () => {
      const [dispute] = await disputesOf(chargeId)
      const dueAt = Date.parse(dispute?.dueAt ?? '')
      expect(dueAt - Date.parse(dispute?.openedAt ?? '')).toBeGreaterThan(week - 86_400_000)
      expect(new Date(dueAt - 3 * 3_600_000).toISOString()).toMatch(/T23:59:59/)
      expect(dispute?.state).toBe('OPEN')
    }, 60_000)
  })

  it('ends it as lost, once, and of the same payment alone', async () => {
    const chargeId = await paidCharge(stack, accounts.ASAAS ?? '')
    await play(chargeId, 'chargeback')
    await hearLast(chargeId, 'sharedSecret')
    const { transactionId } = await stack.charge(chargeId)
    const db = stack.database.writer
    await noteDispute(db, { chargeId, transactionId: 'another' }, { isLost: true })
    expect(await statesOf(chargeId)).toEqual(['OPEN'])
    for (const _ of [1, 2]) await noteDispute(db, { chargeId, transactionId: transactionId ?? '' }, { isLost: true })
    const [dispute] = await disputesOf(chargeId)
    expect(dispute).toMatchObject({ state: 'LOST', closedBy: null, closedAt: expect.any(String) })
  })
})

test('one that was won before its own notice came is won by the reading of ten minutes later', async () => {
  const chargeId = await paidCharge(stack, accounts.PAGUESAFE ?? '')
  await play(chargeId, 'chargeback')
  await play(chargeId, 'win')
  await notice(chargeId, 'paid', 'signature')
  await notice(chargeId, 'chargedback', 'signature')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK' })
  await grown(chargeId)
  // Ten minutes pass.
  const soon = sql`${readings.nextReadAt} - interval '601 seconds'`
  await stack.database.writer.update(readings).set({ nextReadAt: soon }).where(eq(readings.id, chargeId))
  await wakeReaderOf(stack, chargeId)
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
  expect(await statesOf(chargeId)).toEqual(['WON'])
  // Those of every charge come after it: the first five minutes after its end.
  const nextReadAt = () =>
    stack.database.writer
      .select({ minutes: sql<number>`extract(epoch FROM ${readings.nextReadAt} - now())::float8 / 60` })
      .from(readings)
      .where(eq(readings.id, chargeId))
  expect((await nextReadAt())[0]?.minutes).toBeGreaterThan(2)
  expect((await nextReadAt())[0]?.minutes).toBeLessThan(6)
})
