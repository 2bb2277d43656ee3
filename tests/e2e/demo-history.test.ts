/** The demo shop's past: over, spread over weeks, the same in figures and lists, and as real as what is charged today. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Analytics } from '../../api/schemas/analytics.ts'
import type { Balance } from '../../api/schemas/balance.ts'
import type { Charge, ChargeAttempt, ChargeEvents, ChargeTotals } from '../../api/schemas/charge.ts'
import type { Dispute } from '../../api/schemas/dispute.ts'
import type { WebhookEvent } from '../../api/schemas/webhook-event.ts'
import { makeDemoHistory, wantsDemoHistory } from '../../scripts/support/demo-history.ts'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { startProductHere } from '../support/product-here.ts'

describe('a past', () => {
  it.each([
    ['a person at a terminal', {}, true, true],
    ['a program', {}, false, false],
    ['a program that asks for it', { TRILHO_DEMO_HISTORY: 'true' }, false, true],
    ['a person who does not want it', { TRILHO_DEMO_HISTORY: 'false' }, true, false],
    ['checks from outside', { TRILHO_ADMIN_API_KEY: 'key' }, true, false],
    [
      'a user who brings their own database',
      { DATABASE_URL: 'postgres://db/x', TRILHO_DEMO_HISTORY: 'true' },
      true,
      false,
    ],
  ])('for %s', (_, env, isTerminal, wanted) => expect(wantsDemoHistory(env, isTerminal)).toBe(wanted))
})

/** Weeks of a shop, one thing after the other. */
const LONG_MS = 900_000

let product: TestProduct
let made: number
beforeAll(async () => {
  product = await startProductHere()
  made = await makeDemoHistory(product.addresses, product.adminApiKey)
}, LONG_MS)
afterAll(() => product?.close())

const get = async <T>(path: string) => (await product.call<T>('GET', path)).body

test('everything in it is over, and waits for no operator', async () => {
  const totals = await get<ChargeTotals>('/v1/charges/totals')
  expect(totals.data.reduce((sum, { count }) => sum + count, 0)).toBe(made)
  expect(made).toBeGreaterThan(50)
  expect(totals.data.filter(({ status, needsAttention }) => status === 'PENDING' || needsAttention)).toEqual([])
  expect(new Set(totals.data.map(({ status }) => status))).toEqual(
    new Set(['APPROVED', 'CHARGEBACK', 'REFUNDED', 'REJECTED']),
  )
  expect(await get('/v1/attention')).toMatchObject({ total: 0 })
  for (const list of ['refunds', 'withdrawals', 'receivers', 'disputes']) {
    const { data } = await get<{ data: { status?: string; state?: string }[] }>(`/v1/${list}?limit=100`)
    expect(data.length, list).toBeGreaterThan(1)
    expect(data.filter(({ status, state }) => [status, state].some((word) => /PENDING|OPEN/.test(word ?? '')))).toEqual(
      [],
    )
  }
})

test('its figures are spread over weeks, and are those of its lists', async () => {
  const days = { from: new Date(Date.now() - 70 * 86_400_000).toISOString(), to: new Date().toISOString() }
  const { data, total } = await get<Analytics>(`/v1/analytics?${new URLSearchParams(days)}`)
  expect(total.created).toBe(made)
  expect(data.filter(({ created }) => created > 0).length).toBeGreaterThan(25)
  const approved = await get<ChargeTotals>('/v1/charges/totals?figure=approved')
  expect(approved.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(total.approvedAmount)
})

test('a charge of weeks ago has a history in order, a workflow, and a refund like any other', async () => {
  const { data } = await get<{ data: Charge[] }>(
    '/v1/charges?status=APPROVED&provider=ASAAS&paymentMethod=PIX&limit=100',
  )
  const old = data.find(
    ({ refundedAmount, createdAt }) => refundedAmount === 0 && Date.parse(createdAt) < Date.now() - 7 * 86_400_000,
  )
  if (!old) throw new Error('There is none')
  const { data: events } = await get<ChargeEvents>(`/v1/charges/${old.id}/events`)
  const times = events.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  expect(Date.parse(times[0] ?? '')).toBeGreaterThanOrEqual(Date.parse(old.createdAt))
  expect(old.paidAt).toBe(events.find(({ to }) => to === 'APPROVED')?.at)
  expect(old.workflow.runId).toEqual(expect.any(String))
  const refund = await make<{ id: string }>(product, `/v1/charges/${old.id}/refunds`, {})
  await expect.poll(() => get(`/v1/refunds/${refund.id}`)).toMatchObject({ state: 'APPROVED' })
})

type List<T> = { data: T[] }
const listed = async <T>(path: string) => (await get<List<T>>(path)).data
const DAY = 86_400_000
const at = (time: string | null) => Date.parse(time ?? '')

test('no account has paid out more than it held', async () => {
  const balances = async () => (await listed<Balance>('/v1/balances')).filter(({ available }) => available !== null)
  const held = async () => (await balances()).find(({ provider }) => provider === 'ASAAS')?.available ?? 0
  // A provider that takes longer than the request waits answers the next one.
  await expect.poll(held).toBeGreaterThan(0)
  expect((await balances()).filter(({ available }) => Number(available) < 0)).toEqual([])
})

test('nothing of a charge or its dispute comes before what it follows', async () => {
  const charges = await listed<Charge>('/v1/charges?limit=100')
  for (const { id, createdAt, paidAt } of charges) {
    const [events, attempts, notices] = await Promise.all([
      listed<ChargeEvents['data'][number]>(`/v1/charges/${id}/events`),
      listed<ChargeAttempt>(`/v1/charges/${id}/attempts`),
      listed<WebhookEvent>(`/v1/webhook-events?chargeId=${id}&limit=100`),
    ])
    const moves = events.filter(({ type }) => type === 'statusChanged')
    expect(moves.slice(1).map(({ from }) => from)).toEqual(moves.slice(0, -1).map(({ to }) => to))
    for (const attempt of attempts) {
      const times = [createdAt, attempt.createdAt, ...attempt.exchange.map((entry) => entry.at), attempt.answeredAt]
      expect(times.map(at), id).toEqual(times.map(at).toSorted((one, other) => one - other))
      expect(at(attempt.answeredAt), id).toBeLessThanOrEqual(at(paidAt ?? attempt.answeredAt))
    }
    // Of each move there is a notice at the time of the move.
    for (const { receivedAt, deliveredAt } of notices) {
      expect(at(deliveredAt) - at(receivedAt), id).toBeGreaterThanOrEqual(0)
      expect(at(deliveredAt) - at(receivedAt), id).toBeLessThan(10 * 60_000)
    }
  }
  for (const { chargeId, openedAt, closedAt } of await listed<Dispute>('/v1/disputes?limit=100')) {
    const [charge] = charges.filter(({ id }) => id === chargeId)
    expect(at(openedAt) - at(charge?.paidAt ?? null), chargeId).toBeGreaterThan(DAY)
    expect(at(closedAt) - at(openedAt), chargeId).toBeGreaterThan(DAY)
    expect(at(closedAt)).toBeLessThan(Date.now())
  }
})

test('buyers can reach its shop, at what is no real contact', async () => {
  const { data } = await get<{ data: object[] }>('/v1/platforms')
  expect(data).toMatchObject([{ supportEmail: expect.stringMatching(/\.example$/), supportPhone: '(11) 90000-0000' }])
})

test('it is made once', async () => {
  expect(await makeDemoHistory(product.addresses, product.adminApiKey)).toBe(0)
})
