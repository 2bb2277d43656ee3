/** A refund on the real engine: approved once, never more than is left, and nothing is sent again that may have been done. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { claimDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { disbursementAttempts, disbursements } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeEventWorkflowId, chargeWorkflowId, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { toldOf } from '../support/deliveries.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  paidCharge,
  refundsAtProvider,
  type Started,
  startRefund,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
})
afterAll(() => stack?.close())

const keep = ({ row }: Started, name: string) =>
  stack.keepHistory(disbursementWorkflowId('refund', row.id), `refund-${name}`)
const atProvider = (chargeId: string) => refundsAtProvider(stack, chargeId)

describe('a refund', () => {
  test('of everything refunds the charge', async () => {
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({
      status: 'APPROVED',
      amount: 5000,
      attention: null,
      provider: 'PAGUESAFE',
    })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
    const events = await stack.events(chargeId)
    expect(events.filter(({ to }) => to === 'REFUNDED')).toMatchObject([
      { from: 'APPROVED', cause: 'provider', key: `refund/${started.row.id}` },
    ])
    expect(await disbursementEventsOf(stack, started.row.id)).toEqual([
      'requested',
      'sent',
      'answered',
      'statusChanged APPROVED',
    ])
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    await keep(started, 'whole')
  })

  test('in parts leaves the charge approved until the last one', async () => {
    const chargeId = await paidCharge(stack, account)
    const first = await startRefund(stack, chargeId, { amount: 2000 })
    await first.answer
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 2000 })
    const rest = await startRefund(stack, chargeId)
    expect(rest.row.amount).toBe(3000)
    await rest.answer
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
    const types = (await stack.events(chargeId)).map(({ type }) => type)
    expect(types.filter((type) => type === 'partiallyRefunded')).toHaveLength(1)
    expect(await atProvider(chargeId)).toEqual({ count: 2, committed: 2 })
  })

  test('tells the seller of each part and of the whole, once, also when the provider reports it too', async () => {
    const { chargeId, creation } = await stack.start([account], {
      timing: { pollFirstMs: 200 },
      webhookUrl: 'http://127.0.0.1:9/hook',
    })
    await creation
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
    // Once it has ended a notice is an event of its own.
    await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
    expect((await stack.charge(chargeId)).status).toBe('APPROVED')
    await (await startRefund(stack, chargeId, { amount: 2000 })).answer
    await (await startRefund(stack, chargeId)).answer
    const notice = {
      accountId: account,
      transactionId: transactionId ?? '',
      status: 'refunded',
      proof: 'token',
    } as const
    const eventId = await storeNotice(stack, notice)
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    await stack.temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, eventId)).result()
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
    expect((await stack.events(chargeId)).filter(({ to }) => to === 'REFUNDED')).toHaveLength(1)
    const told = await toldOf(stack.database.writer, chargeId)
    expect(told.map(({ type, snapshot }) => [type, snapshot.refunded_amount])).toEqual([
      ['charge.created', 0],
      ['charge.approved', 0],
      ['charge.partially_refunded', 2000],
      ['charge.refunded', 5000],
    ])
  })

  test.each(['CHARGEBACK', 'REFUNDED'] as const)('is not sent once the charge is %s', async (to) => {
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId, {}, () =>
      applyTransition(stack.database.writer, { chargeId, to, cause: 'webhook', key: 'webhook/1' }),
    )
    expect(await started.answer).toMatchObject({ outcome: 'refused' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'REJECTED' })
    expect(await atProvider(chargeId)).toEqual({ count: 0, committed: 0 })
  })

  test.each([
    ['the bank has taken the payment', 'CHARGEBACK', 2000],
    ['it was given back another way', 'REFUNDED', 2000],
  ] as const)('is not sent if, while it waits for its turn, %s', async (_, to, amount) => {
    const chargeId = await paidCharge(stack, account)
    // What was given back before a part is read first.
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'slow', times: 1, delayMs: 8_000 })
    const started = await startRefund(stack, chargeId, { amount })
    const waiting = async () => (await stack.control<{ data: unknown[] }>('GET', '/faults')).data
    await expect.poll(waiting).toEqual([])
    await applyTransition(stack.database.writer, { chargeId, to, cause: 'webhook', key: 'webhook/1' })
    expect(await started.answer).toMatchObject({ outcome: 'refused' })
    const message = `The charge is ${to}`
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'REJECTED', failureMessage: message })
    expect(await atProvider(chargeId)).toEqual({ count: 0, committed: 0 })
  })

  test('that the provider refuses gives the money free again', async () => {
    const chargeId = await paidCharge(stack, account)
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/chargeback`)
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toMatchObject({ outcome: 'refused' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'REJECTED', attention: null })
    expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 0 })
    await keep(started, 'refused')
  })
})

describe('any number of refunds at once', () => {
  async function reserveAtOnce(chargeId: string, amount?: number) {
    const { writer } = stack.database
    // Every connection is open already, so that they do run at once.
    await Promise.all(Array.from({ length: 5 }, () => writer.execute(sql`SELECT pg_sleep(0.05)`)))
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => {
        const wish = { id: uuidv7(), platformId: stack.platformId, chargeId, by: 'ana' }
        return reserveRefund(writer, amount === undefined ? wish : { ...wish, amount })
      }),
    )
    return outcomes.filter(({ outcome }) => outcome === 'reserved').length
  }

  test('reserve no more than is left, in parts', async () => {
    const chargeId = await paidCharge(stack, account)
    expect(await reserveAtOnce(chargeId, 700)).toBe(7)
    const rest = { id: uuidv7(), platformId: stack.platformId, chargeId, amount: 101, by: 'ana' }
    expect(await reserveRefund(stack.database.writer, rest)).toEqual({ outcome: 'tooMuch', left: 100 })
  })

  test('reserve everything once', async () => {
    expect(await reserveAtOnce(await paidCharge(stack, account))).toBe(1)
  })
})

test('a run that finds an earlier one half way sends nothing', async () => {
  const chargeId = await paidCharge(stack, account)
  const id = uuidv7()
  // As a process leaves it that was killed while the bytes were under way.
  const begun = {
    disbursementId: id,
    number: 1,
    providerAccountId: account,
    provider: 'PAGUESAFE',
    reference: 'a'.repeat(32),
  }
  const started = await startRefund(stack, chargeId, { id, amount: 1000, timing: { unknownMs: 500 } }, () =>
    stack.database.writer.insert(disbursementAttempts).values({ ...begun, state: 'sending' }),
  )
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, id)).toBe('unknownOutcome')
  expect(await atProvider(chargeId)).toEqual({ count: 0, committed: 0 })
})

test('no second attempt can begin to send while the first may have paid', async () => {
  const chargeId = await paidCharge(stack, account)
  const { row: disbursement, answer } = await startRefund(stack, chargeId, { amount: 1000 })
  await answer
  const [first] = await disbursementAttemptsOf(stack, disbursement.id)
  const second = { ...claimOf(first), id: uuidv7(), number: 2 }
  await stack.database.writer
    .update(disbursements)
    .set({ status: 'PENDING' })
    .where(eq(disbursements.id, disbursement.id))
  expect(
    await claimDisbursementAttempt(stack.database.writer, second, {
      by: 'second',
      keysVersion: 1,
      sealedJournal: null,
      repeatable: false,
      refundedBefore: null,
      madeAt: disbursement.createdAt,
    }),
  ).toBe(false)
})

function claimOf(attempt: typeof disbursementAttempts.$inferSelect | undefined) {
  if (!attempt) throw new Error('No attempt')
  const { disbursementId, provider, reference, createdAt, providerAccountId: accountId } = attempt
  return { disbursementId, accountId, provider, reference, createdAt }
}
