/** A card's security code: sent with the one charge that it was given for, and kept nowhere once that is answered. */
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const CODE = '7391'
const OTHER_CODE = '8264'
const CARD = { ...NEW_CARD, cvv: CODE }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterAll(() => api?.close())

const post = (url: string, payload: object) => api.call(api.home.keys.seller, 'POST', url, { payload })
const save = async (providerAccountId: string, changes: object = {}) =>
  (await post('/v1/cards', { ...CARD, providerAccountId, ...changes })).json().cardId as string
const charge = (cardId: string, changes: object = {}) =>
  post('/v1/charges', {
    ...NEW_CHARGE,
    paymentMethod: 'CREDIT_CARD',
    cardId,
    address: ADDRESS,
    customerIp: '203.0.113.7',
    ...changes,
  })
const cardNow = async (cardId: string) =>
  (await api.call(api.home.keys.seller, 'GET', '/v1/cards?limit=100'))
    .json()
    .data.find((card: { cardId: string }) => card.cardId === cardId)

/** AES-256-GCM as it is laid out at rest, after the key's id: nonce, tag and text, or nonce, text and tag. Undefined under any other key. */
function unseal(value: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(value.split('.').at(-1) ?? '', 'base64')
  if (bytes.length < 28) return undefined
  const layouts = [
    { tag: bytes.subarray(12, 28), text: bytes.subarray(28) },
    { tag: bytes.subarray(-16), text: bytes.subarray(12, -16) },
  ]
  for (const { tag, text } of layouts) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      return Buffer.concat([decipher.setAuthTag(tag).update(text), decipher.final()]).toString()
    } catch {}
  }
  return undefined
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [String(value)]
}

/** Every text in every column of every table, and what is sealed in it, and what is sealed in that. */
async function everythingKept(provider: string): Promise<string[]> {
  const { sql } = api.database
  const [sealKey] = deriveKey(api.settings.masterKey, 'seal')
  const cardKey = Buffer.from(hkdfSync('sha256', sealKey, '', `cards/${provider}`, 32))
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT to_jsonb(t) AS row FROM ${sql(name)} t`))
  const clear = rows.flat().flatMap(({ row }) => textsIn(row))
  const opened = clear.flatMap((text) => unseal(text, sealKey) ?? [])
  return [...clear, ...opened, ...opened.flatMap((text) => unseal(text, cardKey) ?? [])]
}

/** As a word of its own: four digits also stand in an id or a time. */
const holding = async (provider: string, code: string) =>
  (await everythingKept(provider)).filter((text) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(text))

/** A provider of ours that keeps what it was sent. It is asked about a payment, too, where the machine is slow: it knows of none. */
async function bank(answerWith: (body: { amount: number }) => { status: number; body: object }) {
  const bodies: { card: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const sent = JSON.parse(Buffer.concat(chunks).toString())
    bodies.push(sent)
    const { status, body } = answerWith(sent)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { bodies, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const paid = ({ amount }: { amount: number }) => ({
  status: 200,
  body: { id: `tx-${Math.trunc(performance.now() * 1000)}`, status: 'paid', amount },
})

describe('the code that a card was saved with', () => {
  it.each(['PAGUESAFE', 'ASAAS', 'MERCADOPAGO', 'CELCOIN', 'UNICOPAY', 'WITETEC', 'SUITPAY', 'ABMEXSPLIT'])(
    'is gone from every store after the first answer of %s',
    async (provider) => {
      const { id } = await api.connect(provider)
      const cardId = await save(id)
      expect(await holding(provider, CODE)).toHaveLength(1)
      const answer = await charge(cardId)
      expect(answer.json()).toMatchObject({ status: 'APPROVED', provider })
      expect(await holding(provider, CODE)).toEqual([])
      expect(await holding(provider, CARD.cardNumber)).not.toEqual([])
    },
  )

  it('is gone after a refusal, too, and when it is not known whether the charge was made', async () => {
    const refusing = await bank(() => ({ status: 402, body: { message: 'Saldo insuficiente' } }))
    const { id: refuser } = await api.connect('PAGUESAFE', { baseUrl: refusing.baseUrl })
    expect((await charge(await save(refuser))).json()).toMatchObject({ status: 'REJECTED' })
    expect(await holding('PAGUESAFE', CODE)).toEqual([])

    const { id } = await api.connect('PAGUESAFE')
    const cardId = await save(id)
    await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop' })
    expect((await charge(cardId)).json()).toMatchObject({ attention: 'unknownOutcome' })
    expect(await holding('PAGUESAFE', CODE)).toEqual([])
  })

  it('is gone once the charge is authorised, though its capture fails, which goes on without it', async () => {
    const { id } = await api.connect('CELCOIN')
    const cardId = await save(id)
    await api.control('PUT', '/faults/CELCOIN/capture', { fault: 'serverError', times: 0 })
    const made = charge(cardId)
    const accepted = () => api.database.sql`
      SELECT attempt.state, sealed_journal IS NOT NULL AS kept FROM charge_attempts attempt
      JOIN charges ON charges.id = attempt.charge_id WHERE card_id = ${cardId}`
    await expect.poll(accepted, { timeout: 60_000 }).toEqual([{ state: 'sending', kept: true }])
    // The statement after the one that keeps what was accepted deletes it.
    await expect.poll(() => holding('CELCOIN', CODE), { timeout: 60_000 }).toEqual([])
    const status = async () => (await api.database.sql`SELECT status FROM charges WHERE card_id = ${cardId}`)[0]?.status
    expect(await status()).toBe('PENDING')
    await api.control('DELETE', '/faults')
    await expect.poll(status, { timeout: 60_000 }).toBe('APPROVED')
    await made
  })

  it('goes with the first charge alone; a later one goes without a code, or with one of its own', async () => {
    const { bodies, baseUrl } = await bank(paid)
    const { id } = await api.connect('PAGUESAFE', { baseUrl })
    const cardId = await save(id)
    expect(await cardNow(cardId)).toMatchObject({ asksForCode: false })
    for (const changes of [{}, {}, { cvv: OTHER_CODE }, {}]) {
      expect((await charge(cardId, changes)).json()).toMatchObject({ status: 'APPROVED' })
      expect(await holding('PAGUESAFE', OTHER_CODE)).toEqual([])
    }
    expect(bodies.map(({ card }) => [card.number, card.cvv])).toEqual([
      [CARD.cardNumber, CODE],
      [CARD.cardNumber, undefined],
      [CARD.cardNumber, OTHER_CODE],
      [CARD.cardNumber, undefined],
    ])
    expect(await cardNow(cardId)).toMatchObject({ asksForCode: true })
  })

  it('goes with the card that is removed', async () => {
    const { id } = await api.connect('PAGUESAFE')
    const cardId = await save(id)
    expect((await api.call(api.home.keys.seller, 'DELETE', `/v1/cards/${cardId}`)).statusCode).toBe(204)
    expect(await holding('PAGUESAFE', CODE)).toEqual([])
  })

  it('is not kept for a provider with a vault of its own, which is given none with a charge', async () => {
    const { id } = await api.connect('PAGARME')
    const cardId = await save(id)
    expect(await holding('PAGARME', CODE)).toEqual([])
    expect((await charge(cardId, { cvv: OTHER_CODE })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/cvv', rule: 'cvv' }],
    })
    expect((await charge(cardId)).json()).toMatchObject({ status: 'APPROVED' })
  })

  it('is not to be guessed from the hash that an idempotency key keeps, not even by who holds our keys', async () => {
    const { id } = await api.connect('PAGUESAFE')
    const cardId = await save(id)
    const payload = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, cvv: OTHER_CODE }
    const headers = { 'idempotency-key': 'a-charge-with-a-code' }
    await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload, headers })
    const kept = await everythingKept('PAGUESAFE')
    const sorted = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          )
        : Array.isArray(value)
          ? value.map(sorted)
          : value
    const hashOf = (body: object) =>
      createHash('sha256')
        .update(`POST /v1/charges\n${JSON.stringify(sorted(body))}`)
        .digest('hex')
    const { cvv: _, ...rest } = payload
    expect(kept).toContain(hashOf(rest))
    expect(kept).not.toContain(hashOf(payload))
  })
})
