/** Codes that no buyer waits for are withdrawn at their provider, whatever goes wrong on the way; money that was faster is money. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import { payments, readings } from '../../db/schema/index.ts'
import type { ChargeTiming } from '../../workflows/charge/timing.ts'
import { accountReaderWorkflowId, cancelSignal, chargeWorkflowId, dueSignal } from '../../workflows/messages.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
/** They withdraw codes, each by a call of its own kind. */
const WITHDRAWING = ['ASAAS', 'MERCADOPAGO', 'TREEAL', 'CELCOIN', 'IUGU'] as const

let stack: ChargeStack
const accounts: Record<string, string> = {}
beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
  for (const provider of [...WITHDRAWING, 'PAGUESAFE']) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))

async function created(provider: string, timing: Partial<ChargeTiming> = {}) {
  const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  return { chargeId, transactionId: transactionId ?? '' }
}

/** Given up by an operator; the provider is asked first, and has nothing. */
async function cancel(chargeId: string): Promise<void> {
  await handleOf(chargeId).signal(cancelSignal, { by: 'ana' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
}

const fault = (provider: string, operation: string, rule: object) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, rule)
const act = (provider: string, id: string, action: string) =>
  stack.control('POST', `/transactions/${provider}/${id}/${action}`)

async function stageOf(provider: string, transactionId: string): Promise<string | undefined> {
  const { data } = await stack.control<{ data: { id: string; stage: string }[] }>(
    'GET',
    `/transactions?provider=${provider}`,
  )
  return data.find(({ id }) => id === transactionId)?.stage
}

const paymentOf = async (transactionId: string) => {
  const [row] = await stack.database.writer.select().from(payments).where(eq(payments.transactionId, transactionId))
  return row
}

/** How often its code was to be withdrawn. */
async function triesOf(transactionId: string): Promise<number> {
  const payment = await paymentOf(transactionId)
  const [row] = await stack.database.writer
    .select({ reads: readings.reads })
    .from(readings)
    .where(and(eq(readings.kind, 'void'), eq(readings.id, payment?.id ?? '')))
  return row?.reads ?? 0
}

async function untilVoided(provider: string, chargeId: string, transactionId: string): Promise<void> {
  await expect.poll(async () => (await paymentOf(transactionId))?.voidedAt ?? null, PATIENCE).not.toBeNull()
  expect(await paymentOf(transactionId)).toMatchObject({ state: 'REJECTED', paidAt: null })
  expect(await stageOf(provider, transactionId)).toBe('refused')
  expect(await stack.charge(chargeId)).toMatchObject({ payable: false, attention: null })
  const voided = (await stack.events(chargeId)).filter(({ type }) => type === 'paymentVoided')
  expect(voided).toMatchObject([{ cause: 'provider', provider, detail: { orphanOf: transactionId } }])
}

describe.each(WITHDRAWING)('at %s', (provider) => {
  test('the code of a charge that is cancelled is withdrawn', async () => {
    const { chargeId, transactionId } = await created(provider)
    await cancel(chargeId)
    await untilVoided(provider, chargeId, transactionId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED' })
  })
})

test('the code of a charge that expires is withdrawn', async () => {
  const { chargeId, transactionId } = await created('ASAAS', { longestLifeMs: 1_000, graceMs: 200 })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  await untilVoided('ASAAS', chargeId, transactionId)
})

test('a code that its provider calls overdue can be paid all the same, and is withdrawn', async () => {
  const { chargeId, transactionId } = await created('ASAAS')
  await act('ASAAS', transactionId, 'expire')
  await cancel(chargeId)
  await untilVoided('ASAAS', chargeId, transactionId)
})

test('the code of a charge that waits is left alone', async () => {
  const waiting = await created('MERCADOPAGO')
  const other = await created('MERCADOPAGO')
  await cancel(other.chargeId)
  await untilVoided('MERCADOPAGO', other.chargeId, other.transactionId)
  expect(await stageOf('MERCADOPAGO', waiting.transactionId)).toBe('pending')
  expect(await triesOf(waiting.transactionId)).toBe(0)
  await cancel(waiting.chargeId)
})

test('where the provider withdraws nothing the code stays payable', async () => {
  const { chargeId, transactionId } = await created('PAGUESAFE')
  await cancel(chargeId)
  const isDone = sql`${readings.nextReadAt} IS NULL`
  const payment = await paymentOf(transactionId)
  await expect
    .poll(
      () =>
        stack.database.writer.$count(
          readings,
          and(eq(readings.kind, 'void'), eq(readings.id, payment?.id ?? ''), isDone),
        ),
      PATIENCE,
    )
    .toBe(1)
  expect(await paymentOf(transactionId)).toMatchObject({ state: 'PENDING', voidedAt: null })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED', payable: true })
  expect(await stageOf('PAGUESAFE', transactionId)).toBe('pending')
})

const TROUBLES = [
  { name: 'its answer is lost', rule: { fault: 'commitThenDrop' } },
  { name: 'the request is lost', rule: { fault: 'dropBeforeCommit', times: 2 } },
  { name: 'the provider is down for a while', rule: { fault: 'serverError', times: 5 } },
  { name: 'it is done, and answered with an error', rule: { fault: 'serverErrorAfterCommit', times: 2 } },
  { name: 'the answer comes too late', rule: { fault: 'slow', delayMs: TOO_LATE_MS } },
  { name: 'the answer is a page', rule: { fault: 'htmlBody' } },
  { name: 'the answer is cut short', rule: { fault: 'malformedBody' } },
  { name: 'the provider asks for patience', rule: { fault: 'rateLimited', retryAfterSeconds: 1 } },
  { name: 'the answer names another amount', rule: { fault: 'wrongAmount' } },
]

describe.each(['ASAAS', 'MERCADOPAGO', 'TREEAL'])('at %s a code is withdrawn', (provider) => {
  test.each(TROUBLES)('although $name', async ({ rule }) => {
    const { chargeId, transactionId } = await created(provider)
    await fault(provider, 'cancelTransaction', rule)
    await cancel(chargeId)
    await untilVoided(provider, chargeId, transactionId)
  })

  test("although the answer is another's", async () => {
    const other = await created(provider)
    await cancel(other.chargeId)
    await untilVoided(provider, other.chargeId, other.transactionId)
    const { chargeId, transactionId } = await created(provider)
    await fault(provider, 'cancelTransaction', { fault: 'otherMovement' })
    await cancel(chargeId)
    await untilVoided(provider, chargeId, transactionId)
  })

  test.each([
    {
      name: 'and the provider says so',
      cancels: { fault: 'rateLimited', retryAfterSeconds: 1, times: 0 },
      heals: true,
    },
    { name: 'and the provider answers nothing about it', cancels: { fault: 'serverError', times: 0 }, heals: false },
  ])('but not one that was paid in the same moment, $name', async ({ cancels, heals }) => {
    const { chargeId, transactionId } = await created(provider)
    await fault(provider, 'webhook', { fault: 'noWebhook', times: 0 })
    await fault(provider, 'cancelTransaction', cancels)
    await cancel(chargeId)
    await act(provider, transactionId, 'pay')
    if (heals) await stack.control('DELETE', '/faults')
    await vi.waitFor(
      async () =>
        expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attentionReasons: ['latePayment'] }),
      PATIENCE,
    )
    expect(await paymentOf(transactionId)).toMatchObject({ state: 'APPROVED', voidedAt: null })
    expect(await stageOf(provider, transactionId)).toBe('paid')
  })
})

test('a second live code of a charge is withdrawn, and the one that its buyer sees is not', async () => {
  const stranger = await created('ASAAS')
  const { chargeId, transactionId } = await created('ASAAS')
  // What an attempt whose answer was lost has made turns up beside the charge's own.
  await stack.database.writer
    .update(payments)
    .set({ chargeId, id: paymentId(chargeId, accounts.ASAAS ?? '', stranger.transactionId) })
    .where(eq(payments.transactionId, stranger.transactionId))
  await stack.database.writer.execute(sql`SELECT void_later(${chargeId}::uuid)`)
  await stack.temporal.workflow.getHandle(accountReaderWorkflowId(accounts.ASAAS ?? '')).signal(dueSignal)
  await expect.poll(async () => (await paymentOf(stranger.transactionId))?.voidedAt ?? null, PATIENCE).not.toBeNull()
  expect(await stageOf('ASAAS', stranger.transactionId)).toBe('refused')
  expect(await stageOf('ASAAS', transactionId)).toBe('pending')
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', payable: true, transactionId })
  await act('ASAAS', transactionId, 'pay')
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('a transaction that its provider does not know is asked about a few times, and changes nothing', async () => {
  const { chargeId } = await created('MERCADOPAGO')
  await cancel(chargeId)
  const missing = {
    id: paymentId(chargeId, accounts.MERCADOPAGO ?? '', '404'),
    chargeId,
    providerAccountId: accounts.MERCADOPAGO ?? '',
    provider: 'MERCADOPAGO',
    transactionId: '404',
    amount: 5_000,
  }
  await stack.database.writer.insert(payments).values(missing)
  await stack.temporal.workflow.getHandle(accountReaderWorkflowId(missing.providerAccountId)).signal(dueSignal)
  await expect.poll(() => triesOf('404'), PATIENCE).toBeGreaterThan(1)
  expect(await paymentOf('404')).toMatchObject({ state: 'PENDING', voidedAt: null })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED', attention: null })
})
