/** What charges come to: always what adding them up by hand gives, whatever happened to them in whatever order. */
import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, type DatabasePool } from '../../db/client.ts'
import { putFiguresTogether } from '../../db/queries/charge/figures.ts'
import { chargeFigures, charges } from '../../db/schema/index.ts'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { ENDINGS } from '../../domain/ending.ts'
import { REFUSAL_REASONS } from '../../domain/refusal.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import type { Tenant } from './support.ts'

let api: ChargingApi
/** Connections of their own: each keeps its own rows of figures. */
let others: DatabasePool[]
beforeAll(async () => {
  api = await startChargingApi()
  others = [1, 2].map(() => connectDatabase({ ...api.settings, maxConnections: 1 }))
})
afterAll(async () => {
  await Promise.all((others ?? []).map((pool) => pool.close()))
  await api?.close()
})

const ask = async (query: Record<string, string>, tenant: Tenant = api.home) => {
  const answer = await api.call(tenant.keys.seller, 'GET', `/v1/analytics?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

type Row = typeof charges.$inferSelect

/** The oracle: no SQL of ours, one charge after the other. */
function byHand(rows: readonly Row[]) {
  const counted = rows.filter(({ provider, status }) => provider !== null || status !== 'PENDING')
  const paid = counted.filter(({ paidAt }) => paidAt !== null)
  const unpaid = counted.filter(({ status }) => status === 'REJECTED')
  const pending = counted.filter(({ status }) => status === 'PENDING')
  const sum = (some: readonly Row[], name: 'amount' | 'refundedAmount') =>
    some.reduce((total, row) => total + row[name], 0)
  return {
    created: counted.length,
    pending: pending.length,
    pendingAmount: sum(pending, 'amount'),
    rejected: unpaid.length,
    rejectedAmount: sum(unpaid, 'amount'),
    approved: paid.length,
    approvedAmount: sum(paid, 'amount'),
    refundedAmount: sum(counted, 'refundedAmount'),
    chargebacks: counted.filter(({ status }) => status === 'CHARGEBACK').length,
    approvalRate: paid.length + unpaid.length === 0 ? null : paid.length / (paid.length + unpaid.length),
  }
}

/** What a REJECTED charge is counted under. */
const reasonOf = ({ ending, refusal }: Row) => (ending === null || ending === 'refused' ? (refusal ?? 'other') : ending)

const FIRST = '2026-03-01'
const LAST = '2026-03-03'
const PERIOD = { from: FIRST, to: LAST }

const moment = fc.integer({ min: 0, max: 3 * 86_400 - 1 }).map((s) => new Date(Date.UTC(2026, 2, 1, 3) + s * 1000))
const change = fc.record(
  {
    provider: fc.constantFrom(null, 'ASAAS', 'BRAVIVE'),
    status: fc.constantFrom(...CHARGE_STATUSES),
    ending: fc.constantFrom(null, ...ENDINGS),
    refusal: fc.constantFrom(null, ...REFUSAL_REASONS),
    paidAt: fc.constantFrom(null, '2026-03-04T10:00:00Z', '2026-04-01T00:00:00Z'),
    refundedAmount: fc.integer({ min: 0, max: 900 }),
  },
  { requiredKeys: [] },
)
const act = fc.oneof(
  fc.record({
    what: fc.constant('make' as const),
    at: moment,
    method: fc.constantFrom('PIX' as const, 'BILLET' as const),
  }),
  fc.record({ what: fc.constant('change' as const), which: fc.nat(), change, where: fc.nat(1) }),
  fc.record({ what: fc.constant('remove' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('putTogether' as const), before: fc.constantFrom('2026-03-02', '2026-03-04') }),
)

it('is what the charges come to, by day, provider, method and reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const db = api.database.writer
      await db.delete(charges).where(eq(charges.platformId, api.home.platformId))
      const ids: string[] = []
      for (const one of acts) {
        const id = 'which' in one ? (ids[one.which % Math.max(ids.length, 1)] ?? '') : ''
        if (one.what === 'make') {
          const { at, method: paymentMethod } = one
          ids.push(
            (await api.addCharge(api.home, { createdAt: at.toISOString(), paymentMethod, amount: 1000 + ids.length }))
              .id,
          )
        } else if (one.what === 'putTogether') await putFiguresTogether(db, one.before)
        else if (id === '') continue
        else if (one.what === 'remove')
          await db.delete(charges).where(inArray(charges.id, ids.splice(ids.indexOf(id), 1)))
        else if (Object.keys(one.change).length > 0) {
          await others[one.where]?.writer.update(charges).set(one.change).where(eq(charges.id, id))
        }
      }
      const rows = await db.select().from(charges).where(eq(charges.platformId, api.home.platformId))
      const dayOf = ({ createdAt }: Row) => new Date(Date.parse(createdAt) - 3 * 3_600_000).toISOString().slice(0, 10)
      const groups = { day: dayOf, provider: (row: Row) => row.provider ?? '', method: (row: Row) => row.paymentMethod }
      for (const [by, keyOf] of Object.entries(groups)) {
        const { data, total } = await ask({ ...PERIOD, by })
        expect(total).toMatchObject(byHand(rows))
        const seen = data.filter(({ created }: { created: number }) => created > 0)
        const expected = [...Map.groupBy(rows, keyOf)].map(([key, some]) => ({ key, ...byHand(some) }))
        const counted = expected
          .filter(({ created }) => created > 0)
          .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        expect(seen.map(({ p50ApprovalSeconds: _, ...row }: Record<string, unknown>) => row)).toEqual(counted)
      }
      const reasons = await ask({ ...PERIOD, by: 'reason' })
      expect(reasons.total).toMatchObject(byHand(rows))
      const unpaid = Map.groupBy(
        rows.filter(({ status }) => status === 'REJECTED'),
        reasonOf,
      )
      const { approvedAmount: _, ...none } = byHand([])
      expect(Object.fromEntries(reasons.data.map(({ key, ...row }: { key: string }) => [key, row]))).toMatchObject(
        Object.fromEntries(
          [...unpaid].map(([reason, some]) => {
            const { rejected, rejectedAmount } = byHand(some)
            return [reason, { ...none, created: rejected, rejected, rejectedAmount, approvalRate: 0 }]
          }),
        ),
      )
      expect(reasons.data).toHaveLength(unpaid.size)
    }),
    { numRuns: 25 },
  )
})

it('are one row each once the day is over', async () => {
  const db = api.database.writer
  await db.delete(charges)
  for (const pool of [api.database, ...others]) {
    const { id } = await api.addCharge(api.home, { createdAt: '2026-03-02T12:00:00Z' })
    await pool.writer.update(charges).set({ provider: 'ASAAS' }).where(eq(charges.id, id))
  }
  const before = await ask(PERIOD)
  expect(before.total.created).toBe(3)
  await putFiguresTogether(db, '2026-03-03')
  const rows = await db.select().from(chargeFigures).where(sql`day = '2026-03-02' AND created > 0`)
  expect(rows.map(({ writer, created }) => [writer, created])).toEqual([[0, 3]])
  expect(await ask(PERIOD)).toEqual(before)
})

it('says how soon charges were paid, and has every day of the period', async () => {
  await api.database.writer.delete(charges)
  const createdAt = '2026-03-02T12:00:00.000Z'
  for (const seconds of [10, 100, 1000]) {
    const paidAt = new Date(Date.parse(createdAt) + seconds * 1000).toISOString()
    await api.addCharge(api.home, { createdAt, paidAt, provider: 'ASAAS', status: 'APPROVED' })
  }
  const { data, from, to, total } = await ask(PERIOD)
  expect({ from, to }).toEqual(PERIOD)
  expect(data.map(({ key, approved }: { key: string; approved: number }) => [key, approved])).toEqual([
    ['2026-03-01', 0],
    ['2026-03-02', 3],
    ['2026-03-03', 0],
  ])
  expect(total.p50ApprovalSeconds).toBeGreaterThan(80)
  expect(total.p50ApprovalSeconds).toBeLessThan(125)
  expect(data[0]).toMatchObject({ approvalRate: null, p50ApprovalSeconds: null })
  expect((await ask({ ...PERIOD, currency: 'USD' })).total.created).toBe(0)
  expect((await ask(PERIOD, api.other)).total.created).toBe(0)
})

it('counts a charge that is made, paid and partly given back today', async () => {
  await api.connect('ASAAS')
  const before = (await ask({ by: 'provider' })).total
  const make = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })
  const { id, transactionId } = make.json()
  await api.payUntold('ASAAS', transactionId)
  const status = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status
  await expect.poll(status).toBe('APPROVED')
  await api.call(api.home.keys.seller, 'POST', `/v1/charges/${id}/refunds`, { payload: { amount: 1200 } })
  await expect
    .poll(async () => (await ask({ by: 'provider' })).total)
    .toMatchObject({
      created: before.created + 1,
      approved: before.approved + 1,
      approvedAmount: before.approvedAmount + 5000,
      refundedAmount: before.refundedAmount + 1200,
      pending: before.pending,
    })
})

describe('a period that cannot be', () => {
  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 422],
    [{ from: '2020-01-01', to: '2026-03-01' }, 422],
    [{ to: '2016-12-31T23:59:60Z' }, 422],
    [{ from: 'yesterday' }, 400],
    [{ from: '2026-02-31' }, 400],
    [{ by: 'week' }, 400],
    [{ currency: 'XYZ' }, 400],
  ])('is refused: %j', async (query, status) => {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/analytics?${new URLSearchParams(query as never)}`)
    expect(answer.statusCode, answer.body).toBe(status)
  })
})
