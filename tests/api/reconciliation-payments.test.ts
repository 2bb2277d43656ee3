/** A charge with several payments against its provider's books: each transaction is held against its own payment. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteReading } from '../../db/queries/reconciliation/readings.ts'
import { type charges, payments } from '../../db/schema/index.ts'
import { itemsOf, taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

const NOON = '2026-01-02T15:00:00Z'
const COLUMNS = { transactionId: 'ID', amount: 'Valor', status: 'Situação', date: 'Data' }

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const db = () => api.database.writer
const items = (query?: string) => itemsOf(api, accountId, query)
const bring = (...lines: readonly string[]) => taken(api, { accountId, columns: COLUMNS, lines })
const line = (id: string, { amount = '50,00', status = 'Recebida', date = '02/01/2026 12:00' } = {}) =>
  `${id};${amount};${status};${date}`

let made = 0
type Own = Partial<typeof payments.$inferInsert>
/** A charge that its second transaction paid, and its first one with the given changes. */
async function paidBySecond(first: Own = {}) {
  made += 1
  const [one, two] = [`first_${made}`, `second_${made}`]
  const own = { provider: 'ASAAS', providerAccountId: accountId, transactionId: two }
  const { id: chargeId } = await api.addCharge(api.home, { ...own, status: 'APPROVED', paidAt: NOON })
  const payment = { provider: 'ASAAS', providerAccountId: accountId, transactionId: one, amount: 5000 }
  await db()
    .insert(payments)
    .values({ id: paymentId(chargeId, accountId, one), chargeId, ...payment, ...first })
  return { chargeId, one, two, of: { accountId, transactionId: one, provider: 'ASAAS' } }
}

/** A paid charge whose own payment has the given changes. */
async function paidCharge(changes: Partial<typeof charges.$inferInsert>, payment: Own) {
  const transactionId = `own_${++made}`
  const own = { provider: 'ASAAS', providerAccountId: accountId, transactionId }
  const { id } = await api.addCharge(api.home, { ...own, status: 'APPROVED', paidAt: NOON, ...changes })
  await db().update(payments).set(payment).where(eq(payments.transactionId, transactionId))
  return { chargeId: id, transactionId }
}

describe('a statement that lists two payments of a charge', () => {
  it.each(['PENDING', 'REJECTED'] as const)('shows the one that is %s here, until its news comes', async (state) => {
    const { chargeId, one, two, of } = await paidBySecond({ state })
    expect(await bring(line(one), line(two))).toMatchObject({ matched: 2, items: 1 })
    const theirs = { amount: 5000, status: 'APPROVED' }
    expect(await items()).toMatchObject([
      { kind: 'status', state: 'open', transactionId: one, chargeId, ours: { status: 'REJECTED' }, theirs },
    ])
    await applyTransition(db(), { chargeId, to: 'APPROVED', cause: 'webhook', key: 'late', of })
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })

  it('has nothing to say of a surplus that was given back', async () => {
    const { one, two } = await paidBySecond({ state: 'REFUNDED', paidAt: NOON, refundedAmount: 5000 })
    expect(await bring(line(one, { status: 'Estornada' }), line(two))).toMatchObject({ matched: 2, items: 0 })
  })

  it('lists no code that was given up as another status', async () => {
    const { one, two } = await paidBySecond()
    const lines = [line(one, { status: 'Cancelada' }), line(two)]
    expect(await bring(...lines)).toMatchObject({ matched: 2, items: 0 })
  })

  it('ends no difference of one with the news of the other', async () => {
    const { id: chargeId } = await api.addCharge(api.home, {
      provider: 'ASAAS',
      providerAccountId: accountId,
      transactionId: `open_${++made}`,
    })
    await bring(line(`open_${made}`))
    const of = { accountId, transactionId: `other_${made}`, provider: 'ASAAS' }
    await applyTransition(db(), { chargeId, to: 'APPROVED', cause: 'webhook', key: 'other', of })
    expect(await items('&state=open')).toMatchObject([{ kind: 'status', transactionId: `open_${made}` }])
  })

  it('that it does not list is missing there', async () => {
    const { chargeId, one, two } = await paidBySecond({ state: 'APPROVED', paidAt: NOON })
    expect(await bring(line(two), line('x', { date: '03/01/2026' }))).toMatchObject({ items: 2 })
    expect(await items('&kind=missingThere')).toMatchObject([{ chargeId, transactionId: one }])
  })
})

describe('another amount than was charged', () => {
  const own = (changes: Partial<typeof charges.$inferInsert> = {}) =>
    paidCharge({ attentionReasons: [], ...changes }, { amount: 2200 })

  it('that an operator accepted is no difference, of a statement nor of a reading', async () => {
    const { chargeId, transactionId } = await own()
    expect(await bring(line(transactionId, { amount: '22,00' }))).toMatchObject({ matched: 1, items: 0 })
    await noteReading(db(), chargeId, { status: 'APPROVED', amount: 2200 })
    expect(await items()).toEqual([])
    expect(await bring(line(transactionId))).toMatchObject({ items: 1 })
    expect(await items()).toMatchObject([{ kind: 'amount', ours: { amount: 2200 }, theirs: { amount: 5000 } }])
  })

  it('is one while no operator has accepted it', async () => {
    const { chargeId } = await own({ attentionReasons: ['amountMismatch'] })
    await noteReading(db(), chargeId, { status: 'APPROVED', amount: 2200 })
    expect(await items()).toMatchObject([{ kind: 'amount', ours: { amount: 5000 }, theirs: { amount: 2200 } }])
  })
})

it('a reading of a surplus that went back agrees with it, whatever else pays the charge', async () => {
  const { chargeId } = await paidCharge({}, { state: 'REFUNDED', refundedAmount: 5000 })
  await noteReading(db(), chargeId, { status: 'REFUNDED' })
  expect(await items()).toEqual([])
})
