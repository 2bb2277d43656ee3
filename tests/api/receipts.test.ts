/** Receipts of what is bought on public pages, over a real SMTP server: each once, and never in the way of money. */
import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { leaveUnsent } from '../../db/queries/mail/outbox.ts'
import { charges, mails } from '../../db/schema/index.ts'
import { mailDeliveryWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type SandboxTransaction, sandboxClient } from '../support/sandbox-client.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const { holderDocument: _, ...CARD } = NEW_CARD

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
  // What an earlier test has left would meet the server of this one.
  const left = () => api.database.writer.$count(mails, eq(mails.state, 'pending'))
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 60_000 })
  server.received.length = 0
})

const asSeller = (method: 'GET' | 'POST', path: string, payload?: object) =>
  api.call(api.home.keys.seller, method, path, { payload })
const read = async (path: string) => (await asSeller('GET', path)).json()

async function page(): Promise<string> {
  const { url } = (await asSeller('POST', '/v1/payment-links', { amount: 1990, title: 'Curso de cerâmica' })).json()
  return url.split('/buy/')[1]
}
/** A try that the page takes. */
async function buy(slug: string, payload: object = {}): Promise<{ token: string; id: string; transactionId: string }> {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { token } = answer.json()
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  return { token, id: row?.id ?? '', transactionId: row?.transactionId ?? '' }
}
async function notice(transactionId: string): Promise<void> {
  const data = { id: Number(transactionId), status: 'paid' }
  const payload = { id: randomUUID(), type: 'transaction', objectId: transactionId, data }
  expect((await api.app.inject({ method: 'POST', url: webhook, payload })).statusCode).toBe(200)
}
const paidAt = async (id: string) => (await read(`/v1/charges/${id}`)).paidAt
async function pay({ id, transactionId }: { id: string; transactionId: string }): Promise<void> {
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  await notice(transactionId)
  await expect.poll(() => paidAt(id)).not.toBeNull()
}
async function refund(id: string, amount?: number): Promise<void> {
  const before = (await read(`/v1/charges/${id}`)).refundedAmount
  const answer = await asSeller('POST', `/v1/charges/${id}/refunds`, amount ? { amount } : {})
  expect([201, 202]).toContain(answer.statusCode)
  await expect.poll(async () => (await read(`/v1/charges/${id}`)).refundedAmount).toBeGreaterThan(before)
}
const seen = async ({ token }: { token: string }) => (await api.call(null, 'GET', `/v1/checkout/${token}`)).json()
const queued = (chargeId: string) =>
  api.database.writer.select().from(mails).where(eq(mails.chargeId, chargeId)).orderBy(asc(mails.id))
const states = async (chargeId: string) => (await queued(chargeId)).map(({ state }) => state)

describe('an order that was paid', () => {
  it('has one receipt, however often its payment is learnt, and one for each sum that goes back', async () => {
    const made = await buy(await page())
    await pay(made)
    await notice(made.transactionId)
    await expect.poll(() => states(made.id)).toEqual(['sent'])
    await refund(made.id, 500)
    await refund(made.id)
    await expect.poll(() => states(made.id)).toEqual(['sent', 'sent', 'sent'])
    expect(server.received.map(({ to }) => to)).toEqual(Array(3).fill(['maria@example.com']))
    expect(new Set(server.received.map(({ headers }) => headers.get('message-id'))).size).toBe(3)
    const [receipt, part, rest] = server.received.map(({ text }) => text)
    expect(receipt).toContain('Valor pago: R$ 19,90')
    expect(receipt).toContain('Compra: Curso de cerâmica')
    expect(receipt).toContain(`/pay/${made.token}`)
    expect(part).toContain('Valor devolvido: R$ 5,00')
    expect(rest).toContain('Valor devolvido: R$ 14,90')
  })

  it('by card names its brand and last digits, and nothing else of it; its number is the page’s, and finds the charge', async () => {
    const made = await buy(await page(), { paymentMethod: 'CREDIT_CARD', card: CARD })
    await expect.poll(() => states(made.id)).toEqual(['sent'])
    const text = server.received[0]?.text ?? ''
    expect(text).toContain('Forma de pagamento: Cartão de crédito Visa •••• 1486\r\n')
    const number = /^Número do pagamento: ([\w-]+)/m.exec(text)?.[1] ?? ''
    expect((await read(`/v1/charges?q=${number}`)).data).toMatchObject([{ id: made.id }])
    expect(text.replace(number, '').replace(made.token, '')).not.toMatch(/21486|739|MARIA SILVA/)
    expect(await seen(made)).toMatchObject({ receipt: { number } })
  })

  it('twice has one receipt: the second payment is told to a person, and pays nothing', async () => {
    const slug = await page()
    const pix = await buy(slug)
    const boleto = await buy(slug, { token: pix.token, paymentMethod: 'BILLET' })
    await pay(boleto)
    await pay(pix)
    await expect.poll(async () => (await queued(boleto.id)).map(({ kind }) => kind)).toEqual(['boleto', 'paid'])
    expect(await queued(pix.id)).toEqual([])
  })
})

describe('a boleto of a page', () => {
  it('is mailed once: its line, its file, and the address that shows it', async () => {
    const made = await buy(await page(), { paymentMethod: 'BILLET' })
    await expect.poll(() => states(made.id)).toEqual(['sent'])
    const { billetCode, billetUrl } = await read(`/v1/charges/${made.id}`)
    const mails = () => server.received.filter(({ text }) => text.includes(`/pay/${made.token}`))
    expect(mails()).toMatchObject([{ to: ['maria@example.com'] }])
    const line = /Linha digitável: (.*)/.exec(mails()[0]?.text ?? '')?.[1]
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
    expect(line?.replace(/\D/g, '')).toBe(billetCode)
    expect(mails()[0]?.text).toContain(billetUrl)
    expect([billetCode, billetUrl]).toEqual([expect.stringMatching(/^\d{47}$/), expect.stringMatching(/^http/)])
    await pay(made)
    await expect.poll(() => states(made.id)).toEqual(['sent', 'sent'])
    expect(mails()[1]?.text).toContain('Valor pago: R$ 19,90')
  })

  const boletoOf = async (slug: string, email: string) => {
    const made = await buy(slug, { paymentMethod: 'BILLET', customer: { ...NEW_CHARGE.customer, email } })
    // A stranger may have typed the address, and is told nothing of it.
    expect(await seen(made)).toMatchObject({ mailed: true })
    return (await queued(made.id)).length === 1
  }

  it('goes to one address five times a day, however it is written, from whichever page', async () => {
    const [address, slug] = [`${uuidv7()}@example.com`, await page()]
    for (const of of [slug, slug, slug, await page(), await page()]) expect(await boletoOf(of, address)).toBe(true)
    expect(await boletoOf(slug, address.toUpperCase())).toBe(false)
    expect(await boletoOf(slug, `other-${address}`)).toBe(true)
    const earlier = sql`now() - interval '25 hours'`
    await api.database.writer.update(mails).set({ createdAt: earlier }).where(eq(mails.kind, 'boleto'))
    expect(await boletoOf(slug, address)).toBe(true)
  })

  it.each<[string, number, isOfPage: boolean]>([
    ['from one page 500', 500, true],
    ['from one platform 2,000', 2000, false],
  ])('goes to strangers in a measure: %s a day', async (_, most, isOfPage) => {
    const slug = await page()
    const first = await buy(slug, { paymentMethod: 'BILLET' })
    const [sent] = await queued(first.id)
    const write = (count: number, from: number) =>
      api.database.sql`
        INSERT INTO mails (id, platform_id, charge_id, kind, refunded_until_then, page_id, state)
        SELECT next_id(), ${api.home.platformId}, ${first.id}, 'boleto', n, ${isOfPage ? (sent?.pageId ?? null) : uuidv7()}, 'failed'
        FROM generate_series(${from}::int, ${from + count - 1}::int) AS n`
    const [known] = await api.database.sql`
      SELECT count(*)::int AS count FROM mails WHERE created_at > now() - interval '1 day' AND page_id IS NOT NULL
        AND (page_id = ${sent?.pageId ?? null} OR NOT ${isOfPage})`
    await write(most - 1 - known?.count, 1)
    const address = () => `${uuidv7()}@example.com`
    expect(await boletoOf(slug, address())).toBe(true)
    expect(await boletoOf(slug, address())).toBe(false)
    expect(await boletoOf(await page(), address())).toBe(isOfPage)
    await api.database.sql`DELETE FROM mails WHERE charge_id = ${first.id}`
  })

  it.each<[string, (slug: string, token: string) => Promise<unknown>]>([
    ['another way was chosen', (slug, token) => buy(slug, { token })],
    [
      'its last day is over',
      (_, token) =>
        api.database.writer
          .update(charges)
          .set({ expiresAt: new Date(Date.now() - 86_400_000).toISOString() })
          .where(eq(charges.checkoutToken, token)),
    ],
  ])('is not mailed once %s', async (_, happens) => {
    server.behave('busyAtAddress')
    const slug = await page()
    const made = await buy(slug, { paymentMethod: 'BILLET' })
    await expect.poll(async () => (await queued(made.id))[0]?.attempts).toBeGreaterThan(0)
    await happens(slug, made.token)
    server.behave('takes')
    await expect.poll(() => states(made.id)).toEqual(['failed'])
    expect(server.received.filter(({ text }) => text.includes(made.token))).toEqual([])
  })
})

it('a refund of what was not paid has no receipt; one that is known before its payment is told with it', async () => {
  const { id: chargeId } = await buy(await page())
  const hear = (to: 'REFUNDED' | 'APPROVED') =>
    applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${uuidv7()}` })
  await hear('REFUNDED')
  const charge = () => read(`/v1/charges/${chargeId}`)
  expect(await charge()).toMatchObject({ status: 'REFUNDED', paidAt: null, refundedAmount: 0 })
  expect(await queued(chargeId)).toEqual([])
  await hear('APPROVED')
  expect(await charge()).toMatchObject({ status: 'REFUNDED', refundedAmount: 1990 })
  expect(await queued(chargeId)).toMatchObject([{ kind: 'refunded', amount: 1990, refundedUntilThen: 1990 }])
  await expect.poll(() => states(chargeId)).toEqual(['sent'])
})

it('a charge that was paid twice, and of which both go back, is told of both', async () => {
  const { id: chargeId, transactionId } = await buy(await page())
  const accountId = (await read(`/v1/charges/${chargeId}`)).providerAccountId
  const own = { accountId, transactionId }
  const second = { accountId, transactionId: '990099' }
  for (const to of ['APPROVED', 'REFUNDED'] as const) {
    for (const of of [own, second]) {
      const key = `webhook/${uuidv7()}`
      await applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key, of, isRead: true })
    }
  }
  const told = (await queued(chargeId)).map(({ kind, amount }) => [kind, amount])
  expect(told).toEqual([
    ['paid', 1990],
    ['refunded', 1990],
    ['refunded', 1990],
  ])
  await expect.poll(() => states(chargeId)).toEqual(['sent', 'sent', 'sent'])
})

it('in test mode no buyer is written to: it would be a receipt of money that no buyer paid', async () => {
  const payload = { name: 'tests', role: 'seller', mode: 'test' }
  const { key } = (await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload })).json()
  const sold = { amount: 1990, title: 'Curso de cerâmica' }
  const link = await api.call(key, 'POST', '/v1/payment-links', { payload: sold })
  const bought = await buy(link.json().url.split('/buy/')[1])
  const { provider, transactionId } = (await api.call(key, 'GET', `/v1/charges/${bought.id}`)).json()
  await sandboxClient(api.sandbox.url).act({ provider, id: transactionId } as SandboxTransaction, 'pay')
  await expect.poll(() => states(bought.id), { timeout: 60_000 }).toEqual(['unsent'])
  expect(server.received.filter(({ text }) => text.includes(bought.token))).toEqual([])
})

it('a charge that no public page made has no receipt', async () => {
  const { id, transactionId } = (await asSeller('POST', '/v1/charges', NEW_CHARGE)).json()
  await pay({ id, transactionId })
  expect(await queued(id)).toEqual([])
})

describe('a mail server', () => {
  it('that is busy, and then hangs up after the mail, gets it again under the same Message-ID', async () => {
    server.behave('busyAtData', 'hangsUp', 'takes')
    const made = await buy(await page())
    await pay(made)
    await expect.poll(() => states(made.id)).toEqual(['sent'])
    expect(await queued(made.id)).toMatchObject([{ attempts: 3, lastError: null, sentAt: expect.any(String) }])
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  })

  it('that refuses the address is asked once, and its words are kept without the address', async () => {
    server.behave('refusesAddress')
    const made = await buy(await page())
    await pay(made)
    await expect.poll(() => states(made.id)).toEqual(['failed'])
    const [row] = await queued(made.id)
    expect(row).toMatchObject({ attempts: 1, lastError: expect.stringContaining('does not exist') })
    expect(row?.lastError).not.toContain('maria')
  })

  it('that takes nothing keeps no charge from being paid', async () => {
    server.behave('busyAtAddress')
    const made = await buy(await page())
    await pay(made)
    expect(await read(`/v1/charges/${made.id}`)).toMatchObject({ status: 'APPROVED', attention: null })
    await expect.poll(async () => (await queued(made.id))[0]?.attempts).toBeGreaterThan(0)
    server.behave('takes')
    await expect.poll(() => states(made.id)).toEqual(['sent'])
    const [mail] = await queued(made.id)
    const workflowId = mailDeliveryWorkflowId(mail?.id ?? '')
    await api.temporal.workflow.getHandle(workflowId).result()
    await keepHistory(api.temporal, workflowId, 'mail-sent-after-a-refusal')
  })
})

it('without a mail server nothing is kept for later', async () => {
  const charge = await api.addMadeCharge(api.home)
  const { id: chargeId, platformId } = charge
  const startAt = '2020-01-01T00:00:00Z'
  // The worker of this file has a server: what it would take is asked for before it looks.
  const left = await api.database.writer.transaction(async (tx) => {
    await tx.insert(mails).values({ platformId, chargeId, kind: 'paid', amount: 1, startAt })
    return leaveUnsent(tx as never, '2020-01-02T00:00:00Z', 10)
  })
  expect(left).toBe(1)
  expect(await states(chargeId)).toEqual(['unsent'])
})
