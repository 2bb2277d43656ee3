/** Charges that a seller mails to their buyers, over a real SMTP server: what is sent, to whom, and what became of it. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../api/app.ts'
import type { ChargeMail } from '../../api/schemas/charge-mail.ts'
import { mails } from '../../db/schema/index.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

let server: MailServer
let api: ChargingApi
let webhook: string
beforeAll(async () => {
  server = await startMailServer()
  api = await startChargingApi({
    limits: NO_LIMITS,
    settings: { mail: { url: server.url, from: 'recibos@trilho.example' } },
  })
  webhook = `/webhooks/paguesafe/${(await api.connect('PAGUESAFE')).token}`
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})
beforeEach(async () => {
  server.behave('takes')
  const left = () => api.database.writer.$count(mails, eq(mails.state, 'pending'))
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 60_000 })
  server.received.length = 0
})

const MARIA = NEW_CHARGE.customer.email
const ELSEWHERE = 'financeiro@loja.example'

const asSeller = (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) =>
  api.call(api.home.keys.seller, method, path, { payload, headers })
const read = async (path: string) => (await asSeller('GET', path)).json()
async function charge(changes: object = {}): Promise<{ id: string; transactionId: string; checkoutToken: string }> {
  const made = await asSeller('POST', '/v1/charges', { ...NEW_CHARGE, ...changes })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}
const mail = (id: string, body?: object, headers = {}) => asSeller('POST', `/v1/charges/${id}/mails`, body, headers)
const listed = async (id: string): Promise<ChargeMail[]> => (await read(`/v1/charges/${id}/mails`)).data
/** Until all were taken by the mail server, or refused by it. */
const toldOf = (id: string) =>
  expect.poll(async () => (await listed(id)).map(({ kind, to, state }) => [kind, to, state]), { timeout: 60_000 })
async function pay({ id, transactionId }: { id: string; transactionId: string }): Promise<void> {
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  const data = { id: Number(transactionId), status: 'paid' }
  const payload = { id: randomUUID(), type: 'transaction', objectId: transactionId, data }
  expect((await api.app.inject({ method: 'POST', url: webhook, payload })).statusCode).toBe(200)
  await expect.poll(async () => (await read(`/v1/charges/${id}`)).paidAt).not.toBeNull()
}
async function refund(id: string, amount: number): Promise<void> {
  expect([201, 202]).toContain((await asSeller('POST', `/v1/charges/${id}/refunds`, { amount })).statusCode)
}

describe('a charge that was mailed', () => {
  it('has sent its buyer the address to pay, and sends the receipts of its payment and of what goes back', async () => {
    const made = await charge()
    const sent = await mail(made.id)
    expect(sent.statusCode, sent.body).toBe(201)
    expect(sent.json()).toMatchObject({ kind: 'payPage', to: MARIA, lastError: null })
    await toldOf(made.id).toEqual([['payPage', MARIA, 'sent']])
    await pay(made)
    await toldOf(made.id).toEqual([
      ['payPage', MARIA, 'sent'],
      ['paid', MARIA, 'sent'],
    ])
    await refund(made.id, 500)
    await toldOf(made.id).toEqual([
      ['payPage', MARIA, 'sent'],
      ['paid', MARIA, 'sent'],
      ['refunded', MARIA, 'sent'],
    ])
    const [page, receipt, back] = server.received.map(({ text }) => text)
    expect(page).toContain(`/pay/${made.checkoutToken}`)
    expect(page).toMatch(/Valor: R\$ [\d.,]+\r\nPague até: /)
    expect(receipt).toContain('Valor pago: R$')
    expect(back).toContain('Valor devolvido: R$ 5,00')
    for (const { sentAt } of await listed(made.id)) expect(sentAt).not.toBeNull()
  })

  it('to a corrected address sends what follows there, too', async () => {
    const made = await charge()
    expect((await mail(made.id, { to: ELSEWHERE })).json()).toMatchObject({ kind: 'payPage', to: ELSEWHERE })
    await toldOf(made.id).toEqual([['payPage', ELSEWHERE, 'sent']])
    await pay(made)
    await toldOf(made.id).toEqual([
      ['payPage', ELSEWHERE, 'sent'],
      ['paid', ELSEWHERE, 'sent'],
    ])
    expect(server.received.map(({ to }) => to)).toEqual([[ELSEWHERE], [ELSEWHERE]])
  })

  it('by boleto sends the boleto', async () => {
    const made = await charge({ paymentMethod: 'BILLET', address: ADDRESS })
    expect((await mail(made.id)).json()).toMatchObject({ kind: 'boleto' })
    await toldOf(made.id).toEqual([['boleto', MARIA, 'sent']])
    expect(server.received[0]?.text).toContain('Linha digitável: ')
  })

  it('once under one key is mailed once', async () => {
    const made = await charge()
    const key = { 'idempotency-key': uuidv7() }
    const [first, again] = [await mail(made.id, {}, key), await mail(made.id, {}, key)]
    expect(again.json()).toEqual(first.json())
    expect(await listed(made.id)).toHaveLength(1)
  })
})

it('a charge that is paid has its receipt sent by hand, and what goes back of it is told from then on', async () => {
  const made = await charge()
  await pay(made)
  expect(await listed(made.id)).toEqual([])
  expect((await mail(made.id)).json()).toMatchObject({ kind: 'paid', to: MARIA })
  await refund(made.id, 500)
  await toldOf(made.id).toEqual([
    ['paid', MARIA, 'sent'],
    ['refunded', MARIA, 'sent'],
  ])
})

it('a mail that the server refused says so, and is sent once more to another address', async () => {
  const made = await charge()
  await mail(made.id)
  await pay(made)
  await refund(made.id, 500)
  await toldOf(made.id).toHaveLength(3)
  server.behave('refusesAddress')
  const lost = (await listed(made.id)).find(({ kind }) => kind === 'refunded')
  await mail(made.id, { mailId: lost?.id })
  await expect.poll(async () => (await listed(made.id)).at(-1)).toMatchObject({ kind: 'refunded', state: 'failed' })
  const failed = (await listed(made.id)).at(-1)
  expect(failed?.lastError).toContain('does not exist')
  server.behave('takes')
  expect((await mail(made.id, { mailId: failed?.id, to: ELSEWHERE })).statusCode).toBe(201)
  await expect.poll(() => server.received.at(-1)?.to).toEqual([ELSEWHERE])
  const text = server.received.at(-1)?.text
  expect(text).toContain('Valor devolvido: R$ 5,00')
  // It is not of the day on which it is sent again.
  expect(text).not.toContain('Data: ')
})

it('an order’s mails are listed with its charge', async () => {
  const link = await asSeller('POST', '/v1/payment-links', { amount: 1990 })
  const bought = await api.call(null, 'POST', `/v1/checkout/pages/${link.json().url.split('/buy/')[1]}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'BILLET' },
    headers: { 'idempotency-key': uuidv7() },
  })
  const [{ id }] = (await read('/v1/charges?limit=1')).data
  expect((await read(`/v1/charges/${id}`)).checkoutToken).toBe(bought.json().token)
  await toldOf(id).toEqual([['boleto', MARIA, 'sent']])
})

describe('no mail is sent', () => {
  it('of what can no longer be paid, nor of what was asked for and is paid now', async () => {
    const over = await charge()
    await mail(over.id)
    await api.database.sql`UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = ${over.id}`
    expect((await mail(over.id)).json()).toMatchObject({ status: 409, code: 'conflict' })
    const paid = await charge()
    const asked = (await mail(paid.id)).json()
    await pay(paid)
    expect((await mail(paid.id, { mailId: asked.id })).json()).toMatchObject({ status: 409 })
  })

  it('that is of another charge, or to what is no address', async () => {
    const [made, other] = [await charge(), await charge()]
    const theirs = (await mail(other.id)).json()
    expect((await mail(made.id, { mailId: theirs.id })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/mailId' }],
    })
    expect((await mail(made.id, { to: 'maria@example' })).json()).toMatchObject({ errors: [{ path: '/to' }] })
    expect(await listed(made.id)).toEqual([])
  })

  it('more than five times in an hour', async () => {
    const made = await charge()
    for (let nth = 1; nth <= 5; nth += 1) expect((await mail(made.id)).statusCode).toBe(201)
    const sixth = await mail(made.id)
    expect(sixth.statusCode).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)
    const earlier = sql`now() - interval '61 minutes'`
    const [first] = await listed(made.id)
    await api.database.writer
      .update(mails)
      .set({ createdAt: earlier })
      .where(eq(mails.id, first?.id ?? ''))
    expect((await mail(made.id)).statusCode).toBe(201)
  })

  it('where the installation sends none', async () => {
    const made = await charge()
    const { settings, database, temporal } = api
    const changes = { mail: undefined, sandboxUrl: undefined }
    const app = await buildApp({ settings: { ...settings, ...changes }, database, temporal })
    const headers = { authorization: `Bearer ${api.home.keys.seller}` }
    const answer = await app.inject({ method: 'POST', url: `/v1/charges/${made.id}/mails`, headers })
    await app.close()
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ rule: 'noMail' }] })
  })

  it('in test mode, where it is kept to be read', async () => {
    const payload = { name: 'tests', role: 'seller', mode: 'test' }
    const { key } = (await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload })).json()
    const made = (await api.call(key, 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
    const path = `/v1/charges/${made.id}/mails`
    expect((await api.call(key, 'POST', path)).statusCode).toBe(201)
    const state = async () => (await api.call(key, 'GET', path)).json().data[0].state
    await expect.poll(state, { timeout: 60_000 }).toBe('unsent')
    expect(server.received).toEqual([])
  })

  it('once its customer was erased; where it went before is gone as well', async () => {
    const customer = { name: 'Zoe Quaresma', email: 'zoe@buyers.example', document: '15350946056' }
    const made = await charge({ customer })
    await mail(made.id, { to: 'zoe.antiga@buyers.example' }, { 'idempotency-key': uuidv7() })
    await toldOf(made.id).toEqual([['payPage', 'zoe.antiga@buyers.example', 'sent']])
    await pay(made)
    await toldOf(made.id).toHaveLength(2)
    await expect.poll(async () => (await listed(made.id)).every(({ state }) => state === 'sent')).toBe(true)
    const { customerId } = await read(`/v1/charges/${made.id}`)
    const erased = await api.call(api.home.keys.operator, 'DELETE', `/v1/customers/${customerId}`)
    expect(erased.statusCode, erased.body).toBe(204)
    expect((await listed(made.id)).map(({ to }) => to)).toEqual([null, null])
    const { sql: ask } = api.database
    const kept =
      await ask`SELECT response_body::text AS said FROM idempotency_keys UNION ALL SELECT detail::text FROM audit_log`
    expect(JSON.stringify(kept)).not.toContain('zoe.antiga')
    expect((await mail(made.id, { to: ELSEWHERE })).json()).toMatchObject({ status: 409 })
  })
})
