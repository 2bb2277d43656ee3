/** The demo shop's past: over, spread over weeks, the same in figures and lists, and as real as what is charged today. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Analytics } from '../../api/schemas/analytics.ts'
import type { Charge, ChargeEvents, ChargeTotals } from '../../api/schemas/charge.ts'
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
      'whoever brings their own database',
      { DATABASE_URL: 'postgres://db/x', TRILHO_DEMO_HISTORY: 'true' },
      true,
      false,
    ],
  ])('for %s', (_, env, isTerminal, wanted) => expect(wantsDemoHistory(env, isTerminal)).toBe(wanted))
})

let product: TestProduct
let made: number
beforeAll(async () => {
  product = await startProductHere()
  made = await makeDemoHistory(product.addresses, product.adminApiKey)
})
afterAll(() => product?.close())

const get = async <T>(path: string) => (await product.call<T>('GET', path)).body

test('everything in it is over, and waits for nobody', async () => {
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

test('it is made once', async () => {
  expect(await makeDemoHistory(product.addresses, product.adminApiKey)).toBe(0)
})
