/** A failover of the database loses the last second: the row that says that money is on its way, while it is on its way. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reconciliationItems } from '../../db/schema/index.ts'
import { chargeWorkflowId, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementOf,
  paidCharge,
  refundsAtProvider,
  startRefund,
  startWithdrawal,
} from '../support/disbursements.ts'

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['ASAAS', 'BRAVIVE', 'MERCADOPAGO', 'PAGUESAFE', 'TREEAL', 'ZENDRY'])
    accounts[provider] = await stack.addAccount(provider)
  for (const table of ['charge_attempts', 'disbursement_attempts']) await stack.database.writer.execute(losing(table))
  await stack.database.writer.execute(LOSE_ALL)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

/** Takes every claim away the moment that it is committed: the run that made it has been told that it holds it. */
const losing = (table: string) =>
  sql.raw(`
    CREATE FUNCTION lose_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN DELETE FROM ${table} WHERE id = NEW.id; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER lose AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state = 'sending' AND NEW.claimed_by IS NOT NULL) EXECUTE FUNCTION lose_${table}()`)

/** Takes every row of a withdrawal away, or of a charge. */
const LOSE_ALL = sql.raw(`
  CREATE FUNCTION lose_all(which uuid) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    SET LOCAL session_replication_role = replica;
    DELETE FROM disbursement_events WHERE disbursement_id = which;
    DELETE FROM disbursement_attempts WHERE disbursement_id = which;
    DELETE FROM disbursements WHERE id = which;
    DELETE FROM charge_events WHERE charge_id = which;
    DELETE FROM charge_attempts WHERE charge_id = which;
    DELETE FROM charges WHERE id = which;
    SET LOCAL session_replication_role = origin;
  END $$;
  CREATE FUNCTION lose_all_of_claim() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM lose_all(id) FROM disbursements WHERE id = NEW.disbursement_id AND amount = TG_ARGV[0]::bigint;
    RETURN NULL;
  END $$`)

/** The moment that it is claimed: what it is told by its provider, no row waits for. */
const losingAllOf = (amount: number) =>
  sql.raw(`
    CREATE CONSTRAINT TRIGGER lose_all AFTER INSERT OR UPDATE ON disbursement_attempts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state = 'sending') EXECUTE FUNCTION lose_all_of_claim(${amount})`)

const lose = (provider: string, operation: string, amount: number) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault: 'commitThenDrop', times: 1, amount })

/** Amounts are told apart by the test: each moves its own. */
let nextAmount = 6_000
const newAmount = () => {
  nextAmount += 1
  return nextAmount
}

async function withAmount(path: string, amount: number): Promise<unknown[]> {
  const { data } = await stack.control<{ data: { amount: number }[] }>('GET', path)
  return data.filter((one) => one.amount === amount)
}

/** What is to be found is looked for as long as it takes. */
const unknownMs = (isKnown: boolean) => (isKnown ? 60_000 : 3_000)

describe.each(['answered', 'lost'] as const)('the row is lost, and the answer is %s', (answer) => {
  test.each(['BRAVIVE', 'ZENDRY'])('of a withdrawal at %s: it is paid once', async (provider) => {
    const amount = newAmount()
    if (answer === 'lost') await lose(provider, 'withdraw', amount)
    const isKnown = answer === 'answered' || provider === 'ZENDRY'
    const timing = { unknownMs: unknownMs(isKnown) }
    const started = await startWithdrawal(stack, [accounts[provider] ?? ''], { amount, timing })
    const outcome = await started.answer
    expect(outcome).toEqual({ outcome: isKnown ? 'created' : 'needsAttention' })
    const row = await disbursementOf(stack, started.row.id)
    expect({ known: row.externalId !== null, attention: row.attention }).toEqual({
      known: isKnown,
      attention: isKnown ? null : 'unknownOutcome',
    })
    expect(await withAmount(`/withdrawals?provider=${provider}`, amount)).toHaveLength(1)
  })

  test.each(['ASAAS', 'MERCADOPAGO', 'PAGUESAFE', 'TREEAL'])('of a charge at %s: it is made once', async (provider) => {
    const amount = newAmount()
    if (answer === 'lost') await lose(provider, 'createTransaction', amount)
    const isKnown = answer === 'answered' || provider !== 'PAGUESAFE'
    const timing = { unknownMs: unknownMs(isKnown) }
    const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { amount, timing })
    expect(await creation).toEqual({ outcome: isKnown ? 'created' : 'needsAttention' })
    const { transactionId, attention } = await stack.charge(chargeId)
    expect({ known: transactionId !== null, attention }).toEqual({
      known: isKnown,
      attention: isKnown ? null : 'unknownOutcome',
    })
    expect(await withAmount(`/transactions?provider=${provider}`, amount)).toHaveLength(1)
  })

  test('of a refund: it is given back once', async () => {
    const amount = newAmount()
    const chargeId = await paidCharge(stack, accounts.PAGUESAFE ?? '', amount)
    if (answer === 'lost') await lose('PAGUESAFE', 'refund', amount)
    const started = await startRefund(stack, chargeId, { timing: { unknownMs: unknownMs(true) } })
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await refundsAtProvider(stack, chargeId)).toEqual({ count: 1, committed: 1 })
  })
})

test('a withdrawal whose rows are all lost while it is sent is not called one of which nothing was done', async () => {
  const amount = newAmount()
  await stack.database.writer.execute(losingAllOf(amount))
  const { row, answer } = await startWithdrawal(stack, [accounts.BRAVIVE ?? ''], { amount })
  expect(await answer).toEqual({ outcome: 'abandoned' })
  const workflow = stack.temporal.workflow.getHandle(disbursementWorkflowId(row.kind, row.id))
  expect(await workflow.result()).toEqual({ status: 'REJECTED' })
  const paid = await atBravive(amount)
  expect(paid).toHaveLength(1)
  expect(await differences()).toContainEqual({
    kind: 'missingHere',
    state: 'open',
    transactionId: paid[0]?.id,
    theirs: { amount, status: expect.any(String) },
  })
})

test('a withdrawal whose rows are lost while its outcome is unknown is shown by its reference', async () => {
  const amount = newAmount()
  await lose('BRAVIVE', 'withdraw', amount)
  const timing = { unknownMs: 1_000 }
  const { row, answer } = await startWithdrawal(stack, [accounts.BRAVIVE ?? ''], { amount, timing })
  expect(await answer).toEqual({ outcome: 'needsAttention' })
  const [paid] = await atBravive(amount)
  await loseAll(row.id)
  const workflow = stack.temporal.workflow.getHandle(disbursementWorkflowId(row.kind, row.id))
  expect(await workflow.result()).toEqual({ status: 'REJECTED' })
  const shown = { kind: 'missingHere', state: 'open', transactionId: paid?.reference, theirs: {} }
  expect(await differences()).toContainEqual(shown)
})

describe('a seller repeats what was lost, before what was sent has been looked up', () => {
  /** The repeat's row is there again as soon as the lookup has told operators that it found none. */
  async function writtenAgain(table: 'charges' | 'disbursements', id: string): Promise<void> {
    const [row] = await stack.database.writer.execute<{ columns: string }>(sql`
      SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`)
    const { columns } = row ?? { columns: '' }
    await stack.database.writer.execute(
      sql.raw(`
      CREATE TABLE lost_${table} AS SELECT ${columns} FROM ${table} WHERE id = '${id}';
      CREATE FUNCTION write_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO ${table} (${columns}) SELECT ${columns} FROM lost_${table} ON CONFLICT DO NOTHING; RETURN NULL; END $$;
      CREATE TRIGGER write_${table} AFTER INSERT ON reconciliation_items FOR EACH ROW EXECUTE FUNCTION write_${table}()`),
    )
  }

  test('of a withdrawal: it is paid once', async () => {
    const amount = newAmount()
    await lose('BRAVIVE', 'withdraw', amount)
    const timing = { unknownMs: 1_000 }
    const { row, answer } = await startWithdrawal(stack, [accounts.BRAVIVE ?? ''], { amount, timing })
    expect(await answer).toEqual({ outcome: 'needsAttention' })
    await writtenAgain('disbursements', row.id)
    await loseAll(row.id)
    const workflow = stack.temporal.workflow.getHandle(disbursementWorkflowId(row.kind, row.id))
    expect(await workflow.result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', externalId: null })
    expect(await atBravive(amount)).toHaveLength(1)
  })

  test('of a charge: it is made once', async () => {
    const amount = newAmount()
    await lose('ASAAS', 'createTransaction', amount)
    await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 100 })
    const { chargeId, creation } = await stack.start([accounts.ASAAS ?? ''], {
      amount,
      timing: { unknownMs: 1_000 },
    })
    expect(await creation).toEqual({ outcome: 'needsAttention' })
    await writtenAgain('charges', chargeId)
    await loseAll(chargeId)
    await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', transactionId: null })
    expect(await withAmount('/transactions?provider=ASAAS', amount)).toHaveLength(1)
  })
})

async function atBravive(amount: number) {
  const path = '/withdrawals?provider=BRAVIVE'
  const { data } = await stack.control<{ data: { id: string; reference: string; amount: number }[] }>('GET', path)
  return data.filter((one) => one.amount === amount)
}

const differences = () => {
  const { kind, state, transactionId, theirs } = reconciliationItems
  return stack.database.writer.select({ kind, state, transactionId, theirs }).from(reconciliationItems)
}

const loseAll = (id: string) => stack.database.writer.execute(sql`SELECT lose_all(${id}::uuid)`)
