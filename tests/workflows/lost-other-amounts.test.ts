/** A creation whose answer was lost, and that its provider is found to have made with another amount. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { payments } from '../../db/schema/index.ts'
import { chargeWorkflowId, type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

let stack: ChargeStack
const PROVIDERS = ['ASAAS', 'TREEAL'] as const
type Code = (typeof PROVIDERS)[number]
const accounts = {} as Record<Code, string>
/** Where the fake provider shows what was made. */
const READS: Record<Code, readonly string[]> = {
  ASAAS: ['findTransaction', 'readTransaction', 'readPixCode'],
  TREEAL: ['findTransaction', 'readTransaction'],
}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of PROVIDERS) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const decide = (chargeId: string, decision: Decision) =>
  handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })
const fail = (provider: Code, operation: string, fault: string, times: number) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times })
const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), 60_000)

const AMOUNT = 5000
/** As the fake provider lies about it. */
const OTHER = 2501
const SHOWN = { about: 'amountMismatch', by: 'ana' } as const

/** The search finds another amount, which an operator is shown. */
async function found(provider: Code, lie: 'wrongAmount' | 'wrongCode' = 'wrongAmount'): Promise<string> {
  await fail(provider, 'createTransaction', 'commitThenDrop', 1)
  for (const operation of READS[provider]) await fail(provider, operation, lie, 0)
  const { chargeId, creation } = await stack.start([accounts[provider]], {
    amount: AMOUNT,
    // The search is over as soon as it has found it, and is waited for until then.
    timing: { unknownMs: 60_000, pollFirstMs: 60_000 },
  })
  expect(await creation).toEqual({ outcome: 'needsAttention' })
  await becomes(chargeId, { attention: 'amountMismatch', transactionId: null })
  return chargeId
}

/** What the provider has made of it. */
async function madeOf(provider: Code, chargeId: string): Promise<string> {
  const [attempt] = await stack.attempts(chargeId)
  const path = `/transactions?provider=${provider}&reference=${attempt?.id.replaceAll('-', '')}`
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', path)
  expect(data).toHaveLength(1)
  return data[0]?.id ?? ''
}

const paymentsOf = (chargeId: string) =>
  stack.database.writer.select().from(payments).where(eq(payments.chargeId, chargeId))

describe.each(PROVIDERS)('at %s', (provider) => {
  test('it is nothing that an operator may take, or cancel, who was shown something else', async () => {
    const chargeId = await found(provider)
    const externalId = await madeOf(provider, chargeId)
    const about = 'unknownOutcome'
    for (const decision of [
      { kind: 'retry', about },
      { kind: 'cancel', about },
      { kind: 'resolve', outcome: 'notCreated', about },
      { kind: 'resolve', outcome: 'created', about },
      { kind: 'resolve', outcome: 'created', externalId, about },
    ] as const) {
      expect(await decide(chargeId, decision)).toEqual({ became: 'void', why: 'otherAmount' })
    }
    expect(await stack.charge(chargeId)).toMatchObject({
      status: 'PENDING',
      transactionId: null,
      attentionReasons: expect.arrayContaining(['amountMismatch', 'unknownOutcome']),
    })
  })

  test('a code that asks for another amount is not shown', async () => {
    const chargeId = await found(provider, 'wrongCode')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', pixCode: null })
  })

  test('an operator who was shown it takes it, and what was made is followed', async () => {
    const chargeId = await found(provider)
    const transactionId = await madeOf(provider, chargeId)
    expect(await decide(chargeId, { kind: 'resolve', outcome: 'created', ...SHOWN })).toEqual({ became: 'carriedOut' })
    await becomes(chargeId, { transactionId, attention: null })
    expect(await paymentsOf(chargeId)).toMatchObject([{ transactionId, amount: OTHER }])
    await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
    // An operator who has taken what was made has not yet taken what is paid for it.
    expect(await decide(chargeId, { kind: 'retry', by: 'ana' })).toEqual({ became: 'carriedOut' })
    await becomes(chargeId, { status: 'PENDING', attention: 'amountMismatch' })
    expect(await decide(chargeId, { kind: 'resolve', outcome: 'created', ...SHOWN })).toEqual({ became: 'carriedOut' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect(await paymentsOf(chargeId)).toMatchObject([{ state: 'APPROVED', amount: OTHER }])
    await stack.keepHistory(chargeWorkflowId(chargeId), 'found-amount-taken')
  })

  test('what is taken is kept in one piece with its amount', async () => {
    const chargeId = await found(provider)
    // As if the activity that took it died before it wrote anything more of it.
    await stack.database.writer.execute(sql`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$;
      CREATE TRIGGER die BEFORE UPDATE ON payments FOR EACH ROW WHEN (OLD.amount <> NEW.amount) EXECUTE FUNCTION die()`)
    try {
      const decided = await decide(chargeId, { kind: 'resolve', outcome: 'created', ...SHOWN })
      expect(decided).toEqual({ became: 'carriedOut' })
      expect(await paymentsOf(chargeId)).toMatchObject([{ amount: OTHER }])
    } finally {
      await stack.database.writer.execute(sql`DROP FUNCTION die() CASCADE`)
    }
  })

  test('an operator who was shown it cancels it, and what was made stays known', async () => {
    const chargeId = await found(provider)
    const transactionId = await madeOf(provider, chargeId)
    expect(await decide(chargeId, { kind: 'cancel', ...SHOWN })).toEqual({ became: 'carriedOut' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED', attention: null, transactionId })
    await stack.keepHistory(chargeWorkflowId(chargeId), 'found-amount-canceled')
  })

  test('what was paid is not cancelled', async () => {
    const chargeId = await found(provider)
    const transactionId = await madeOf(provider, chargeId)
    await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
    expect(await decide(chargeId, { kind: 'cancel', ...SHOWN })).toEqual({ became: 'void', why: 'mayBePaid' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
    expect(await decide(chargeId, { kind: 'resolve', outcome: 'created', ...SHOWN })).toEqual({ became: 'carriedOut' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await paymentsOf(chargeId)).toMatchObject([{ transactionId, state: 'APPROVED', amount: OTHER }])
  })
})
