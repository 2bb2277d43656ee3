/** Notices that come while the outcome of an attempt is unknown: those of other attempts hold up nothing, and end nothing. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordCreated } from '../../db/queries/charge/attempt-ends.ts'
import { chargeAttempts, disbursements, payments, platforms } from '../../db/schema/index.ts'
import { cents } from '../../domain/money.ts'
import { chargeWorkflowId, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts = { dead: '', asaas: '', paguesafe: '' }

beforeAll(async () => {
  stack = await startChargeStack()
  accounts.dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  accounts.asaas = await stack.addAccount('ASAAS')
  accounts.paguesafe = await stack.addAccount('PAGUESAFE')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const timing = { unknownMs: 1_000, pollFirstMs: 200, pollMaxMs: 500 }
const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const fail = (provider: string, operation: string, fault: string, times: number) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times })
const attentionIs = (chargeId: string, reason: string | null) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe(reason), 60_000)

/** The activities that its workflow waits for. */
const underWay = async (chargeId: string) =>
  ((await handleOf(chargeId).describe()).raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name)

/** What the provider holds of the charge's last attempt, which does not know of it. */
async function heldOf(chargeId: string, provider: string): Promise<{ reference: string; made: string }> {
  const reference = (await stack.attempts(chargeId)).at(-1)?.id.replaceAll('-', '') ?? ''
  const { data } = await stack.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    `/transactions?provider=${provider}`,
  )
  return { reference, made: data.find((transaction) => transaction.reference === reference)?.id ?? '' }
}

/** A first attempt that was left and answered late, and a second one whose answer is lost. */
async function inDoubt(account: 'asaas' | 'paguesafe') {
  await fail(account.toUpperCase(), 'createTransaction', 'commitThenDrop', 1)
  const { chargeId } = await stack.start([accounts.dead, accounts[account]], { timing })
  await attentionIs(chargeId, 'unknownOutcome')
  const orphan = `pay_${chargeId}`
  await stack.database.writer
    .update(chargeAttempts)
    .set({ transactionId: orphan })
    .where(and(eq(chargeAttempts.chargeId, chargeId), eq(chargeAttempts.number, 1)))
  const { reference, made } = await heldOf(chargeId, account.toUpperCase())
  return { chargeId, orphan, reference, made }
}

/** The search finds the second attempt, whose buyer is not to be too late: the charge is paid, and its code would be withdrawn at once. */
async function findButKeep(chargeId: string): Promise<void> {
  // Until the workflow has heard of the payment it is still the first search that goes on, and what that one finds is no second payment.
  await expect.poll(() => underWay(chargeId), { timeout: 60_000 }).toEqual(['watchSecondPayment'])
  await fail('ASAAS', 'cancelTransaction', 'serverError', 0)
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'slow', times: 1, delayMs: 1 })
}

/** The account of the first attempt answers no reading. */
const saySilently = (chargeId: string, transactionId: string) =>
  notify(stack, chargeId, { accountId: accounts.dead, transactionId, status: 'RECEIVED', proof: 'token' })

test('a notice that its own provider does not confirm holds up no decision about another attempt', async () => {
  const { chargeId, orphan } = await inDoubt('paguesafe')
  await saySilently(chargeId, orphan)
  const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
  expect(await handleOf(chargeId).executeUpdate(decideUpdate, { args: [word] })).toEqual({ became: 'carriedOut' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('REJECTED'), 60_000)
})

test('the notice that ends the doubt is taken at once, while the search goes on and before an operator is asked', async () => {
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  await fail('ASAAS', 'createTransaction', 'commitThenDrop', 1)
  const { chargeId } = await stack.start([accounts.asaas], { timing: { unknownMs: 600_000 } })
  await expect.poll(() => underWay(chargeId), { timeout: 60_000 }).toEqual(['lookUpAttempt'])
  const { reference, made } = await heldOf(chargeId, 'ASAAS')
  await stack.control('POST', `/transactions/ASAAS/${made}/pay`)
  await notify(stack, chargeId, { accountId: accounts.asaas, transactionId: made, status: 'RECEIVED', reference })
  await vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED' }), 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: made, attention: null })
})

test('the notice about the doubtful attempt is taken, whatever stands before it', async () => {
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  const { chargeId, orphan, reference, made } = await inDoubt('asaas')
  await saySilently(chargeId, orphan)
  await stack.control('POST', `/transactions/ASAAS/${made}/pay`)
  await notify(stack, chargeId, { accountId: accounts.asaas, transactionId: made, status: 'RECEIVED', reference })
  await vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED' }), 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: made, attention: null })
})

test('a payment by another attempt does not end the search for the unknown one, whose payment is shown', async () => {
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  const { chargeId, orphan, made } = await inDoubt('asaas')
  await notify(stack, chargeId, { accountId: accounts.dead, transactionId: orphan, status: 'RECEIVED' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
  await findButKeep(chargeId)
  await vi.waitFor(async () => expect((await stack.attempts(chargeId))[1]?.transactionId).toBe(made), 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'orphanPayment' })
  await stack.control('POST', `/transactions/ASAAS/${made}/pay`)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  await vi.waitFor(async () => {
    expect(await stack.charge(chargeId)).toMatchObject({ attention: 'doublePayment', transactionId: orphan })
  }, 60_000)
  expect(await stack.attempts(chargeId)).toMatchObject([
    { outcome: 'superseded', transactionId: orphan },
    { outcome: 'superseded', transactionId: made },
  ])
  await stack.keepHistory(chargeWorkflowId(chargeId), 'paid-elsewhere-and-again')
})

test.each([
  { said: 'where a reading says so', fault: 'wrongAmount', amount: 2501 },
  { said: 'where it says what was charged', fault: undefined, amount: 5000 },
])('a second payment goes back as what was paid, $said', async ({ fault, amount }) => {
  const policy = (doublePayments: 'ask' | 'refundLater') =>
    stack.database.writer.update(platforms).set({ doublePayments }).where(eq(platforms.id, stack.platformId))
  await policy('refundLater')
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  const { chargeId, orphan, made } = await inDoubt('asaas')
  await notify(stack, chargeId, { accountId: accounts.dead, transactionId: orphan, status: 'RECEIVED' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
  await findButKeep(chargeId)
  const second = async () => {
    const all = await stack.database.writer.select().from(payments).where(eq(payments.chargeId, chargeId))
    return all.find(({ transactionId }) => transactionId === made)
  }
  await vi.waitFor(async () => expect(await second()).toMatchObject({ state: 'PENDING', amount: 5000 }), 60_000)
  if (fault) await fail('ASAAS', 'readTransaction', fault, 0)
  await stack.control('POST', `/transactions/ASAAS/${made}/pay`)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  // By now it may have gone back.
  const state = expect.stringMatching(/^(APPROVED|REFUNDED)$/)
  await vi.waitFor(async () => expect(await second()).toMatchObject({ state, amount }), 60_000)
  const refundsOf = () => stack.database.writer.select().from(disbursements).where(eq(disbursements.chargeId, chargeId))
  await vi.waitFor(async () => {
    expect(await refundsOf()).toMatchObject([{ policy: 'doublePayments', amount }])
  }, 60_000)
  await policy('ask')
})

test('an answer that comes after another payment changes nothing of what the charge shows', async () => {
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  const { chargeId, orphan, made } = await inDoubt('asaas')
  await notify(stack, chargeId, { accountId: accounts.dead, transactionId: orphan, status: 'RECEIVED' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
  const [, late] = await stack.attempts(chargeId)
  if (!late) throw new Error('There was one attempt')
  const recorded = await recordCreated(stack.database.writer, {
    attempt: { ...late, accountId: accounts.asaas, createdAt: new Date(late.createdAt).toISOString() },
    result: { transactionId: made, paymentMethod: 'PIX', amount: cents(5_000), status: 'PENDING', pixCode: 'late' },
    exchange: [],
    workflowRunId: '',
    events: [{ key: 'created/2', type: 'created', cause: 'provider' }],
  })
  expect(recorded).toBe(false)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', transactionId: orphan, payable: false })
})
