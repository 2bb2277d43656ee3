/** What ASAAS, which signs and can be read, tells of a withdrawal by itself: before its answer, after it, and after the end. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settleDisbursement } from '../../db/queries/disbursement/attempt-ends.ts'
import { recordDisbursementSeen } from '../../db/queries/disbursement/seen.ts'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { disbursementEvents, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { withdrawalEventWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { withoutAnswers } from '../support/unwritten-answers.ts'
import { storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

/** The reader does not ask the provider of its own accord. */
const UNASKED = { ...HASTY, pollFirstMs: 60_000, pollMaxMs: 60_000, confirmMs: 1_000 }

const WORDS = { DONE: 'TRANSFER_DONE', FAILED: 'TRANSFER_FAILED', PENDING: 'TRANSFER_CREATED' } as const

interface Said {
  id: string
  status: keyof typeof WORDS
  /** In reais. */
  value?: number
  reference?: string
  failReason?: string
}

/** As ASAAS words it. @returns the state in which it is left, and the stored event's id. */
async function tell({ id, status, value = 25, reference, failReason }: Said) {
  const transfer = { id, status, value, externalReference: reference ?? null, failReason: failReason ?? null }
  const eventId = await storeWebhook(stack, asaas, { id: `evt_${randomUUID()}`, event: WORDS[status], transfer })
  return { eventId, state: await deliverWebhookEvent(stack, eventId) }
}

const fail = (fault: string, operation: string, times = 1) =>
  stack.control('PUT', `/faults/ASAAS/${operation}`, { fault, times })
const decideThere = (id: string, action: string) => stack.control('POST', `/withdrawals/ASAAS/${id}/${action}`)
const becomes = (id: string, row: object) =>
  vi.waitFor(async () => expect(await disbursementOf(stack, id)).toMatchObject(row), 60_000)

async function taken(timing: Partial<typeof UNASKED> = {}) {
  const started = await startWithdrawal(stack, [asaas], { timing: { ...UNASKED, ...timing } })
  expect(await started.answer).toEqual({ outcome: 'created' })
  const { externalId } = await disbursementOf(stack, started.row.id)
  return { ...started, id: started.row.id, externalId: externalId ?? '' }
}

describe('while it is under way', () => {
  test('that it was paid ends it, once', async () => {
    const { id, externalId, row: disbursement } = await taken()
    const { eventId, state } = await tell({ id: externalId, status: 'DONE' })
    expect(state).toBe('delivered')
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'APPROVED', attention: null })
    await tell({ id: externalId, status: 'DONE' })
    await tell({ id: externalId, status: 'PENDING' })
    expect((await disbursementEventsOf(stack, id)).filter((event) => event.startsWith('statusChanged'))).toEqual([
      'statusChanged APPROVED',
    ])
    const [stored] = await stack.database.writer.select().from(webhookEvents).where(eq(webhookEvents.id, eventId))
    expect(stored).toMatchObject({ type: 'WITHDRAW', withdrawalId: id, chargeId: null, transactionId: externalId })
  })

  test('why it failed is what the seller reads', async () => {
    const { id, externalId } = await taken()
    await tell({ id: externalId, status: 'FAILED', failReason: 'Conta encerrada' })
    await becomes(id, { status: 'REJECTED', attention: null, failureMessage: 'Conta encerrada' })
  })

  test('another amount is read before it is believed', async () => {
    const { id, externalId } = await taken()
    await tell({ id: externalId, status: 'DONE', value: 0.01 })
    expect(await untilAttention(stack, id)).toBe('unconfirmedNotice')
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'PENDING' })
    await decideThere(externalId, 'settle')
    await tell({ id: externalId, status: 'DONE', value: 0.02 })
    await becomes(id, { status: 'APPROVED', attention: null })
  })

  test('that another one was paid is asked about until an operator has seen it, however this one ends', async () => {
    const { id, externalId, row: disbursement } = await taken()
    const [attempt] = await disbursementAttemptsOf(stack, id)
    await tell({ id: randomUUID(), status: 'DONE', reference: attempt?.reference ?? '' })
    await becomes(id, { status: 'PENDING', attentionReasons: expect.arrayContaining(['contradicted']) })
    await tell({ id: externalId, status: 'DONE' })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'APPROVED', attentionReasons: ['contradicted'] })
    // A third payment asks the same. An operator who was shown the two has not seen it.
    const shown = await disbursementOf(stack, id)
    const { eventId } = await tell({ id: randomUUID(), status: 'DONE', reference: attempt?.reference ?? '' })
    await stack.temporal.workflow.getHandle(withdrawalEventWorkflowId(id, eventId)).result()
    const seen = { became: 'carriedOut', id: randomUUID(), kind: 'resolve' } as const
    const nothingMore = async () => {}
    expect(await recordDisbursementSeen(stack.database.writer, shown, seen, nothingMore)).toBe(false)
    const now = await disbursementOf(stack, id)
    expect(now).toMatchObject({ attentionReasons: ['contradicted'] })
    expect(await recordDisbursementSeen(stack.database.writer, now, seen, nothingMore)).toBe(true)
    expect(await disbursementOf(stack, id)).toMatchObject({ attentionReasons: [] })
  })

  test('a notice that comes before the answer waits for it', async () => {
    const { id, made } = await withoutAnswers(stack, async () => {
      const started = await startWithdrawal(stack, [asaas], { timing: { ...UNASKED, unknownMs: 10_000 } })
      const { id } = started.row
      const made = await vi.waitFor(async () => {
        const [attempt] = await disbursementAttemptsOf(stack, id)
        const path = `/withdrawals?provider=ASAAS&reference=${attempt?.reference}`
        const { data } = await stack.control<{ data: { id: string }[] }>('GET', path)
        expect(data).toHaveLength(1)
        return data[0]?.id ?? ''
      }, 60_000)
      expect(await tell({ id: made, status: 'DONE' })).toMatchObject({ state: 'pending' })
      return { id, made }
    })
    await becomes(id, { status: 'APPROVED', externalId: made })
  })
})

describe('while its outcome is unknown', () => {
  async function lost() {
    await fail('commitThenDrop', 'withdraw')
    await fail('serverError', 'findWithdraw', 0)
    const { row: disbursement } = await startWithdrawal(stack, [asaas], { timing: { ...UNASKED, unknownMs: 500 } })
    expect(await untilAttention(stack, disbursement.id)).toBe('unknownOutcome')
    const [attempt] = await disbursementAttemptsOf(stack, disbursement.id)
    const { data } = await stack.control<{ data: { id: string; reference: string }[] }>('GET', '/withdrawals')
    const made = data.find(({ reference }) => reference === attempt?.reference)
    return { disbursement, id: disbursement.id, made: made?.id ?? '', reference: attempt?.reference ?? '' }
  }

  test('a notice with our reference says that it was made, and the rest follows', async () => {
    const { disbursement, id, made, reference } = await lost()
    await tell({ id: made, status: 'PENDING', reference })
    await becomes(id, { status: 'PENDING', externalId: made, attention: null })
    await tell({ id: made, status: 'DONE', reference })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
    const attempts = await disbursementAttemptsOf(stack, id)
    expect(attempts).toMatchObject([{ state: 'answered', outcome: 'created', externalId: made }])
  })

  test('what an operator has to look at is not answered by its answer', async () => {
    const { id, made, reference } = await lost()
    await flagDisbursementAttention(stack.database.writer, id, 'contradicted')
    await tell({ id: made, status: 'PENDING', reference })
    await becomes(id, { status: 'PENDING', externalId: made, attentionReasons: ['contradicted'] })
  })

  test('that it failed ends it, and nothing is sent again', async () => {
    const { disbursement, id, made, reference } = await lost()
    await tell({ id: made, status: 'FAILED', reference })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementAttemptsOf(stack, id)).toHaveLength(1)
  })

  test('one that was called unmade and has left all the same is APPROVED, and an operator is told', async () => {
    const { id, made, reference } = await lost()
    const verdict = { made: false, status: 'REJECTED', cause: 'operator', key: 'operator/1' } as const
    expect(await settleDisbursement(stack.database.writer, id, verdict)).toMatchObject({ moved: true })
    await decideThere(made, 'settle')
    await tell({ id: made, status: 'DONE', reference })
    await becomes(id, { status: 'APPROVED', attention: 'contradicted', externalId: made })
  })
})

describe('after the end', () => {
  async function paid() {
    const withdrawal = await taken()
    await decideThere(withdrawal.externalId, 'settle')
    await tell({ id: withdrawal.externalId, status: 'DONE' })
    await becomes(withdrawal.id, { status: 'APPROVED' })
    await workflowOf(stack, withdrawal.row).result()
    return withdrawal
  }

  test('money that comes back makes it REJECTED, with the reason, and asks no operator', async () => {
    const { id, externalId } = await paid()
    await decideThere(externalId, 'return')
    await tell({ id: externalId, status: 'FAILED', failReason: 'Conta encerrada' })
    await becomes(id, { status: 'REJECTED', attention: null, failureMessage: 'Conta encerrada' })
    // That it had been paid is old.
    await tell({ id: externalId, status: 'DONE' })
    await tell({ id: externalId, status: 'DONE', value: 25.01 })
    const rows = await stack.database.writer
      .select()
      .from(disbursementEvents)
      .where(eq(disbursementEvents.disbursementId, id))
    expect(rows.filter(({ type }) => type === 'statusChanged').map(({ from, to }) => [from, to])).toEqual([
      ['PENDING', 'APPROVED'],
      ['APPROVED', 'REJECTED'],
    ])
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'REJECTED', attention: null })
  })
})

describe('at a provider that neither signs nor can be read', () => {
  test.each([
    { amount: 50_000, row: { status: 'APPROVED', attentionReasons: [] } },
    { amount: 50_001, row: { status: 'PENDING', attentionReasons: expect.arrayContaining(['unconfirmedNotice']) } },
  ])('its notice about $amount is believed as far as the platform allows', async ({ amount, row }) => {
    const rapdyn = await stack.addAccount('RAPDYN')
    const started = await startWithdrawal(stack, [rapdyn], { amount, timing: { ...UNASKED, pendingMs: 60_000 } })
    await started.answer
    const { externalId } = await disbursementOf(stack, started.row.id)
    const body = { notification_type: 'transfer_out', id: externalId, status: 'completed' }
    const eventId = await storeWebhook(stack, rapdyn, body, 'token')
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    await becomes(started.row.id, row)
  })

  test('what it says of another withdrawal than ours is shown to an operator', async () => {
    const rapdyn = await stack.addAccount('RAPDYN')
    const started = await startWithdrawal(stack, [rapdyn], { timing: UNASKED })
    await started.answer
    const [attempt] = await disbursementAttemptsOf(stack, started.row.id)
    const body = {
      notification_type: 'transfer_out',
      id: 'other',
      status: 'completed',
      external_id: attempt?.reference,
    }
    await deliverWebhookEvent(stack, await storeWebhook(stack, rapdyn, body, 'token'))
    await vi.waitFor(
      async () =>
        expect((await disbursementOf(stack, started.row.id)).attentionReasons).toEqual(
          expect.arrayContaining(['amountMismatch', 'contradicted']),
        ),
      60_000,
    )
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING' })
  })
})
