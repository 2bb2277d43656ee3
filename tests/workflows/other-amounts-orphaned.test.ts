/** A transaction that its charge does not show, and for which another amount was paid than was charged. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { payments, readings } from '../../db/schema/index.ts'
import { chargeWorkflowId, decideUpdate, resolveSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow } from '../support/readings.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const AMOUNT = 5000
/** As the fake provider lies about it. */
const OTHER = 2501

let stack: ChargeStack
let paguesafe: string
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  paguesafe = await stack.addAccount('PAGUESAFE')
  asaas = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const act = (provider: string, id: string, action: string) =>
  stack.control('POST', `/transactions/${provider}/${id}/${action}`)
const untilCharge = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE)

/** Attempt 1 was given up although it had made a transaction, which is read with another amount from now on. */
async function withOrphan() {
  await stack.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop', times: 1 })
  const timing = { unknownMs: 1_000, unreachableMs: 60_000, pollFirstMs: 3_600_000 }
  const { chargeId } = await stack.start([paguesafe, asaas], { amount: AMOUNT, timing })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).not.toBeNull(), PATIENCE)
  const [attempt] = await stack.attempts(chargeId)
  const reference = attempt?.id.replaceAll('-', '')
  const path = `/transactions?provider=PAGUESAFE&reference=${reference}`
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', path)
  const orphan = data[0]?.id ?? ''
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(resolveSignal, { outcome: 'notCreated' })
  await untilCharge(chargeId, { provider: 'ASAAS' })
  const of = { accountId: paguesafe, transactionId: orphan, provider: 'PAGUESAFE', attempt: 1 }
  await applyTransition(db(), { chargeId, to: 'PENDING', cause: 'provider', key: 'late/1/PENDING', of })
  const isOrphan = and(eq(payments.chargeId, chargeId), eq(payments.transactionId, orphan))
  const payment = async () => (await db().select().from(payments).where(isOrphan))[0]
  await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'wrongAmount', times: 0 })
  return { chargeId, orphan, payment, id: (await payment())?.id ?? '' }
}

const canGoBack = async (chargeId: string, paymentId: string, id: string) => {
  const reserved = await reserveRefund(db(), { id, platformId: stack.platformId, chargeId, paymentId, by: 'ana' })
  return reserved.outcome === 'reserved' ? reserved.disbursement.amount : reserved.outcome
}

test('is taken by an operator who was shown it, and can be refunded', async () => {
  const { chargeId, orphan, payment, id } = await withOrphan()
  await act('PAGUESAFE', orphan, 'pay')
  await readNow(stack, id)
  await untilCharge(chargeId, { status: 'PENDING', attentionReasons: ['amountMismatch'] })
  expect(await payment()).toMatchObject({ state: 'PENDING', amount: OTHER })

  const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
  const handle = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  expect(await handle.executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  expect(await payment()).toMatchObject({ state: 'APPROVED', amount: OTHER })
  expect(await canGoBack(chargeId, id, crypto.randomUUID())).toBe(OTHER)
})

test('is not taken where its own transaction was paid meanwhile: the decision is void, and nothing of it is carried out', async () => {
  const { chargeId, orphan, id } = await withOrphan()
  await act('PAGUESAFE', orphan, 'pay')
  await readNow(stack, id)
  await untilCharge(chargeId, { status: 'PENDING', attentionReasons: ['amountMismatch'] })
  const { transactionId } = await stack.charge(chargeId)
  await act('ASAAS', transactionId ?? '', 'pay')

  const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
  const handle = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  // The account's reader may have found it first.
  const why = expect.stringMatching(/^(found|answered)$/)
  expect(await handle.executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'void', why })
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  const keys = (await stack.events(chargeId)).map(({ key }) => key)
  expect(keys.filter((key) => key.startsWith('operator/'))).toEqual([])
})

test('that one will be told of what is taken is known before it is taken', async () => {
  const { chargeId, orphan, id } = await withOrphan()
  await act('PAGUESAFE', orphan, 'pay')
  await readNow(stack, id)
  await untilCharge(chargeId, { status: 'PENDING', attentionReasons: ['amountMismatch'] })
  // A transaction that would write it down behind the change dies in between.
  await db().execute(sql`CREATE FUNCTION die_in_between() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT status FROM charges WHERE id = NEW.id) <> 'PENDING' THEN RAISE EXCEPTION 'killed'; END IF;
      RETURN NEW;
    END $$`)
  await db().execute(sql`CREATE TRIGGER die BEFORE UPDATE ON readings FOR EACH ROW
    WHEN (NEW.told_at IS NOT NULL AND NEW.told_at IS DISTINCT FROM OLD.told_at) EXECUTE FUNCTION die_in_between()`)
  const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
  const handle = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  expect(await handle.executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
  await db().execute(sql`DROP FUNCTION die_in_between CASCADE`)
  const [reading] = await db().select().from(readings).where(eq(readings.id, chargeId))
  expect(reading?.toldAt).not.toBeNull()
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
})

test('its own transaction is then paid too, with another amount: a second payment of what was paid', async () => {
  const { chargeId, orphan, id } = await withOrphan()
  await stack.control('DELETE', '/faults')
  // What pays the charge would have its own code withdrawn.
  await stack.control('PUT', '/faults/ASAAS/cancelTransaction', { fault: 'serverError', times: 0 })
  await act('PAGUESAFE', orphan, 'pay')
  await readNow(stack, id)
  await untilCharge(chargeId, { status: 'APPROVED', attentionReasons: ['orphanPayment'] })
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('PUT', '/faults/ASAAS/readTransaction', { fault: 'wrongAmount', times: 0 })
  await act('ASAAS', transactionId ?? '', 'pay')
  await readNow(stack, chargeId)
  await vi.waitFor(
    async () => expect((await stack.charge(chargeId)).attentionReasons).toContain('doublePayment'),
    PATIENCE,
  )
  const paid = await db().select().from(payments).where(eq(payments.chargeId, chargeId))
  expect(paid.map(({ amount }) => amount).sort()).toEqual([OTHER, AMOUNT])
  expect((await stack.charge(chargeId)).attentionReasons).not.toContain('amountMismatch')
})

test('of a charge that is paid already is a second payment of what was paid', async () => {
  const { chargeId, orphan, payment, id } = await withOrphan()
  const { transactionId } = await stack.charge(chargeId)
  await act('ASAAS', transactionId ?? '', 'pay')
  await readNow(stack, chargeId)
  await untilCharge(chargeId, { status: 'APPROVED', attention: null })
  await act('PAGUESAFE', orphan, 'pay')
  await readNow(stack, id)
  await untilCharge(chargeId, { status: 'APPROVED', attentionReasons: ['doublePayment'] })
  expect(await payment()).toMatchObject({ state: 'APPROVED', amount: OTHER })
  expect(await canGoBack(chargeId, id, crypto.randomUUID())).toBe(OTHER)
})
