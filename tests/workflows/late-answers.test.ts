/** Answers that come after an attempt was closed, and amounts that were once stated wrongly: nothing is sent or forgotten for them. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordCreated } from '../../db/queries/charge/attempt-ends.ts'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { charges, payments, platforms, readings } from '../../db/schema/index.ts'
import { cents } from '../../domain/money.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { storeNotice } from '../support/webhooks.ts'

const CLOSED_MEANWHILE = 6_001
const MISMATCHED = 6_002

/** An ASAAS that answers a creation with another amount, and searches without any. */
vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const findProvider: typeof real.findProvider = (code) => {
    const provider = real.findProvider(code)
    if (code !== 'ASAAS') return provider
    return {
      ...provider,
      *createTransaction(request, context) {
        const result = yield* provider.createTransaction(request, context)
        if (request.amount === MISMATCHED) throw new ProviderError('Mismatch', 'another amount')
        return result
      },
      *findTransaction(request, context) {
        const found = yield* provider.findTransaction(request, context)
        if (found?.amount !== MISMATCHED) return found
        const { amount: _, ...unstated } = found
        return unstated
      },
    }
  }
  return { ...real, findProvider }
})

let stack: ChargeStack
let asaas: string
let dead: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  // Closes the first attempt of one charge in the moment that it is sent, as a search that gives up would.
  await stack.database.writer.execute(
    sql.raw(`
    CREATE FUNCTION close_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE charge_attempts SET state = 'answered', outcome = 'absent', answered_at = now()
      WHERE id = NEW.id AND NEW.number = 1
        AND EXISTS (SELECT FROM charges WHERE id = NEW.charge_id AND amount = ${CLOSED_MEANWHILE});
      RETURN NULL;
    END $$;
    CREATE TRIGGER close_sent AFTER INSERT OR UPDATE ON charge_attempts
    FOR EACH ROW WHEN (NEW.state = 'sending' AND NEW.claimed_by IS NOT NULL) EXECUTE FUNCTION close_attempt()`),
  )
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const timing = { unknownMs: 60_000, pollFirstMs: 200, pollMaxMs: 500 }

async function moneyOf(amount: number): Promise<{ id: string }[]> {
  const { data } = await stack.control<{ data: { id: string; amount: number }[] }>(
    'GET',
    '/transactions?provider=ASAAS',
  )
  return data.filter((transaction) => transaction.amount === amount)
}

test('an attempt that is answered after it was closed is followed, not sent again', async () => {
  const { chargeId, creation } = await stack.start([asaas], { amount: CLOSED_MEANWHILE, timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const made = await moneyOf(CLOSED_MEANWHILE)
  expect(made).toHaveLength(1)
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: made[0]?.id })
  expect(await stack.attempts(chargeId)).toMatchObject([{ number: 1, outcome: 'created' }])
  const late = (await stack.events(chargeId)).find(({ key }) => key === 'orphan/1')
  expect(late).toMatchObject({ type: 'eventIgnored', cause: 'provider', detail: { orphanOf: made[0]?.id } })
})

test('an attempt that is answered after it was closed, and read with another amount, is taken with that amount', async () => {
  await stack.control('PUT', '/faults/ASAAS/readTransaction', { fault: 'wrongAmount', times: 0 })
  const { chargeId, creation } = await stack.start([asaas], { amount: CLOSED_MEANWHILE, timing })
  expect(await creation).toEqual({ outcome: 'needsAttention' })
  expect((await stack.charge(chargeId)).attention).toBe('amountMismatch')
  const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
  const handle = stack.temporal.workflow.getHandle(`charge/${chargeId}`)
  expect(await handle.executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
  const paid = await stack.database.writer.select().from(payments).where(eq(payments.chargeId, chargeId))
  expect(paid.map(({ amount }) => amount)).toEqual([3_001])
})

test('an answer without an amount does not heal one that stated another', async () => {
  const { chargeId } = await stack.start([asaas], { amount: MISMATCHED, timing })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('amountMismatch'), 60_000)
  const search = () => stack.temporal.workflow.getHandle(`charge/${chargeId}`).fetchHistory()
  await vi.waitFor(async () => {
    const failed = (await search()).events?.filter((event) => event.activityTaskFailedEventAttributes) ?? []
    expect(
      failed.map((event) => event.activityTaskFailedEventAttributes?.failure?.applicationFailureInfo?.type),
    ).toEqual([...['Mismatch', 'Mismatch']])
  }, 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: null, attention: 'amountMismatch' })
  const [made, ...others] = await moneyOf(MISMATCHED)
  expect(others).toEqual([])

  // An operator has seen the other amount, and is not told for ever that nothing can be done.
  const decide = (decision: Decision) =>
    stack.temporal.workflow.getHandle(`charge/${chargeId}`).executeUpdate(decideUpdate, { args: [decision] })
  const id = { externalId: made?.id ?? '' }
  const about = { about: 'amountMismatch', by: 'ana' }
  expect(await decide({ kind: 'resolve', outcome: 'notCreated', ...about })).toMatchObject({ became: 'void' })
  expect(await decide({ kind: 'resolve', outcome: 'created', ...id, ...about })).toEqual({ became: 'carriedOut' })
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: made?.id, attention: null })
  await stack.control('POST', `/transactions/ASAAS/${made?.id}/pay`)
  expect(await stack.temporal.workflow.getHandle(`charge/${chargeId}`).result()).toEqual({ status: 'APPROVED' })
})

/** Attempt 1 was given up, attempt 2 made the charge's transaction. */
async function withClosedAttempt() {
  const { chargeId, creation } = await stack.start([dead, asaas], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const [closed] = await stack.attempts(chargeId)
  const answer = (status: 'APPROVED' | 'PENDING') => ({
    attempt: {
      id: closed?.id ?? '',
      chargeId,
      number: 1,
      accountId: dead,
      provider: 'ASAAS',
      createdAt: closed?.createdAt ?? '',
    },
    result: { transactionId: `pay_${chargeId}`, status, paymentMethod: 'PIX' as const, amount: cents(5_000) },
    exchange: [],
    workflowRunId: '',
    events: [{ key: 'created/1', type: 'created' as const, cause: 'provider' as const }],
  })
  return { chargeId, answer }
}

test.each([
  { status: 'PENDING', attention: null, types: ['created', 'eventIgnored'] },
  { status: 'APPROVED', attention: 'orphanPayment', types: ['created', 'eventIgnored', 'statusChanged'] },
] as const)('a late answer that is $status is written down once', async ({ status, attention, types }) => {
  const { chargeId, answer } = await withClosedAttempt()
  const before = await stack.events(chargeId)
  for (let twice = 0; twice < 2; twice += 1)
    expect(await recordCreated(stack.database.writer, answer(status))).toBe(false)
  // Meanwhile the reader may withdraw the code that no buyer is to pay any more.
  const since = (await stack.events(chargeId)).slice(before.length).filter(({ type }) => type !== 'paymentVoided')
  expect(since.map(({ type }) => type)).toEqual(types)
  expect((await stack.charge(chargeId)).attention).toBe(attention)
})

const orphanOf = (chargeId: string) =>
  ({ accountId: dead, transactionId: `pay_${chargeId}`, provider: 'ASAAS', attempt: 1 }) as const
const setPolicy = (doublePayments: 'ask' | 'refundLater') =>
  stack.database.writer.update(platforms).set({ doublePayments }).where(eq(platforms.id, stack.platformId))
const dying = () =>
  new Proxy(stack.database.writer, {
    get: (db, name) => {
      if (name === 'select') throw new Error('the process has died')
      return Reflect.get(db, name)
    },
  })

test('a late answer that a policy gives back is not asked about any more, although its process died before', async () => {
  const { chargeId, answer } = await withClosedAttempt()
  const { writer } = stack.database
  await applyTransition(writer, { chargeId, to: 'APPROVED', cause: 'webhook', key: 'webhook/own' })
  await setPolicy('refundLater')
  await expect(recordCreated(dying(), answer('APPROVED'))).rejects.toThrow('the process has died')
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'orphanPayment' })
  const of = orphanOf(chargeId)
  await applyTransition(writer, { chargeId, to: 'APPROVED', cause: 'poll', key: 'poll/orphan', of })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
  await setPolicy('ask')
})

test('a late answer that a policy gives back leaves the question about another transaction', async () => {
  const { chargeId, answer } = await withClosedAttempt()
  const { writer } = stack.database
  const of = { ...orphanOf(chargeId), transactionId: `pay_${chargeId}_first` }
  await applyTransition(writer, { chargeId, to: 'APPROVED', cause: 'webhook', key: 'webhook/first', of })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'orphanPayment' })
  await setPolicy('refundLater')
  expect(await recordCreated(writer, answer('APPROVED'))).toBe(false)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'orphanPayment' })
  await setPolicy('ask')
})

test('a late answer that a notice told of before, and that an operator has seen, asks no operator again', async () => {
  const { chargeId, answer } = await withClosedAttempt()
  const { writer } = stack.database
  const of = orphanOf(chargeId)
  await applyTransition(writer, { chargeId, to: 'APPROVED', cause: 'webhook', key: 'webhook/orphan', of })
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'orphanPayment' })
  await writer.update(charges).set({ attentionReasons: [] }).where(eq(charges.id, chargeId))
  expect(await recordCreated(writer, answer('APPROVED'))).toBe(false)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('a late answer whose process dies at once is asked about and still read, and a notice says that it was paid', async () => {
  const { chargeId, answer } = await withClosedAttempt()
  await expect(recordCreated(dying(), answer('APPROVED'))).rejects.toThrow('the process has died')
  const [first] = await stack.attempts(chargeId)
  const orphan = `pay_${chargeId}`
  expect(first).toMatchObject({ outcome: 'superseded', transactionId: orphan })
  const [known] = await stack.database.writer.select().from(payments).where(eq(payments.transactionId, orphan))
  expect(known).toMatchObject({ chargeId, attempt: 1, state: 'PENDING', shown: false, amount: 5_000 })
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'orphanPayment' })
  const due = await stack.database.writer
    .select({ kind: readings.kind })
    .from(readings)
    .where(eq(readings.id, known?.id ?? ''))
  expect(due.map(({ kind }) => kind)).toContain('payment')
  expect((await stack.events(chargeId)).filter(({ key }) => key === 'orphan/1')).toHaveLength(1)

  const notice = { accountId: dead, transactionId: orphan, status: 'RECEIVED', proof: 'signature' } as const
  expect(await deliverWebhookEvent(stack, await storeNotice(stack, notice))).toBe('delivered')
  await vi.waitFor(async () => {
    const [paid] = await stack.database.writer.select().from(payments).where(eq(payments.transactionId, orphan))
    expect(paid).toMatchObject({ state: 'APPROVED' })
  }, 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'orphanPayment' })
})

test.each([
  { asked: 'amountMismatch', left: 'amountMismatch' },
  { asked: 'providerUnreachable', left: null },
] as const)('a transaction that is found leaves of $asked: $left', async ({ asked, left }) => {
  const { writer } = stack.database
  // It is asked before the answer is there: no attempt is written down until then.
  const { chargeId, creation } = await writer.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
    const started = await stack.start([asaas], { timing })
    await flagAttention(writer, started.chargeId, asked)
    return started
  })
  expect(await creation).toEqual({ outcome: 'created' })
  expect((await stack.charge(chargeId)).attention).toBe(left)
})

test('a question about the creation that comes after it is not asked, and one about the payment is', async () => {
  const { chargeId, creation } = await stack.start([asaas], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const shown: (string | null)[] = []
  for (const isCreating of [true, false]) {
    await flagAttention(stack.database.writer, chargeId, 'providerUnreachable', isCreating)
    shown.push((await stack.charge(chargeId)).attention)
  }
  expect(shown).toEqual([null, 'providerUnreachable'])
})
