/** Who bought at a platform: known by their document, else their e-mail; found like anything else; and added up. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KnownCustomer } from '../../api/schemas/customer.ts'
import { charges, searchDocuments } from '../../db/schema/index.ts'
import { startTestApi, type Tenant, type TestApi } from './support.ts'

const MARIA = { name: 'Maria da Conceição', email: 'mdc@shop.example', document: '52998224725', phone: '11987654321' }
const JOSE = { name: 'José', email: 'jose@shop.example', document: '11144477735' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(() => api.database.writer.delete(charges))

const get = async (path: string, tenant: Tenant = api.home) => (await api.call(tenant.keys.seller, 'GET', path)).json()
const list = async (query = '', tenant?: Tenant): Promise<KnownCustomer[]> =>
  (await get(`/v1/customers${query}`, tenant)).data

describe('a customer', () => {
  it('is one person at one platform, under whichever name the same document buys there', async () => {
    await api.addCharge(api.home, { customer: MARIA })
    await api.addCharge(api.home, { customer: { ...MARIA, name: 'Maria C.', email: 'other@shop.example' } })
    await api.addCharge(api.home, { customer: JOSE })
    await api.addCharge(api.other, { customer: MARIA })
    expect((await list()).map(({ name, email }) => [name, email])).toEqual([
      ['José', 'jose@shop.example'],
      ['Maria C.', 'other@shop.example'],
    ])
    const [theirs] = await list('', api.other)
    expect(theirs).toMatchObject({ ...MARIA, totals: [{ charges: 1 }] })
    expect(await get(`/v1/customers/${theirs?.id}`)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('is known by the e-mail where there is no document, however it is written', async () => {
    await api.addCharge(api.home, { customer: { ...MARIA, document: '' } })
    await api.addCharge(api.home, { customer: { ...MARIA, document: '', email: 'MDC@shop.example' } })
    expect(await list()).toMatchObject([{ totals: [{ charges: 2 }] }])
  })

  it('is shown with what the charges come to, by currency', async () => {
    const paid = { customer: MARIA, status: 'APPROVED', paidAt: '2026-11-01T12:00:00Z' } as const
    await api.addCharge(api.home, { ...paid, amount: 1_000 })
    await api.addCharge(api.home, { ...paid, amount: 2_000, status: 'REFUNDED', refundedAmount: 2_000 })
    await api.addCharge(api.home, { customer: MARIA, amount: 4_000, status: 'REJECTED' })
    await api.addCharge(api.home, { ...paid, amount: 8_000, currency: 'USD' })
    const [one] = await list()
    expect(await get(`/v1/customers/${one?.id}`)).toEqual(one)
    expect(one?.totals).toEqual([
      { currency: 'BRL', charges: 3, approved: 2, approvedAmount: 3_000, refundedAmount: 2_000 },
      { currency: 'USD', charges: 1, approved: 1, approvedAmount: 8_000, refundedAmount: 0 },
    ])
    await api.addCharge(api.home, { customer: JOSE })
    const theirs = await get(`/v1/charges?customerId=${one?.id}`)
    expect(theirs.data.map(({ amount }: { amount: number }) => amount)).toEqual([8_000, 4_000, 2_000, 1_000])
  })

  it.each(['conceicao', '529.982.247-25', 'MDC@shop', '98765-4321'])('is found by %s', async (q) => {
    await api.addCharge(api.home, { customer: JOSE })
    await api.addCharge(api.home, { customer: MARIA })
    expect(await list(`?q=${encodeURIComponent(q)}`)).toMatchObject([{ name: MARIA.name }])
  })

  it('is found by every name and address on their charges, and called by the last', async () => {
    for (const name of ['Maria Souza', 'Maria Prado', 'Maria Prado', 'Maria Lemos']) {
      await api.addCharge(api.home, { customer: { ...MARIA, name, email: `${name.slice(6)}@shop.example` } })
    }
    for (const q of ['souza', 'prado', 'lemos', 'Souza@shop.example', '98765-4321', MARIA.document]) {
      expect(await list(`?q=${encodeURIComponent(q)}`), q).toMatchObject([{ name: 'Maria Lemos' }])
    }
  })

  it('is found by each of the names that several charges give at once', async () => {
    await api.addCharge(api.home, { customer: MARIA })
    const names = Array.from({ length: 12 }, (_, number) => `Nome${number} Sobrenome${number % 3}`)
    await Promise.all(names.map((name) => api.addCharge(api.home, { customer: { ...MARIA, name } })))
    for (const name of names) expect(await list(`?q=${encodeURIComponent(name)}`), name).toHaveLength(1)
  })

  it('has so many words at most, however many names are given', async () => {
    for (let number = 0; number < 300; number += 1) {
      await api.addCharge(api.home, { customer: { ...MARIA, name: `Um${number} Dois${number} Quatro${number}` } })
    }
    const [document] = await api.database.writer.select().from(searchDocuments).where(sql`kind = 'customer'`)
    expect(document?.words.split(' ').length).toBeLessThan(520)
  })

  it('is gone with the last charge that was taken back unsent, and its words too', async () => {
    const first = await api.addCharge(api.home, { customer: MARIA })
    await api.addCharge(api.home, { customer: MARIA })
    await api.database.writer.delete(charges).where(sql`${charges.id} = ${first.id}`)
    expect(await list()).toHaveLength(1)
    await api.database.writer.delete(charges)
    expect(await list()).toEqual([])
    expect(await api.database.writer.select().from(searchDocuments)).toEqual([])
  })

  it('is one, however many of their charges are made at once', async () => {
    await Promise.all(Array.from({ length: 30 }, () => api.addCharge(api.home, { customer: MARIA })))
    expect(await list()).toMatchObject([{ totals: [{ charges: 30 }] }])
  })

  it('pages oldest or newest first', async () => {
    for (const i of [1, 2, 3]) await api.addCharge(api.home, { customer: { ...JOSE, document: `0000000000${i}` } })
    const first = await get('/v1/customers?limit=2&sort=createdAt')
    const second = await get(`/v1/customers?limit=2&sort=createdAt&cursor=${first.nextCursor}`)
    const documents = [...first.data, ...second.data].map(({ document }: KnownCustomer) => document.at(-1))
    expect([documents, second.nextCursor]).toEqual([['1', '2', '3'], null])
  })
})
