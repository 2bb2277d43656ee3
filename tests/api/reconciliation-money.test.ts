/** What statements say of returned money, fees and payment methods, and which of two records is the newer. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteReading } from '../../db/queries/reconciliation/readings.ts'
import { type charges, payments } from '../../db/schema/index.ts'
import { itemsOf, taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', fee: 'Taxa', status: 'Situação', date: 'Data' }

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const call = (method: string, path: string, payload?: object) =>
  api.call(api.home.keys.operator, method, `/v1/reconciliation${path}`, { payload })
const items = (query?: string) => itemsOf(api, accountId, query)
const counted = (lines: readonly string[]) => taken(api, { accountId, columns: COLUMNS, lines })

let made = 0
/** A charge that was paid at noon of the second of January. */
async function charge(changes: Partial<typeof charges.$inferInsert> = {}) {
  const transactionId = `pay_${++made}`
  const own = { provider: 'ASAAS', providerAccountId: accountId, transactionId }
  const paid = { status: 'APPROVED', paidAt: '2026-01-02T15:00:00Z' } as const
  const { id } = await api.addCharge(api.home, { ...own, ...paid, ...changes })
  return { id, transactionId }
}
const line = (id: string, { amount = '50,00', status = 'Recebida', date = '02/01/2026 12:00' } = {}) =>
  `${id};${amount};1,99;${status};${date}`

describe('a statement', () => {
  it('shows a part that a bank took, until the same is known here', async () => {
    const { id, transactionId } = await charge()
    await counted([line(transactionId), line(transactionId, { amount: '-30,00', status: 'Chargeback' })])
    const sides = { ours: { amount: 5000, returned: 0 }, theirs: { amount: 5000, status: 'APPROVED', returned: 3000 } }
    const found = await items()
    expect(found).toMatchObject([{ kind: 'amount', chargeId: id, ...sides }])
    const waiting = (await api.call(api.home.keys.operator, 'GET', '/v1/attention?limit=100')).json().data
    expect(waiting.find((one: { id: string }) => one.id === found[0].id)).toMatchObject({ amount: 3000 })
    const { writer } = api.database
    await writer.update(payments).set({ returnedSeen: 2999 }).where(eq(payments.chargeId, id))
    expect(await items('&state=open')).toHaveLength(1)
    await writer.update(payments).set({ returnedSeen: 3000 }).where(eq(payments.chargeId, id))
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })

  it('that lists a refund as asked for says nothing until it lists it as done', async () => {
    const { id, transactionId } = await charge()
    const asked = { amount: '50,00', status: 'Estorno solicitado', date: '03/01/2026 12:00' }
    await counted([line(transactionId), line(transactionId, asked)])
    expect(await items()).toEqual([])
    const done = { amount: '50,00', status: 'Estornado', date: '04/01/2026 12:00' }
    await counted([line(transactionId), line(transactionId, asked), line(transactionId, done)])
    expect(await items()).toMatchObject([{ kind: 'status', chargeId: id, theirs: { status: 'REFUNDED' } }])
  })

  it('that lists a refund of an order as money that left says that it was returned', async () => {
    const { id, transactionId } = await charge()
    const back = { amount: '-50,00', status: 'Estorno - pedido 123', date: '03/01/2026 12:00' }
    await counted([line(transactionId), line(transactionId, back)])
    expect(await items()).toMatchObject([{ kind: 'status', chargeId: id, theirs: { status: 'REFUNDED' } }])
  })

  it('of Pix alone does not miss what was paid by card', async () => {
    const pix = await charge()
    await charge({ paymentMethod: 'CREDIT_CARD' })
    const lost = await charge()
    expect(await counted([line(pix.transactionId), line('x', { date: '03/01/2026' })])).toMatchObject({ items: 2 })
    expect(await items('&kind=missingThere')).toMatchObject([{ chargeId: lost.id }])
  })

  it('counts a fee that was given back off its fees', async () => {
    const { transactionId } = await charge()
    await counted([
      `${transactionId};50,00;-1,99;Recebida;02/01/2026`,
      `${transactionId};-50,00;0,50;Estornada;03/01/2026`,
    ])
    const [statement] = (await call('GET', '/statements')).json().data
    expect(statement).toMatchObject({ amount: 0, fees: 149, net: -149 })
  })
})

describe('a difference ends', () => {
  it('with no statement of an earlier day, which was right then', async () => {
    const { transactionId } = await charge()
    const paid = line(transactionId)
    await counted([paid, line(transactionId, { status: 'Chargeback', date: '05/01/2026' })])
    await counted([paid])
    await counted([line(transactionId, { date: '' })])
    await counted([line(transactionId, { status: 'Estornada', date: '04/01/2026' })])
    const open = await items('&state=open')
    expect(open).toMatchObject([{ kind: 'status', theirs: { status: 'CHARGEBACK' } }])
    expect(open).toHaveLength(1)
    await counted([line(transactionId, { date: '05/01/2026' })])
    expect(await items('&state=open')).toEqual([])
  })

  it('that the provider just answered with no statement of an earlier day', async () => {
    const { id, transactionId } = await charge()
    await noteReading(api.database.writer, id, { status: 'REFUNDED' })
    await counted([line(transactionId)])
    expect(await items()).toMatchObject([{ kind: 'status', state: 'open', source: 'reading' }])
    await noteReading(api.database.writer, id, { status: 'APPROVED' })
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })
})
