/** Cards: taken once, kept nowhere in clear, charged by a name of ours. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Card } from '../../api/schemas/card.ts'
import { Charge } from '../../api/schemas/charge.ts'
import { processLogger } from '../../telemetry/logger.ts'
import { NEW_CARD as CARD, type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const { cardNumber: NUMBER, cvv: CVV } = CARD
const DECLINED = '4000000000000002'
/** As it is typed. */
const NEW_CARD = { ...CARD, cardNumber: NUMBER.replace(/(\d{4})(?=\d)/g, '$1 '), holderDocument: '529.982.247-25' }

const logged: string[] = []
let api: ChargingApi
let account: { id: string }
let pixOnly: { id: string }
beforeAll(async () => {
  const destination = new PassThrough()
  destination.on('data', (line) => logged.push(String(line)))
  api = await startChargingApi({ logger: processLogger('api', { logLevel: 'trace' }, destination) })
  pixOnly = await api.connect('TREEAL', { priority: 1 })
  account = await api.connect('PAGUESAFE', { priority: 50 })
  const payload = { maxInstallmentsWithoutInterest: 3 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterAll(() => api?.close())

const save = (changes: object = {}, key = api.home.keys.seller, headers = {}) =>
  api.call(key, 'POST', '/v1/cards', { payload: { ...NEW_CARD, ...changes }, headers })
const charge = (changes: object) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', ...changes },
  })
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

/** Everything that the database holds, as text. */
async function everythingKept(): Promise<string> {
  const { sql } = api.database
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT to_jsonb(t)::text AS row FROM ${sql(name)} t`))
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

describe('a saved card', () => {
  it('is known by its last digits, at the first account that takes cards', async () => {
    const answer = await save()
    expect(answer.statusCode).toBe(201)
    const card = answer.json()
    expect(Value.Errors(Card, card)).toEqual([])
    expect(card).toMatchObject({
      brand: 'VISA',
      lastDigits: NUMBER.slice(-4),
      expiresAt: '2039-08-01T03:00:00.000Z',
      provider: 'PAGUESAFE',
      providerAccountId: account.id,
    })
    expect((await get('/v1/cards')).data).toContainEqual(card)
    expect((await api.call(api.other.keys.admin, 'GET', '/v1/cards')).json().data).toEqual([])
  })

  it.each([
    [{ cardNumber: '4539578763621487' }, '/cardNumber', 'cardNumber'],
    [{ cardNumber: '4539 5787 6362' }, '/cardNumber', 'cardNumber'],
    [{ holderName: '1234' }, '/holderName', 'holderName'],
    [{ holderDocument: '52998224726' }, '/holderDocument', 'holderDocument'],
    [{ expMonth: '13' }, '/expMonth', 'expMonth'],
    [{ expYear: '20' }, '/expYear', 'expired'],
    [{ expYear: '1939' }, '/expYear', 'expYear'],
    [{ cvv: '12' }, '/cvv', 'cvv'],
  ])('%j is not saved', async (changes, path, rule) => {
    const answer = await save(changes)
    expect(answer.json()).toMatchObject({ status: 422, code: 'rule_broken', errors: [{ path, rule }] })
    expect(answer.body).not.toContain(NUMBER.slice(0, 12))
  })

  it('in a body that cannot be read is not said back', async () => {
    const answer = await api.call(api.home.keys.seller, 'POST', '/v1/cards', {
      payload: `{"cardNumber":"${NUMBER}",`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain(NUMBER.slice(-4))
  })

  it('is saved once under its key, by a hash that tells nothing of it', async () => {
    const headers = { 'idempotency-key': 'one-card' }
    const first = await save({}, undefined, headers)
    const again = await save({}, undefined, headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    const [kept] = await api.database.sql`SELECT request_hash AS hash FROM idempotency_keys WHERE key = 'one-card'`
    const sorted = Object.fromEntries(Object.entries(NEW_CARD).sort(([a], [b]) => (a < b ? -1 : 1)))
    const guessed = createHash('sha256')
      .update(`POST /v1/cards\n${JSON.stringify(sorted)}`)
      .digest('hex')
    expect(kept?.hash).toEqual(expect.any(String))
    expect(kept?.hash).not.toContain(guessed)
    const other = await save({ holderName: 'OUTRA PESSOA' }, undefined, headers)
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('that was removed is forgotten, and pays nothing more', async () => {
    const { cardId } = (await save()).json()
    const { id } = (await charge({ cardId })).json()
    expect((await api.call(api.home.keys.seller, 'DELETE', `/v1/cards/${cardId}`)).statusCode).toBe(204)
    expect((await get('/v1/cards?limit=100')).data.map((card: { cardId: string }) => card.cardId)).not.toContain(cardId)
    expect((await charge({ cardId })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/cardId', rule: 'card' }],
    })
    expect((await api.call(api.home.keys.seller, 'DELETE', `/v1/cards/${cardId}`)).statusCode).toBe(404)
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED' })
    const [row] = await api.database.sql`SELECT sealed_token FROM cards WHERE id = ${cardId}`
    expect(row).toEqual({ sealed_token: '' })
  })

  it('is refused in the words of a provider that takes none', async () => {
    const answer = await save({ providerAccountId: pixOnly.id })
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'method_not_supported',
      detail: 'Method not implemented.',
    })
  })

  it('belongs to an account of the platform', async () => {
    const theirs = await api.addAccount(api.other, 'PAGUESAFE')
    expect((await save({ providerAccountId: theirs.id })).json()).toMatchObject({
      status: 422,
      code: 'no_provider_account',
    })
  })
})

describe('a charge by card', () => {
  it('is approved at once, in installments, without a trace of the card anywhere', async () => {
    const { cardId } = (await save()).json()
    const answer = await charge({ cardId, installments: 3 })
    expect(answer.statusCode).toBe(201)
    const made = answer.json()
    expect(Value.Errors(Charge, made)).toEqual([])
    expect(made).toMatchObject({
      status: 'APPROVED',
      paymentMethod: 'CREDIT_CARD',
      provider: 'PAGUESAFE',
      providerAccountId: account.id,
      installments: 3,
      pixCode: null,
      billetCode: null,
    })
    const { data } = await get(`/v1/charges/${made.id}/attempts`)
    expect(data).toMatchObject([{ provider: 'PAGUESAFE', outcome: 'created' }])
    expect(data[0].exchange[0].requestBody).toContain('credit_card')

    const kept = (await everythingKept()) + logged.join('')
    for (const secret of [NUMBER, NEW_CARD.cardNumber, `"${CVV}"`]) expect(kept).not.toContain(secret)
    expect(kept).not.toMatch(new RegExp(`(?:cvv|cvc|code)\\W{1,6}${CVV}`, 'i'))
  })

  it('that the bank declines is a charge all the same, with the reason', async () => {
    const { cardId } = (await save({ cardNumber: DECLINED })).json()
    const answer = await charge({ cardId })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'REJECTED', failureMessage: 'Recusada pelo banco do pagador' })
    expect(await get(`/v1/charges/${answer.json().id}`)).toEqual(answer.json())
  })

  it('that the provider answers with a refusal is one too', async () => {
    const bank = createServer((_, response) => {
      response
        .writeHead(402, { 'content-type': 'application/json' })
        .end('{"message":"Cartão 4539 5787 6362 1486 recusado"}')
    })
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void bank.close())
    const baseUrl = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`
    const { id: providerAccountId } = await api.connect('PAGUESAFE', { priority: 90, baseUrl })
    const { cardId } = (await save({ providerAccountId })).json()
    const answer = await charge({ cardId })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      status: 'REJECTED',
      failureMessage: 'Cartão ••• recusado',
      transactionId: null,
    })
    const { data } = await get(`/v1/charges/${answer.json().id}/attempts`)
    expect(JSON.stringify(data)).not.toMatch(/(?<![\w-])6362(?![\w-])/)
  })

  it('of which it is not known whether it was made is not made again, nor anywhere else', async () => {
    const { cardId } = (await save()).json()
    await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop' })
    const answer = await charge({ cardId })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ status: 'PENDING', needsAttention: true, attention: 'unknownOutcome' })
    const { data } = await get(`/v1/charges/${answer.json().id}/attempts`)
    expect(data).toHaveLength(1)
  })

  it.each([
    ['no card', async () => ({}), 'required'],
    ['a card that does not exist', async () => ({ cardId: '00000000-0000-7000-8000-000000000000' }), 'card'],
    ["a provider's token", async () => ({ cardId: 'tok_123' }), 'card'],
    [
      "another platform's card",
      async () => {
        await api.addAccount(api.other, 'PAGUESAFE')
        return { cardId: (await save({}, api.other.keys.seller)).json().cardId }
      },
      'card',
    ],
    [
      "another account's card",
      async () => ({ cardId: (await save()).json().cardId, providerAccountId: pixOnly.id }),
      'card',
    ],
  ])('with %s is refused before anything is written', async (_what, changes, rule) => {
    const payload = await changes()
    const before = (await get('/v1/charges?limit=100')).data.length
    const answer = await charge({ providerAccountId: account.id, ...payload })
    expect(answer.json()).toMatchObject({ status: 422, code: 'rule_broken', errors: [{ path: '/cardId', rule }] })
    expect((await get('/v1/charges?limit=100')).data).toHaveLength(before)
  })

  it('is not made with a card that has expired since', async () => {
    const { cardId } = (await save()).json()
    await api.database.sql`UPDATE cards SET expires_at = now() WHERE id = ${cardId}`
    const answer = await charge({ cardId })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/cardId', rule: 'expired' }] })
  })

  it('is made in another currency only where the provider is told of it', async () => {
    const { cardId } = (await save()).json()
    // Told of it, this fake refuses it itself.
    expect((await charge({ cardId, currency: 'USD' })).json()).toMatchObject({ status: 502, code: 'provider_refused' })
    const { id: providerAccountId } = await api.connect('UNICOPAY', { priority: 95 })
    const { cardId: inReais } = (await save({ providerAccountId })).json()
    const refused = await charge({ cardId: inReais, currency: 'USD' })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/currency', rule: 'currency' }] })
  })

  it('at a provider without cards is refused in its words', async () => {
    const answer = await charge({ providerAccountId: pixOnly.id })
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'method_not_supported',
      detail: 'Method not implemented.',
    })
  })
})

describe('a charge by boleto', () => {
  const boleto = (changes: object = {}) => charge({ paymentMethod: 'BILLET', ...changes })

  it('answers with the line to type and where to see it, and is paid like any other', async () => {
    const answer = await boleto({ providerAccountId: account.id })
    expect(answer.statusCode).toBe(201)
    const made = answer.json()
    expect(Value.Errors(Charge, made)).toEqual([])
    expect(made).toMatchObject({ status: 'PENDING', paymentMethod: 'BILLET', provider: 'PAGUESAFE', pixCode: null })
    expect(made.billetCode).toMatch(/^[\d .]{44,54}$/)
    const pdf = await fetch(made.billetUrl)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThanOrEqual(3)
    const page = await api.call(null, 'GET', `/v1/checkout/${made.checkoutToken}`)
    expect(page.json()).toMatchObject({ billetCode: made.billetCode, billetUrl: made.billetUrl })
  })

  it('goes to the first account that has boletos', async () => {
    expect((await boleto()).json()).toMatchObject({ provider: 'PAGUESAFE' })
  })
})

it.each([
  { how: 'by boleto waits for the banks after its last day', method: 'BILLET', timing: { graceMs: 4 * 86_400_000 } },
  { how: 'by card waits for its review', method: 'CREDIT_CARD', timing: { defaultExpiryMs: 604_800_000 } },
])('a charge $how', async ({ method, timing }) => {
  const { cardId } = (await save()).json()
  const { id } = (await charge({ paymentMethod: method, cardId: method === 'CREDIT_CARD' ? cardId : undefined })).json()
  const { events } = await api.temporal.workflow.getHandle(`charge/${id}`).fetchHistory()
  const started = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]
  const input = started && (await api.temporal.options.loadedDataConverter.payloadCodecs[0]?.decode([started]))
  expect(JSON.parse(String(Buffer.from(input?.[0]?.data ?? [])))).toMatchObject({ timing })
})
