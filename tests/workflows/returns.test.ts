/** Money that goes back, at providers that have one word for refunds of ours and for what the bank took back. */
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { appendEvents } from '../../db/queries/charge/events.ts'
import { chargeEvents, charges, disbursements, payments } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'
import { readAgain } from '../support/readings.ts'
import { storeWebhook } from '../support/webhooks.ts'

/** `whole`: refunds give back everything. */
const PROVIDERS = [
  { provider: 'ONZ', proof: 'sharedSecret', whole: false },
  { provider: 'TREEAL', proof: 'sharedSecret', whole: true },
  { provider: 'VILLET', proof: 'token', whole: false },
  { provider: 'PRONTTUS', proof: 'token', whole: false },
] as const
type Told = Pick<(typeof PROVIDERS)[number], 'proof'> & { provider: string }

const AMOUNT = 5000
const PART = 1500

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of [...PROVIDERS.map(({ provider }) => provider), 'VENITIP', 'PIXIUM']) {
    accounts[provider] = await stack.addAccount(provider)
    // No server listens there: what is posted is read out of the fake's books, and heard when the test says so.
    await stack.control('PUT', `/webhook-addresses/${provider}`, { url: 'http://127.0.0.1:1/' })
  }
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const paid = ({ provider }: Told) => paidCharge(stack, accounts[provider] ?? '', AMOUNT)

/** The fake's last notice about the charge reaches the charge, whose own workflow is over. */
async function hearLast({ provider, proof }: Told, chargeId: string): Promise<void> {
  const { transactionId } = await stack.charge(chargeId)
  const { data } = await stack.control<{ data: { body: string }[] }>(
    'GET',
    `/webhooks?provider=${provider}&transaction=${transactionId}`,
  )
  await hear({ provider, proof }, chargeId, JSON.parse(data[0]?.body ?? '{}'))
}

async function hear({ provider, proof }: Told, chargeId: string, body: object): Promise<void> {
  const eventId = await storeWebhook(stack, accounts[provider] ?? '', body, proof)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
}

async function refunded(chargeId: string, amount?: number): Promise<void> {
  const started = await startRefund(stack, chargeId, amount === undefined ? {} : { amount })
  expect(await started.answer).toEqual({ outcome: 'created' })
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
}

describe.each(PROVIDERS)('$provider', (told) => {
  test('what the bank takes back is a chargeback', async () => {
    const chargeId = await paid(told)
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/${told.provider}/${transactionId}/chargeback`)
    await hearLast(told, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
  })

  test('what the bank takes back of a charge of which less was paid is one, too', async () => {
    const chargeId = await paid(told)
    await stack.database.writer
      .update(charges)
      .set({ amount: AMOUNT * 2 })
      .where(eq(charges.id, chargeId))
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/${told.provider}/${transactionId}/chargeback`)
    await hearLast(told, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
  })

  test('what we gave back whole is REFUNDED, whatever its notice is called', async () => {
    const chargeId = await paid(told)
    await refunded(chargeId)
    await hearLast(told, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })
  })

  test('a whole refund whose answer was lost is found by what the charge has become', async () => {
    const chargeId = await paid(told)
    await stack.control('PUT', `/faults/${told.provider}/refund`, { fault: 'commitThenDrop', times: 1 })
    const { row: disbursement, answer } = await startRefund(stack, chargeId, {
      timing: { unknownMs: 60_000, pollFirstMs: 200 },
    })
    expect(await answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, disbursement.id)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })
  })
})

/** Their notices have one word for both, and their readings two. */
describe.each(PROVIDERS.filter(({ proof }) => proof === 'sharedSecret'))('$provider', (told) => {
  test.each([
    ['at once', 0],
    ['though the first reading lags', 1],
  ])('what the bank takes back while a refund of ours waits is a chargeback, %s', async (_when, times) => {
    const chargeId = await paid(told)
    const { transactionId } = await stack.charge(chargeId)
    const started = await startRefund(stack, chargeId, {}, async () => {
      await stack.control('POST', `/transactions/${told.provider}/${transactionId}/chargeback`)
      if (times > 0) {
        const lags = { fault: 'stale', times, delayMs: 600_000 }
        await stack.control('PUT', `/faults/${told.provider}/readTransaction`, lags)
      }
      await hearLast(told, chargeId)
    })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
    await started.answer
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
  })
})

describe.each(PROVIDERS.filter(({ whole }) => !whole))('$provider', (told) => {
  test('a part that we gave back changes nothing, and the rest can be given back too', async () => {
    const chargeId = await paid(told)
    await refunded(chargeId, PART)
    await hearLast(told, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, refundedAmount: PART })
    await refunded(chargeId, AMOUNT - PART)
    await hearLast(told, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null, refundedAmount: AMOUNT })
  })
})

describe('a part that went back without us', () => {
  const onz = { provider: 'ONZ', proof: 'sharedSecret' } as const
  const returned = async (chargeId: string, amount: string) => ({
    type: 'REFUND',
    data: {
      txId: (await stack.charge(chargeId)).transactionId,
      status: 'LIQUIDATED',
      payment: { amount, currency: 'BRL' },
      refunds: [],
    },
  })
  const reasonsOf = async (chargeId: string) => {
    const rows = await stack.database.writer.select().from(chargeEvents).where(eq(chargeEvents.chargeId, chargeId))
    return rows.flatMap(({ type, detail }) => (type === 'needsAttention' ? [detail?.reason] : []))
  }

  test('leaves the charge APPROVED and asks an operator, once', async () => {
    const chargeId = await paidCharge(stack, accounts.ONZ ?? '', AMOUNT)
    await hear(onz, chargeId, await returned(chargeId, '15.00'))
    await hear(onz, chargeId, await returned(chargeId, '15.00'))
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'returnedInPart' })
    expect(await reasonsOf(chargeId)).toEqual(['returnedInPart'])
  })

  test('is not asked about again where the version before has asked', async () => {
    const chargeId = await paidCharge(stack, accounts.ONZ ?? '', AMOUNT)
    const asked = {
      type: 'needsAttention',
      cause: 'poll',
      detail: { reason: 'returnedInPart', returned: 1500 },
    } as const
    await appendEvents(stack.database.writer, chargeId, [{ ...asked, key: 'returnedInPart/1500' }])
    await hear(onz, chargeId, await returned(chargeId, '15.00'))
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await reasonsOf(chargeId)).toEqual(['returnedInPart'])
  })

  test('beside a refund of ours is told from it by its sum', async () => {
    const chargeId = await paidCharge(stack, accounts.ONZ ?? '', AMOUNT)
    await refunded(chargeId, PART)
    await hear(onz, chargeId, await returned(chargeId, '15.00'))
    expect(await stack.charge(chargeId)).toMatchObject({ attention: null })
    await hear(onz, chargeId, await returned(chargeId, '20.00'))
    const asked = { status: 'APPROVED', attention: 'returnedInPart' }
    await vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(asked), 60_000)
  })
})

describe('PIXIUM, which says how much went back, and calls it refunded whatever part it was', () => {
  const refundsOf = (chargeId: string) =>
    stack.database.writer
      .select()
      .from(disbursements)
      .where(eq(disbursements.chargeId, chargeId))
      .orderBy(asc(disbursements.createdAt))

  test('a part that we gave back leaves the charge APPROVED, and the rest can be given back', async () => {
    const chargeId = await paidCharge(stack, accounts.PIXIUM ?? '', AMOUNT)
    await refunded(chargeId, PART)
    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, refundedAmount: PART })
    await hearLast({ provider: 'PIXIUM', proof: 'token' }, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, refundedAmount: PART })
    await refunded(chargeId, AMOUNT - PART)
    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null, refundedAmount: AMOUNT })
  })

  test('a part that went back without us leaves it APPROVED, too', async () => {
    const chargeId = await paidCharge(stack, accounts.PIXIUM ?? '', AMOUNT)
    const { transactionId } = await stack.charge(chargeId)
    const account = stack.sandbox.accounts.find(({ provider }) => provider === 'PIXIUM')
    const answer = await fetch(`${account?.baseUrl}/transactions/${transactionId}/refund`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${account?.secretKey}:x`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: PART }),
    })
    expect(answer.ok).toBe(true)
    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, refundedAmount: PART })
    const made = { chargeId, external: true, amount: PART, status: 'APPROVED' }
    expect(await refundsOf(chargeId)).toMatchObject([made])
    await refunded(chargeId, AMOUNT - PART)
    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null, refundedAmount: AMOUNT })
    expect(await refundsOf(chargeId)).toMatchObject([made, { external: false, amount: AMOUNT - PART }])
  })

  test('the rest, whose answer was lost on its way there, is not taken for done by the part before it', async () => {
    const chargeId = await paidCharge(stack, accounts.PIXIUM ?? '', AMOUNT)
    await refunded(chargeId, PART)
    await stack.control('PUT', '/faults/PIXIUM/refund', { fault: 'dropBeforeCommit', times: 1 })
    const { row: disbursement } = await startRefund(stack, chargeId, { timing: { unknownMs: 500 } })
    await vi.waitFor(
      async () => expect((await disbursementOf(stack, disbursement.id)).attention).toBe('unknownOutcome'),
      60_000,
    )
    await readAgain(stack, chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: PART })
    expect(await disbursementOf(stack, disbursement.id)).toMatchObject({
      status: 'PENDING',
      attention: 'unknownOutcome',
    })
  })
})

describe.each(['refund', 'chargeback'])(
  'a %s of a payment at VENITIP, which the specification calls REJECTED',
  (action) => {
    test('leaves the charge APPROVED and asks an operator', async () => {
      const venitip = { provider: 'VENITIP', proof: 'token' } as const
      const chargeId = await paidCharge(stack, accounts.VENITIP ?? '', AMOUNT)
      // What is read in the first seconds may be from before the payment.
      const paidAt = sql`paid_at - interval '1 minute'` as never
      await stack.database.writer.update(payments).set({ paidAt }).where(eq(payments.chargeId, chargeId))
      const { transactionId } = await stack.charge(chargeId)
      await stack.control('POST', `/transactions/VENITIP/${transactionId}/${action}`)
      await hearLast(venitip, chargeId)
      expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'contradicted' })
    })
  },
)
