/** Refunds that are known by what has gone back of their charge: parts with a lost answer, and those that are only queued. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RefundResult } from '../../domain/refund.ts'
import type { Provider, Steps } from '../../providers/contract.ts'
import { decideUpdate, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  paidCharge,
  refundsAtProvider,
  type Started,
  startRefund,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { readAgain } from '../support/readings.ts'

const QUEUED = 777

/** A PAGUESAFE that only notes one refund: the request that stands for it changes nothing. */
vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const double: Provider = {
    ...real.findProvider('PAGUESAFE'),
    *refund(request, context): Steps<RefundResult> {
      if (request.amount === QUEUED) {
        const url = `${new URL(context.baseUrl ?? '').origin}/_control/withdrawals`
        yield { risk: 'money', method: 'GET', url, headers: {}, authenticated: false }
        return { refundId: `queued-${request.reference}`, status: true, queued: true }
      }
      return yield* real.findProvider('PAGUESAFE').refund(request, context)
    },
  }
  return { ...real, findProvider: (code: string) => (code === 'PAGUESAFE' ? double : real.findProvider(code)) }
})

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['PAGUESAFE', 'ASAAS', 'UNICOPAY']) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (provider: string, fault: string, times = 1) =>
  stack.control('PUT', `/faults/${provider}/refund`, { fault, times })
const charge = (provider: string) => paidCharge(stack, accounts[provider] ?? '')
const sentFor = async (id: string) => (await disbursementAttemptsOf(stack, id)).length
const timing = { ...HASTY, unknownMs: 60_000 }
/** As a seller does in PAGUESAFE's dashboard. */
async function atProvider(chargeId: string, amount: number): Promise<void> {
  const { transactionId } = await stack.charge(chargeId)
  const { baseUrl, secretKey } = stack.sandbox.accounts.find(({ provider }) => provider === 'PAGUESAFE') ?? {}
  const response = await fetch(`${baseUrl}/transactions/${transactionId}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${secretKey}:x`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount }),
  })
  expect(response.status).toBe(200)
}

async function approved({ row: disbursement, answer }: Started): Promise<void> {
  expect(await answer).toEqual({ outcome: 'created' })
  expect(await disbursementOf(stack, disbursement.id)).toMatchObject({ status: 'APPROVED', attention: null })
}

describe('a part whose answer is lost', () => {
  test.each(['PAGUESAFE', 'ASAAS'])('is known at %s by the difference that it made', async (provider) => {
    const chargeId = await charge(provider)
    await approved(await startRefund(stack, chargeId, { amount: 400 }))
    await fail(provider, 'commitThenDrop')
    const second = await startRefund(stack, chargeId, { amount: 400, timing })
    await approved(second)
    expect(await sentFor(second.row.id)).toBe(1)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 800 })
    if (provider === 'PAGUESAFE') {
      await stack.keepHistory(disbursementWorkflowId('refund', second.row.id), 'refund-part-looked-up')
    }
  })

  test('and that made no difference is neither done nor sent again', async () => {
    const chargeId = await charge('PAGUESAFE')
    await fail('PAGUESAFE', 'dropBeforeCommit')
    const { row: disbursement } = await startRefund(stack, chargeId, { amount: 400 })
    expect(await untilAttention(stack, disbursement.id)).toBe('unknownOutcome')
    expect(await disbursementAttemptsOf(stack, disbursement.id)).toMatchObject([
      { state: 'sending', refundedBefore: 0 },
    ])
    expect(await refundsAtProvider(stack, chargeId)).toEqual({ count: 1, committed: 0 })
  })

  test('is not taken for another refund of the charge that was made meanwhile', async () => {
    const chargeId = await charge('PAGUESAFE')
    await fail('PAGUESAFE', 'dropBeforeCommit')
    const lost = await startRefund(stack, chargeId, { amount: 400 })
    expect(await untilAttention(stack, lost.row.id)).toBe('unknownOutcome')
    const second = await startRefund(stack, chargeId, { amount: 400 })
    expect(await second.answer).toEqual({ outcome: 'created' })
    const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
    const answer = workflowOf(stack, lost.row).executeUpdate(decideUpdate, { args: [word] })
    expect(await answer).toEqual({ became: 'carriedOut' })
    expect(await workflowOf(stack, lost.row).result()).toEqual({ status: 'REJECTED' })
    expect(await workflowOf(stack, second.row).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 400 })
  })

  test('is not called unmade by an operator while the charge shows it', async () => {
    const chargeId = await charge('PAGUESAFE')
    await fail('PAGUESAFE', 'dropBeforeCommit')
    const { row: disbursement } = await startRefund(stack, chargeId, { amount: 400 })
    expect(await untilAttention(stack, disbursement.id)).toBe('unknownOutcome')
    await atProvider(chargeId, 400)
    const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
    const answer = workflowOf(stack, disbursement).executeUpdate(decideUpdate, { args: [word] })
    // The search that goes on beside may be faster.
    expect(await answer).toEqual({ became: 'void', why: expect.stringMatching(/^(?:found|answered|over)$/) })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
  })
})

describe('of two parts at once, of which one was never made,', () => {
  /** What is lost asks, and stays PENDING. */
  async function lost(chargeId: string, amount: number) {
    await fail('PAGUESAFE', 'dropBeforeCommit')
    const { row } = await startRefund(stack, chargeId, { amount })
    expect(await untilAttention(stack, row.id)).toBe('unknownOutcome')
    return row
  }

  test.each([400, 900])('the other is known by the sum that it alone makes, beside %i', async (amount) => {
    const chargeId = await charge('PAGUESAFE')
    const unmade = await lost(chargeId, amount)
    const second = await startRefund(stack, chargeId, { amount: 700 })
    await approved(second)
    expect(await disbursementOf(stack, unmade.id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 700 })
  })

  test('the other waits where the lost ones may have made the sum instead', async () => {
    const chargeId = await charge('PAGUESAFE')
    await lost(chargeId, 300)
    await lost(chargeId, 400)
    const { row, answer } = await startRefund(stack, chargeId, { amount: 700 })
    expect(await answer).toEqual({ outcome: 'created' })
    await readAgain(stack, row.id)
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('a refund that is only queued', () => {
  test('is pending until the charge shows that the money has gone back', async () => {
    const chargeId = await charge('PAGUESAFE')
    const { row: disbursement, answer } = await startRefund(stack, chargeId, { amount: QUEUED })
    expect(await answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, disbursement.id)).toMatchObject({
      status: 'PENDING',
      externalId: expect.stringMatching(/^queued-/),
      attention: null,
    })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
    await atProvider(chargeId, QUEUED)
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: QUEUED })
    await stack.keepHistory(disbursementWorkflowId('refund', disbursement.id), 'refund-queued')
  })

  test('and denied later is a matter for an operator, and leaves the charge paid', async () => {
    const chargeId = await charge('PAGUESAFE')
    const { row: disbursement, answer } = await startRefund(stack, chargeId, {
      amount: QUEUED,
      timing: { ...HASTY, pendingMs: 500 },
    })
    expect(await answer).toEqual({ outcome: 'created' })
    expect(await untilAttention(stack, disbursement.id)).toBe('noConfirmation')
    const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
    const answered = workflowOf(stack, disbursement).executeUpdate(decideUpdate, { args: [word] })
    expect(await answered).toEqual({ became: 'carriedOut' })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'REJECTED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
  })

  test('at UNICOPAY is done when its charge is read as refunded', async () => {
    const chargeId = await charge('UNICOPAY')
    const { row: disbursement, answer } = await startRefund(stack, chargeId)
    expect(await answer).toEqual({ outcome: 'created' })
    expect(await workflowOf(stack, disbursement).result()).toEqual({ status: 'APPROVED' })
    const events = await disbursementEventsOf(stack, disbursement.id)
    expect(events.indexOf('statusChanged APPROVED')).toBeGreaterThan(events.indexOf('answered'))
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })
})
