/** What names a customer is gone from the whole database once it is erased, and the money's records stay. */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type charges,
  disbursements,
  disputes,
  reconciliationItems,
  savedFilters,
  users,
  webhookEvents,
} from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const CUSTOMER = {
  name: 'Zenaide "Zu" Quaresma',
  email: 'zenaide.quaresma@buyers.example',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
}
const ADDRESS = {
  zipCode: '01310-100',
  address: 'Alameda dos Quaresmas',
  number: '1234',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
/** Beginnings of what must not be found, in lower case. */
const PERSONAL = [
  'zenaide',
  'quaresma',
  '52998224725',
  '529.982.247',
  '98765-4321',
  '987654321',
  '203.0.113.77',
  'bela vista',
]

let api: ChargingApi
let account: string
beforeAll(async () => {
  api = await startChargingApi()
  account = (await api.connect('ASAAS', { priority: 1 })).id
  await call('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:1/hook', events: ['*'] })
})
afterAll(() => api?.close())

const call = async (method: string, path: string, payload?: object, headers = {}) =>
  (await api.call(api.home.keys.admin, method, path, { payload, headers })).json()
const erase = (id: string | null, key = api.home.keys.operator) => api.call(key, 'DELETE', `/v1/customers/${id}`)

/** Every column of every table that says one of the words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { writer } = api.database
  const columns = await writer.execute<{ table: string; column: string }>(sql`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector')`)
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const said = sql`lower(${sql.identifier(column)}::text)`
      const says = sql.join(
        words.map((word) => sql`position(${word}::text in ${said}) > 0`),
        sql` OR `,
      )
      const [row] = await writer.execute<{ is: boolean }>(
        sql`SELECT EXISTS (SELECT FROM ${sql.identifier(table)} WHERE ${says}) AS is`,
      )
      return row?.is ? [`${table}.${column}`] : []
    }),
  )
  return found.flat().sort()
}

async function saveFilter(search: string, name: string = randomUUID()): Promise<void> {
  const { writer } = api.database
  const [user] = await writer.select({ id: users.id }).from(users).where(eq(users.email, api.home.emails.seller))
  const own = { platformId: api.home.platformId, userId: user?.id ?? '', list: 'charges' as const }
  await writer.insert(savedFilters).values({ ...own, name, search })
}

const statusOf = (id: string) => async () => (await call('GET', `/v1/charges/${id}`)).status
const WAIT = { timeout: 60_000, interval: 100 }

describe('erasing a customer', () => {
  it('leaves nothing that names them in any table, and all that was paid', async () => {
    const asked = {
      ...NEW_CHARGE,
      customer: CUSTOMER,
      address: ADDRESS,
      customerIp: '203.0.113.77',
      description: `Para ${CUSTOMER.name}`,
      orderId: `77/${CUSTOMER.email}`,
      metadata: { comprador: CUSTOMER.document, pedido: 'NF-77' },
      webhookUrl: 'http://127.0.0.1:1/from?buyer=zenaide.quaresma@buyers.example',
    }
    const { id, transactionId } = await call('POST', '/v1/charges', asked, { 'idempotency-key': randomUUID() })
    expect((await call('GET', `/v1/charges/${id}`)).address).toEqual({ ...ADDRESS, zipCode: '01310100' })
    const [customer] = (await call('GET', '/v1/customers?q=zenaide')).data
    expect((await erase(customer.id)).json()).toMatchObject({ status: 409, code: 'conflict' })
    await api.payUntold('ASAAS', transactionId)
    await expect.poll(statusOf(id), WAIT).toBe('APPROVED')
    await call('POST', `/v1/charges/${id}/refunds`, { metadata: { quem: CUSTOMER.email } })
    await expect.poll(statusOf(id), WAIT).toBe('REFUNDED')
    const of = { platformId: api.home.platformId, providerAccountId: account, provider: 'ASAAS' }
    const [refund] = (await call('GET', `/v1/charges/${id}/refunds`)).data
    const difference = {
      ...of,
      source: 'statement' as const,
      theirs: { amount: 5000, status: `PAGO ${CUSTOMER.name}` },
    }
    await api.database.writer.insert(reconciliationItems).values([
      { ...difference, kind: 'missingHere', transactionId, note: `Conferido com ${CUSTOMER.email}` },
      { ...difference, kind: 'amount', transactionId: 'devolvido', disbursementId: refund.id, note: CUSTOMER.phone },
    ])
    await api.database.writer.insert(webhookEvents).values({
      ...of,
      bodyHash: 'x',
      headers: {},
      query: { payer: CUSTOMER.email },
      body: JSON.stringify({ id: transactionId, customer: CUSTOMER }),
      verified: 'token',
      transactionId,
      state: 'delivered',
    })
    await call('POST', '/v1/exports', { resource: 'charges', filters: { q: CUSTOMER.email } })
    for (const search of [
      { q: CUSTOMER.name },
      { status: 'APPROVED', q: CUSTOMER.email.toUpperCase() },
      { q: 'nota' },
    ]) {
      await saveFilter(new URLSearchParams(search).toString())
    }
    await saveFilter('status=PENDING', CUSTOMER.name)
    await saveFilter('q=%FF%')
    expect(await placesOf(PERSONAL)).toEqual(
      expect.arrayContaining([
        'charges.customer',
        'idempotency_keys.response_body',
        'list_exports.filters',
        'reconciliation_items.note',
        'reconciliation_items.theirs',
        'seller_events.snapshot',
        'search_words.word',
        'webhook_events.body',
      ]),
    )
    await expect.poll(async () => (await erase(customer.id)).statusCode, WAIT).toBe(204)
    expect(await placesOf(PERSONAL)).toEqual([])
    const left = await api.database.writer.select({ search: savedFilters.search }).from(savedFilters)
    expect(left.map(({ search }) => search).sort()).toEqual(['q=%FF%', 'q=nota'])
    expect(await call('GET', `/v1/customers/${customer.id}`)).toMatchObject({ status: 404 })
    expect(await call('GET', `/v1/charges/${id}`)).toMatchObject({
      status: 'REFUNDED',
      amount: NEW_CHARGE.amount,
      refundedAmount: NEW_CHARGE.amount,
      transactionId,
      customer: { name: '', email: '', document: '' },
      address: null,
      metadata: { pedido: 'NF-77' },
    })
    const items = await call('GET', '/v1/reconciliation/items?providerAccountId=' + account)
    expect(items.data).toMatchObject([{ theirs: { amount: 5000 } }, { theirs: { amount: 5000 } }])
    const log = await call('GET', '/v1/audit-log?action=customer.erase')
    expect(log.data).toMatchObject([{ target: `customer/${customer.id}`, actor: expect.any(String) }])
  })

  it('leaves every date, status and address readable, whatever the buyer was called', async () => {
    const asked = {
      ...NEW_CHARGE,
      customer: { ...CUSTOMER, name: 'APPROVED', document: '15350946056' },
      address: { ...ADDRESS, address: '2026' },
      webhookUrl: 'http://127.0.0.1:1/2026?who=APPROVED',
    }
    const { id, transactionId } = await call('POST', '/v1/charges', asked, { 'idempotency-key': randomUUID() })
    await api.payUntold('ASAAS', transactionId)
    await expect.poll(statusOf(id), WAIT).toBe('APPROVED')
    const { customerId } = await call('GET', `/v1/charges/${id}`)
    await expect.poll(async () => (await erase(customerId)).statusCode, WAIT).toBe(204)
    const told = (await call('GET', '/v1/webhook-deliveries?limit=100')).data.filter(
      ({ chargeId }: { chargeId: string }) => chargeId === id,
    )
    expect(told.length).toBeGreaterThan(0)
    for (const { body } of told) {
      expect(body.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT/)
      expect(body.data.status).toMatch(/^(?:PENDING|APPROVED)$/)
      expect(body.data.customer.name).toBe('•••')
    }
    const [own] = await api.database.sql<{ url: string }[]>`
      SELECT url FROM webhook_deliveries WHERE charge_id = ${id} AND endpoint_id IS NULL`
    expect(own?.url).toBe('http://127.0.0.1:1/•••?who=•••')
  })

  it('also leaves nothing in the address of a message that was on its way meanwhile', async () => {
    const held: ServerResponse[] = []
    const seller = createServer((_, response) => void held.push(response))
    await new Promise<void>((done) => seller.listen(0, '127.0.0.1', done))
    onTestFinished(() => void seller.close())
    const { port } = seller.address() as AddressInfo
    const customer = { name: 'Filomena', email: 'filomena@buyers.example', document: '86288366757' }
    const asked = { ...NEW_CHARGE, customer, webhookUrl: `http://127.0.0.1:${port}/from?buyer=${customer.email}` }
    const { id, transactionId } = await call('POST', '/v1/charges', asked, { 'idempotency-key': randomUUID() })
    await api.payUntold('ASAAS', transactionId)
    await expect.poll(() => held.length, WAIT).toBeGreaterThan(0)
    const { customerId } = await call('GET', `/v1/charges/${id}`)
    await expect.poll(async () => (await erase(customerId)).statusCode, WAIT).toBe(204)
    for (const response of held) response.end()
    const tries = async () =>
      (
        await api.database.sql<{ url: string }[]>`
        SELECT DISTINCT delivery.url, attempt.url AS tried FROM webhook_deliveries delivery
        JOIN webhook_delivery_attempts attempt ON attempt.delivery_id = delivery.id
        WHERE delivery.charge_id = ${id} AND delivery.endpoint_id IS NULL`
      ).map((row) => ({ ...row }))
    const blank = `http://127.0.0.1:${port}/from?buyer=•••`
    await expect.poll(tries, WAIT).toEqual([{ url: blank, tried: blank }])
  })

  it('makes who buys again a new customer', async () => {
    const made = { customer: { ...CUSTOMER, document: '11144477735' }, status: 'APPROVED' } as const
    const first = await api.addCharge(api.home, made)
    expect((await erase(first.customerId)).statusCode).toBe(204)
    const again = await api.addCharge(api.home, made)
    expect(again.customerId).not.toBe(first.customerId)
    expect(await call('GET', `/v1/customers/${again.customerId}`)).toMatchObject({ totals: [{ charges: 1 }] })
    expect((await erase(first.customerId)).statusCode).toBe(404)
  })

  /** Temporal is away, and it is tried again. */
  const addNotice = (
    { id: bodyHash, platformId, providerAccountId }: typeof charges.$inferSelect,
    about: { chargeId: string } | { transactionId: string | null },
  ) =>
    api.database.writer.insert(webhookEvents).values({
      ...about,
      ...{
        platformId,
        providerAccountId: providerAccountId ?? '',
        provider: 'FLOW2PAY',
        verified: 'signature',
        bodyHash,
      },
      ...{ headers: {}, query: {}, body: '{"evento":"PixInReversal"}' },
      nextAttemptAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
  const UNDER_WAY: Record<string, (charge: typeof charges.$inferSelect) => Promise<unknown>> = {
    'a refund': ({ id: chargeId, platformId }) =>
      api.database.writer.insert(disbursements).values({ platformId, chargeId, kind: 'refund', amount: 1 }),
    'a dispute': ({ id: chargeId, platformId }) =>
      api.database.writer.insert(disputes).values({ platformId, chargeId, kind: 'MED', amount: 1, currency: 'BRL' }),
    'a notice that waits': async (charge) => {
      const { id: providerAccountId } = await api.addAccount(api.home, 'FLOW2PAY')
      return addNotice({ ...charge, providerAccountId }, { chargeId: charge.id })
    },
    'a notice of its transaction': async ({ customer }) => {
      const made = await api.addMadeCharge(api.home, { customer, status: 'APPROVED' })
      return addNotice(made, { transactionId: made.transactionId })
    },
    'what an operator decides': ({ customer, platformId }) =>
      api.addCharge({ ...api.home, platformId }, { customer, status: 'APPROVED', attentionReasons: ['doublePayment'] }),
  }

  it.each(Object.entries(UNDER_WAY))('waits for %s', async (name, begin) => {
    const customer = { name: 'Otávio', email: `${name.replaceAll(' ', '-')}@buyers.example`, document: '' }
    const charge = await api.addCharge(api.home, { customer, status: 'APPROVED' })
    await begin(charge)
    expect((await erase(charge.customerId)).json()).toMatchObject({ status: 409, code: 'conflict' })
    expect(await call('GET', `/v1/charges/${charge.id}`)).toMatchObject({ customer })
  })

  it('leaves others alone, whatever their words are', async () => {
    const odd = { name: 'a|b (c) [d] \\ "e": ,{', email: 'odd@buyers.example', document: '15350946056' }
    const items = [{ title: 'Curso de a|b (c) [d] \\ "e": ,{', unitPrice: 5000 as never, quantity: 1, tangible: true }]
    const charge = await api.addCharge(api.home, { customer: odd, items, status: 'APPROVED' })
    const other = await api.addCharge(api.home, { customer: { ...odd, document: '86288366757' }, status: 'APPROVED' })
    expect((await erase(charge.customerId)).statusCode).toBe(204)
    expect((await call('GET', `/v1/charges/${charge.id}`)).items).toMatchObject([{ title: 'Curso de •••' }])
    expect(await call('GET', `/v1/charges/${other.id}`)).toMatchObject({ customer: { name: odd.name } })
  })
})
