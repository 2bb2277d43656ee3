/**
 * Withdrawals that are found by our reference, and one whose word is unknown. ZENDRY can search as it is; BRAVIVE is given a
 * search here that looks into the sandbox's own books, and the promise that a reference pays once.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import type { WithdrawResult } from '../../domain/withdrawal.ts'
import type { Context, Provider, Steps } from '../../providers/contract.ts'
import { type Decision, decideUpdate, disbursementWorkflowId, resolveSignal } from '../../workflows/messages.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  type Started,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'

const ODD_AMOUNT = 777
/** The provider's search finds it only once its second sending was refused. */
const LATE_AMOUNT = 778
/** The same, and what is refused is the token, before the second sending leaves. */
const LOCKED_OUT_AMOUNT = 779
/** Its second sending is not processed, until it `works`. */
const OUTAGE_AMOUNT = 780
const outage = { references: new Set<string>(), works: false }
const late = { references: new Set<string>(), shown: new Set<string>() }

vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const double = withLookup(real.findProvider('BRAVIVE'))
  return { ...real, findProvider: (code: string) => (code === 'BRAVIVE' ? double : real.findProvider(code)) }
})

function withLookup(provider: Provider): Provider {
  return {
    ...provider,
    withdrawLookup: { call: 'GET /_control/withdrawals?reference=', staleFor: 'unknown', reaches: 'unlimited' },
    withdrawIdempotency: { type: 'field', name: 'external_id', keptFor: 3_600 },
    *findWithdraw({ withdrawReference }, { baseUrl = '' }: Context): Steps<WithdrawResult | null> {
      if (late.references.has(withdrawReference) && !late.shown.has(withdrawReference)) return null
      const url = `${new URL(baseUrl).origin}/_control/withdrawals?reference=${withdrawReference}`
      const answer = yield { risk: 'read', method: 'GET', url, headers: {}, authenticated: false }
      const [found] = (JSON.parse(answer.body) as { data: { id: string }[] }).data
      return found ? { withdrawId: found.id, status: 'PENDING', rawStatus: 'PENDING' } : null
    },
    *withdraw(request, context): Steps<WithdrawResult> {
      if (request.amount === LATE_AMOUNT || request.amount === LOCKED_OUT_AMOUNT) yield* refuseSecond(request, context)
      if (request.amount === OUTAGE_AMOUNT && !outage.works) {
        if (outage.references.has(request.withdrawReference)) throw new ProviderError('NotSent', 'Fora do ar')
        outage.references.add(request.withdrawReference)
      }
      const result = yield* provider.withdraw(request, context)
      return request.amount === ODD_AMOUNT
        ? { ...result, status: 'REJECTED', rawStatus: 'odd', unmapped: true }
        : result
    },
  }
}

/** As a provider does that has taken the reference before, or that no longer lets the account in. */
function* refuseSecond(
  { withdrawReference, amount }: { withdrawReference: string; amount: number },
  { baseUrl = '' }: Context,
) {
  const isFirst = !late.references.has(withdrawReference)
  late.references.add(withdrawReference)
  if (isFirst) return
  late.shown.add(withdrawReference)
  if (amount === LOCKED_OUT_AMOUNT) throw new ProviderError('Unauthorized', 'Conta bloqueada')
  const url = `${new URL(baseUrl).origin}/_control/withdrawals`
  yield { risk: 'money', method: 'GET', url, headers: {}, authenticated: false } as const
  throw new ProviderError('InvalidRequest', 'Referência já utilizada')
}

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
  account = await stack.addAccount('BRAVIVE')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (fault: string, times = 1) =>
  stack.control('PUT', '/faults/BRAVIVE/withdraw', { fault, times, delayMs: TOO_LATE_MS })
const settle = (id: string | null) => stack.control('POST', `/withdrawals/BRAVIVE/${id}/settle`)
const keep = ({ row }: Started, name: string) =>
  stack.keepHistory(disbursementWorkflowId('withdrawal', row.id), `withdrawal-${name}`)

/** Requests and what they made, by the one reference that all attempts share. */
async function atProvider(id: string) {
  const attempts = await disbursementAttemptsOf(stack, id)
  const references = new Set(attempts.map(({ reference }) => reference))
  const { data } = await stack.control<{ data: { reference: string; count: number; committed: number }[] }>(
    'GET',
    '/requests?provider=BRAVIVE',
  )
  const own = data.filter(({ reference }) => references.has(reference))
  return {
    references: references.size,
    count: own.reduce((sum, { count }) => sum + count, 0),
    committed: own.reduce((sum, { committed }) => sum + committed, 0),
    outcomes: attempts.map(({ outcome }) => outcome),
  }
}

describe('a lost answer', () => {
  test.each(['commitThenDrop', 'serverErrorAfterCommit', 'malformedBody', 'slow'])(
    '(%s) is found again by our reference, and nothing is sent twice',
    async (fault) => {
      await fail(fault)
      const started = await startWithdrawal(stack, [account], { timing: { unknownMs: 60_000, pollFirstMs: 200 } })
      expect(await started.answer).toEqual({ outcome: 'created' })
      await settle((await disbursementOf(stack, started.row.id)).externalId)
      expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
      expect(await atProvider(started.row.id)).toMatchObject({ count: 1, outcomes: ['created'] })
      expect(await disbursementOf(stack, started.row.id)).toMatchObject({ attention: null })
      if (fault === 'commitThenDrop') await keep(started, 'looked-up')
    },
  )

  test('that is not found is left to a person where nothing keeps a second one from paying', async () => {
    const noxpay = await stack.addAccount('NOXPAY')
    await stack.control('PUT', '/faults/NOXPAY/createTransaction', { fault: 'dropBeforeCommit', times: 1 })
    const started = await startWithdrawal(stack, [noxpay], { timing: { unknownMs: 3_000 } })
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({
      status: 'PENDING',
      attention: 'unknownOutcome',
    })
    expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ state: 'sending', outcome: null }])
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
  })

  test.each(['commitThenDrop', 'slow'])('(%s) is found at a provider that can search', async (fault) => {
    const zendry = await stack.addAccount('ZENDRY')
    await stack.control('PUT', '/faults/ZENDRY/withdraw', { fault, times: 1, delayMs: TOO_LATE_MS })
    const started = await startWithdrawal(stack, [zendry], { timing: { unknownMs: 60_000 } })
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({
      externalId: expect.any(String),
      attention: null,
    })
    expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ outcome: 'created' }])
  })

  test('of which nothing came is sent again, after a while, under the same reference', async () => {
    await fail('dropBeforeCommit')
    const started = await startWithdrawal(stack, [account], { timing: { unknownMs: 60_000 } })
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await atProvider(started.row.id)).toEqual({
      references: 1,
      count: 2,
      committed: 1,
      outcomes: ['absent', 'created'],
    })
    await keep(started, 'sent-again-after-lookup')
  })

  test.each([
    ['second sending', LATE_AMOUNT],
    ['token for the second sending', LOCKED_OUT_AMOUNT],
  ])('that turns up when the %s is refused is taken for what it is: no other account pays', async (_, amount) => {
    await fail('commitThenDrop')
    const other = await stack.addAccount('BRAVIVE')
    const started = await startWithdrawal(stack, [account, other], { amount, timing: { unknownMs: 60_000 } })
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await atProvider(started.row.id)).toEqual({
      references: 1,
      count: 1,
      committed: 1,
      outcomes: ['absent', 'created'],
    })
  })

  test('that was not found, and cannot be sent again, stays in doubt: it is not cancelled, and a retry repeats it', async () => {
    await fail('dropBeforeCommit')
    const started = await startWithdrawal(stack, [account], {
      amount: OUTAGE_AMOUNT,
      timing: { ...HASTY, unknownMs: 60_000 },
    })
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    const { id } = started.row
    expect(await untilAttention(stack, id)).toBe('unknownOutcome')
    expect(await atProvider(id)).toMatchObject({ count: 1, outcomes: ['absent', null] })
    const handle = workflowOf(stack, started.row)
    const decide = (decision: Decision) => handle.executeUpdate(decideUpdate, { args: [decision] })
    const about = 'unknownOutcome'
    expect(await decide({ kind: 'cancel' })).toEqual({ became: 'void', why: 'mayBePaid' })
    expect(await decide({ kind: 'cancel', about })).toEqual({ became: 'void', why: 'mayBePaid' })
    expect(await decide({ kind: 'retry', about })).toEqual({ became: 'carriedOut' })
    outage.works = true
    await expect
      .poll(() => atProvider(id))
      .toMatchObject({ references: 1, committed: 1, outcomes: ['absent', 'created'] })
    expect(await disbursementOf(stack, id)).toMatchObject({ attention: null })
    await settle((await disbursementOf(stack, id)).externalId)
    expect(await handle.result()).toEqual({ status: 'APPROVED' })
    await keep(started, 'doubted-while-unreachable')
  })

  test('again and again asks an operator: that a search finds nothing proves nothing', async () => {
    await fail('dropBeforeCommit', 0)
    const started = await startWithdrawal(stack, [account], { timing: { unknownMs: 15_000 } })
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    const { id } = started.row
    // Where a search takes long, an operator is asked before the last try.
    const last = { references: 1, committed: 0, outcomes: ['absent', 'absent', null] }
    await expect.poll(() => atProvider(id), { timeout: 60_000 }).toMatchObject(last)
    expect(await untilAttention(stack, id)).toBe('unknownOutcome')
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'PENDING' })
    const handle = workflowOf(stack, started.row)
    const decide = (decision: Decision) => handle.executeUpdate(decideUpdate, { args: [decision] })
    expect(await decide({ kind: 'cancel' })).toEqual({ became: 'void', why: 'mayBePaid' })
    expect(await decide({ kind: 'retry' })).toEqual({ became: 'carriedOut' })
    expect(await disbursementAttemptsOf(stack, id)).toHaveLength(3)
    expect(await decide({ kind: 'resolve', outcome: 'notCreated', by: 'ana' })).toEqual({ became: 'carriedOut' })
    expect(await handle.result()).toEqual({ status: 'REJECTED' })
    expect((await disbursementEventsOf(stack, id)).filter((type) => /operator|Void/.test(type))).toEqual([
      ...['decisionVoid', 'operatorRetried', 'operatorResolved'],
    ])
    await keep(started, 'unknown-after-lookups')
  })
})

test('a first answer in an unknown word is shown as what it counts for, and asked about until it is known', async () => {
  const started = await startWithdrawal(stack, [account], { amount: ODD_AMOUNT })
  expect(await started.answer).toEqual({ outcome: 'created' })
  const row = await disbursementOf(stack, started.row.id)
  expect(row).toMatchObject({ status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  await settle(row.externalId)
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({
    status: 'APPROVED',
    statusUnmapped: false,
    attention: null,
  })
  await keep(started, 'unmapped-then-paid')
})
