/** Providers whose readings state no amount: what a notice of theirs states counts, and another one is a person's to take. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteMismatch } from '../../db/queries/charge/noticed.ts'
import { lockCharge } from '../../db/queries/charge/payments.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { withoutReasons } from '../../db/queries/movement/attention-reasons.ts'
import { charges, payments } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, paidCharge, startWithdrawal } from '../support/disbursements.ts'
import { untilWaiting } from '../support/locks.ts'
import { readAgain, readNow, timesRead } from '../support/readings.ts'
import { type Proof, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
const PROVIDERS = ['NOXPAY', 'SUITPAY', 'SIMPAY'] as const
/** Those whose signed notices state what was paid. */
const SIGNING = ['NOXPAY', 'SUITPAY', 'TRANSFEERA'] as const
type Code = (typeof PROVIDERS | typeof SIGNING)[number]
type Signing = (typeof SIGNING)[number]
const accounts = {} as Record<Code, string>

beforeAll(async () => {
  stack = await startChargeStack({}, { ...HASTE, httpTimeoutMs: 25_000 })
  for (const provider of new Set([...PROVIDERS, ...SIGNING])) accounts[provider] = await stack.addAccount(provider)
})
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))

/** In the provider's own words; amounts in reais. */
const PAID: Record<Signing, (id: string, reais: number) => object> = {
  NOXPAY: (txid, amount) => ({ method: 'PIX', txid, status: 'PAY', amount }),
  SUITPAY: (idTransaction, value) => ({
    idTransaction,
    typeTransaction: 'PIX',
    statusTransaction: 'PAID_OUT',
    value,
  }),
  TRANSFEERA: (txid, value) => ({ object: 'CashIn', data: { txid, value } }),
}

async function tell(chargeId: string, provider: Signing, reais: number, proof: Proof = 'signature'): Promise<void> {
  const { transactionId } = await stack.charge(chargeId)
  const body = PAID[provider](transactionId ?? '', reais)
  const eventId = await storeWebhook(stack, accounts[provider], body, proof)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
}

const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), 60_000)
const paidBy = (chargeId: string) =>
  stack.database.writer.select().from(payments).where(eq(payments.chargeId, chargeId))

test.each([
  ['signature', 'NOXPAY'],
  ['signature', 'SUITPAY'],
  ['signature', 'TRANSFEERA'],
  ['token', 'NOXPAY'],
  ['token', 'SUITPAY'],
] as const)(
  'a notice with %s of %s of 0.01 for 50.00 approves nothing, whatever is read, until an operator takes it',
  async (proof, provider) => {
    const { chargeId, creation } = await stack.start([accounts[provider]], { timing: { pollFirstMs: 60_000 } })
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
    await tell(chargeId, provider, 0.01, proof)
    await becomes(chargeId, { status: 'PENDING', attention: 'amountMismatch' })

    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })

    const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
    expect(await handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await paidBy(chargeId)).toMatchObject([{ state: 'APPROVED', amount: 1 }])
  },
)

test('a notice of another amount that is heard while the charge is read keeps that reading from approving it', async () => {
  const { chargeId, creation } = await stack.start([accounts.NOXPAY], { timing: { pollFirstMs: 60_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const transactionId = (await stack.charge(chargeId)).transactionId ?? ''
  await stack.control('POST', `/transactions/NOXPAY/${transactionId}/pay`)
  await stack.control('PUT', '/faults/NOXPAY/readTransaction', { fault: 'slow', times: 1, delayMs: 12_000 })
  const before = await readNow(stack, chargeId)
  const faults = async () => (await stack.control<{ data: unknown[] }>('GET', '/faults')).data
  await vi.waitFor(async () => expect(await faults()).toEqual([]), 60_000)
  const notice = { eventKey: 'heard-meanwhile', transactionId, status: 'APPROVED', amount: 1 } as const
  await noteMismatch(stack.database.writer, chargeId, notice)
  await vi.waitFor(async () => expect(await timesRead(stack, chargeId)).not.toBe(before), 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
})

test('another amount that an operator takes while a notice repeats it is not asked about again', async () => {
  const { chargeId, creation } = await stack.start([accounts.NOXPAY], { timing: { pollFirstMs: 60_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const of = { accountId: accounts.NOXPAY, transactionId: (await stack.charge(chargeId)).transactionId ?? '' }
  await stack.control('POST', `/transactions/NOXPAY/${of.transactionId}/pay`)
  await tell(chargeId, 'NOXPAY', 0.01)
  await becomes(chargeId, { status: 'PENDING', attention: 'amountMismatch' })
  await stack.database.writer.transaction(async (tx) => {
    await lockCharge(tx, chargeId)
    await tell(chargeId, 'NOXPAY', 0.01)
    // Both looks at the provider, the quick one and the patient one, have loaded the charge before it is taken.
    await untilWaiting(stack.database, 2)
    await applyTransition(tx, { chargeId, to: 'APPROVED', cause: 'operator', key: 'operator/taken', of })
    const attentionReasons = withoutReasons(charges.attentionReasons, ['amountMismatch'])
    await tx.update(charges).set({ attentionReasons }).where(eq(charges.id, chargeId))
  })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test.each(SIGNING)(
  'a signed notice of %s of another amount, of a charge that was read as paid before it, is asked about once',
  async (provider) => {
    const chargeId = await paidCharge(stack, accounts[provider])
    await tell(chargeId, provider, 0.01)
    await becomes(chargeId, { status: 'APPROVED', attention: 'amountMismatch' })
    const mismatches = async () => (await stack.events(chargeId)).filter(({ key }) => key.startsWith('mismatch/'))
    expect(await mismatches()).toHaveLength(1)
    await tell(chargeId, provider, 0.01)
    await tell(chargeId, provider, 0.02)
    await vi.waitFor(async () => expect(await mismatches()).toHaveLength(2), 60_000)
    expect((await mismatches()).map(({ detail }) => detail?.amount)).toEqual([1, 2])
  },
)

test('a notice of another amount that nothing proves is asked about, of a charge that was read as paid before it', async () => {
  const chargeId = await paidCharge(stack, accounts.NOXPAY)
  await tell(chargeId, 'NOXPAY', 0.01, 'token')
  await becomes(chargeId, { status: 'APPROVED', attention: 'amountMismatch' })
  expect(await paidBy(chargeId)).toMatchObject([{ state: 'APPROVED', amount: 5000 }])
})

test.each(SIGNING)('a signed notice of %s of the right amount is believed', async (provider) => {
  const { chargeId, creation } = await stack.start([accounts[provider]], { timing: { pollFirstMs: 60_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  await tell(chargeId, provider, 50)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

const PAID_OUT: Record<(typeof PROVIDERS)[number], (id: string, reais: number) => object> = {
  NOXPAY: (txid, amount) => ({ method: 'PIXOUT', txid, status: 'PAID', amount }),
  SUITPAY: (idTransaction, value) => ({
    idTransaction,
    typeTransaction: 'PIX_CASHOUT',
    statusTransaction: 'PAID_OUT',
    value,
  }),
  SIMPAY: (transaction_id, amount) => ({ type: 'PIX_CASHOUT_SUCCESS', data: { transaction_id, amount } }),
}

test.each(PROVIDERS)('a notice of %s that 99.00 were paid out for 50.00 is asked about', async (provider) => {
  const timing = { ...HASTY, pollFirstMs: 60_000 }
  const started = await startWithdrawal(stack, [accounts[provider]], { amount: 5000, timing })
  expect(await started.answer).toEqual({ outcome: 'created' })
  const { id } = started.row
  const { externalId } = await disbursementOf(stack, id)
  await stack.control('POST', `/withdrawals/${provider}/${externalId}/settle`)
  const eventId = await storeWebhook(stack, accounts[provider], PAID_OUT[provider](externalId ?? '', 99), 'signature')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await vi.waitFor(async () => {
    const { attentionReasons } = await disbursementOf(stack, id)
    expect(attentionReasons).toEqual(expect.arrayContaining(['contradicted']))
  }, 60_000)
})
