/** A refund whose answer is lost, or whose provider is away: never sent again on a guess, and nothing stays reserved for ever. */
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import {
  cancelSignal,
  decideUpdate,
  disbursementWorkflowId,
  resolveSignal,
  retrySignal,
} from '../../workflows/messages.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'
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

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
  account = await stack.addAccount('PAGUESAFE')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (fault: string, times = 1) =>
  stack.control('PUT', '/faults/PAGUESAFE/refund', { fault, times, retryAfterSeconds: 1, delayMs: TOO_LATE_MS })
const keep = ({ row }: Started, name: string) =>
  stack.keepHistory(disbursementWorkflowId('refund', row.id), `refund-${name}`)
const atProvider = (chargeId: string) => refundsAtProvider(stack, chargeId)

describe('an answer that is lost', () => {
  test('of a whole refund is learnt from the charge, which the provider calls refunded', async () => {
    await fail('commitThenDrop')
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId, { timing: { unknownMs: 60_000 } })
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
    expect(await atProvider(chargeId)).toEqual({ count: 1, committed: 1 })
    await keep(started, 'lost-answer-looked-up')
  })

  test.each([
    'commitThenDrop',
    'dropBeforeCommit',
    'serverError',
    'serverErrorAfterCommit',
    'htmlBody',
    'malformedBody',
    'slow',
  ])(
    'of a part (%s) is a matter for an operator where the charge cannot be read, and is not sent again',
    async (fault) => {
      await fail(fault)
      const chargeId = await paidCharge(stack, account)
      await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
      const started = await startRefund(stack, chargeId, { amount: 1000 })
      expect(await started.answer).toEqual({ outcome: 'needsAttention' })
      expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
      const attempt = async () => (await disbursementAttemptsOf(stack, started.row.id))[0]
      expect(await attempt()).toMatchObject({ state: 'sending', outcome: null })
      // A person may be asked before a slow answer counts as lost.
      await expect.poll(async () => (await attempt())?.exchange.length).toBeGreaterThan(0)

      // Neither another go nor giving it up: what may have been paid has to be resolved.
      await workflowOf(stack, started.row).signal(retrySignal, { by: 'ana' })
      await vi.waitFor(
        async () => expect(await disbursementEventsOf(stack, started.row.id)).toContain('operatorRetried'),
        60_000,
      )
      await untilAttention(stack, started.row.id)
      await workflowOf(stack, started.row).signal(cancelSignal, { by: 'ana' })
      await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'created', by: 'ana' })
      expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
      expect(await disbursementOf(stack, started.row.id)).toMatchObject({
        status: 'APPROVED',
        attention: null,
      })
      expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 1000 })
      expect((await atProvider(chargeId)).count).toBe(1)
      await keep(started, `resolved-created-${fault}`)
    },
  )

  test('of a whole refund is cleared as soon as the provider calls the charge refunded, whether we or the seller did it', async () => {
    await fail('dropBeforeCommit')
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
    const { transactionId } = await stack.charge(chargeId)
    await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/refund`)
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
    await keep(started, 'cleared-by-the-provider')
  })

  test('of a whole refund is cleared by the webhook that reports it, though the provider cannot be read', async () => {
    await fail('commitThenDrop')
    const chargeId = await paidCharge(stack, account)
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
    await applyTransition(stack.database.writer, { chargeId, to: 'REFUNDED', cause: 'webhook', key: 'webhook/1' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    expect((await stack.events(chargeId)).filter(({ to }) => to === 'REFUNDED')).toHaveLength(1)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })

  test('that never was, by a person’s word, gives the money free again', async () => {
    await fail('dropBeforeCommit')
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId, { amount: 5000 })
    await started.answer
    await untilAttention(stack, started.row.id)
    const wish = { id: uuidv7(), platformId: stack.platformId, chargeId, by: 'ana' }
    expect(await reserveRefund(stack.database.writer, wish)).toEqual({ outcome: 'tooMuch', left: 0 })
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
    expect(await reserveRefund(stack.database.writer, wish)).toMatchObject({ outcome: 'reserved' })
    await keep(started, 'resolved-not-created')
  })
})

describe('a provider that is away', () => {
  test('and whose refund an operator names keeps its id though the charge shows that the money went back', async () => {
    await fail('rateLimited', 0)
    const chargeId = await paidCharge(stack, account)
    const { row, answer } = await startRefund(stack, chargeId, { timing: { ...HASTY, tryAgainMs: 600_000 } })
    expect(await answer).toEqual({ outcome: 'needsAttention' })
    expect(await untilAttention(stack, row.id)).toBe('providerUnreachable')
    await applyTransition(stack.database.writer, { chargeId, to: 'REFUNDED', cause: 'webhook', key: 'webhook/1' })
    const word = { kind: 'resolve', outcome: 'created', externalId: 'in-the-dashboard', by: 'ana' } as const
    const taken = workflowOf(stack, row).executeUpdate(decideUpdate, { args: [word] })
    expect(await taken).toEqual({ became: 'carriedOut' })
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'APPROVED', externalId: 'in-the-dashboard' })
  })

  test('is tried again until it is back', async () => {
    await fail('rateLimited', 4)
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'APPROVED', attention: null })
    expect((await atProvider(chargeId)).committed).toBe(1)
    await keep(started, 'unreachable-then-back')
  })

  test('can be given up: nothing was sent', async () => {
    await fail('rateLimited', 0)
    const chargeId = await paidCharge(stack, account)
    const started = await startRefund(stack, chargeId)
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
    await workflowOf(stack, started.row).signal(cancelSignal, { by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
    expect((await atProvider(chargeId)).committed).toBe(0)
    await keep(started, 'canceled-by-operator')
  })
})

describe('a provider that promises of refunds that repeating is harmless', () => {
  test.each(['commitThenDrop', 'dropBeforeCommit', 'serverErrorAfterCommit'])(
    'is asked again under the same key (%s), and gives back once',
    async (fault) => {
      const mercadopago = await stack.addAccount('MERCADOPAGO')
      const chargeId = await paidCharge(stack, mercadopago)
      await stack.control('PUT', '/faults/MERCADOPAGO/refund', { fault, times: 1 })
      const started = await startRefund(stack, chargeId, { amount: 1000, timing: { unknownMs: 60_000 } })
      expect(await started.answer).toEqual({ outcome: 'created' })
      const [attempt, ...others] = await disbursementAttemptsOf(stack, started.row.id)
      expect(others).toEqual([])
      const { data } = await stack.control<{ data: { reference: string; count: number; committed: number }[] }>(
        'GET',
        '/requests?provider=MERCADOPAGO',
      )
      expect(data.find(({ reference }) => reference === attempt?.reference)).toMatchObject({ count: 2, committed: 1 })
      expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 1000 })
    },
  )
})
