import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog, webhookEvents } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let asaas: { id: string; token: string }
let secret: string
beforeAll(async () => {
  api = await startChargingApi()
  asaas = await api.connect('ASAAS')
  secret = api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.webhookSecret ?? ''
  expect(secret).not.toBe('')
})
afterAll(() => api?.close())

let count = 0
let body: string
beforeEach(() => {
  body = paid(`pay_unknown_${++count}`)
})

const paid = (id: string, reference = '') =>
  JSON.stringify({
    id: `evt_${id}`,
    event: 'PAYMENT_RECEIVED',
    payment: { object: 'payment', id, externalReference: reference, status: 'RECEIVED', value: 50, billingType: 'PIX' },
  })

function post(text: string, { provider = 'asaas', token = asaas.token, proof = secret, headers = {} } = {}) {
  return api.call(null, 'POST', `/webhooks/${provider}/${token}`, {
    payload: text,
    headers: {
      'content-type': 'application/json',
      ...(proof === '' ? {} : { 'asaas-access-token': proof }),
      ...headers,
    },
  })
}
const storedBodies = async () =>
  (await api.database.writer.select({ body: webhookEvents.body }).from(webhookEvents)).map((row) => row.body).sort()
const eventsOf = (text: string) => api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.body, text))

describe('a webhook', () => {
  it.each([
    ['plain', (address: string) => address],
    ['escaped', (address: string) => address.replaceAll('/', '\\/')],
    ['encoded', encodeURIComponent],
  ])('that repeats our address is kept without its secret part: %s', async (_how, write) => {
    const address = write(`https://pay.example/webhooks/asaas/${asaas.token}`)
    const text = body.replace('}', `,"callback":"${address}"}`)
    await post(text)
    await post(text)
    const stored = await api.database.writer
      .select()
      .from(webhookEvents)
      .where(like(webhookEvents.body, `%pay_unknown_${count}"%`))
    expect(stored).toMatchObject([{ body: expect.stringContaining('callback') }])
    expect(JSON.stringify(stored)).not.toContain(asaas.token)
  })

  it('is stored as it came and answered at once', async () => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(200)
    expect(await eventsOf(body)).toMatchObject([
      { provider: 'ASAAS', providerAccountId: asaas.id, platformId: api.home.platformId, verified: 'sharedSecret' },
    ])
  })

  it('keeps no proof of its sender for others to read', async () => {
    await post(body, { headers: { cookie: 'a=b', authorization: 'Bearer x', 'x-note': 'kept' } })
    const [event] = await eventsOf(body)
    expect(event?.headers).toMatchObject({ 'x-note': 'kept' })
    const kept = JSON.stringify(event)
    for (const hidden of [secret, asaas.token, 'a=b', 'Bearer x']) expect(kept).not.toContain(hidden)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.other+json',
    'json',
    'a, b/c',
    undefined,
  ])('is taken to the letter as %s', async (type) => {
    const text = ` not=json&at all ${type} \n`
    const answer = await api.call(null, 'POST', `/webhooks/ASAAS/${asaas.token}`, {
      payload: text,
      headers: { 'asaas-access-token': secret, ...(type === undefined ? {} : { 'content-type': type }) },
    })
    expect(answer.statusCode).toBe(200)
    expect(await storedBodies()).toContain(text)
  })

  it.each([
    ['CELCOIN', 'confirmHash', { event: 'transaction.updateStatus', Transaction: { myId: 'a' } }],
    ['FLOW2PAY', 'token', { evento: 'PixIn', txid: 'a' }],
  ])('of %s is kept without the secret that its body proves itself by', async (provider, field, news) => {
    const shared = 'shared/with "us" alone'
    const secrets = { publicKey: 'x', secretKey: 'x|x', webhookSecret: shared }
    const { id, token } = await api.addAccount(api.home, provider, { secrets })
    const text = JSON.stringify({ ...news, [field]: shared })
    for (const spelling of [text, text.replaceAll('/', '\\/')]) {
      expect((await post(spelling, { provider, token, proof: '' })).statusCode).toBe(200)
    }
    const stored = await api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.providerAccountId, id))
    const kept = { ...news, [field]: '•••' }
    expect(stored.map((row) => JSON.parse(row.body))).toEqual([kept, kept])
  })

  it('is kept without card numbers, and still means what it meant', async () => {
    const card = { number: '4111 1111 1111 1111', bare: 4111111111111111, note: 'card 5555-5555-5555-4444 declined' }
    const told = (payment: object) => JSON.stringify({ id: 'evt_1', event: 'PAYMENT_RECEIVED', payment })
    // An id that a card could have.
    const payment = { id: '4242424242424242', status: 'RECEIVED', value: 50 }
    await post(told({ ...payment, creditCard: card }))
    await post(`4111111111111111 is no JSON ${++count}`)
    const kept = await storedBodies()
    const shown = { number: '•••', bare: '•••', note: 'card ••• declined' }
    expect(kept).toContain(told({ ...payment, creditCard: shown }))
    expect(kept).toContain(`••• is no JSON ${count}`)
    expect(kept.join()).not.toMatch(/4111 ?1111|5555-5555/)
  })

  it('that comes twice is one event', async () => {
    expect((await post(body)).statusCode).toBe(200)
    expect((await post(body)).statusCode).toBe(200)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await eventsOf(body)).toHaveLength(1)
  })

  it.each([
    ['with another proof', { proof: 'forged' }, 401],
    ['without proof', { proof: '' }, 401],
    ['to an unknown address', { token: 'x'.repeat(43) }, 404],
    ["to another provider's address", { provider: 'mercadopago' }, 404],
    ['to no provider', { provider: 'unknown' }, 404],
  ])('%s is not stored', async (_, changes, status) => {
    const before = (await storedBodies()).length
    expect((await post(body, changes)).statusCode).toBe(status)
    expect(await storedBodies()).toHaveLength(before)
  })

  it('still reaches an account that has been disconnected', async () => {
    const { id, token } = await api.addAccount(api.home, 'ASAAS', {
      secrets: { secretKey: 'x', webhookSecret: 'its own secret' },
    })
    await api.call(api.home.keys.admin, 'DELETE', `/v1/provider-accounts/${id}`)
    expect((await post(body, { token, proof: 'its own secret' })).statusCode).toBe(200)
  })

  it('larger than any provider sends is refused', async () => {
    const answer = await post('x'.repeat(256 * 1024 + 1))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().code).toBe('payload_too_large')
  })

  it.each([
    ['[', ']'],
    ['{"payment":', '}'],
  ])('nested without end (%s) is told, or kept for a person; it is no failure of ours', async (open, close) => {
    const hostile = `${open.repeat(20_000)}1${close.repeat(20_000)}`
    const treeal = await api.connect('TREEAL')
    for (const at of [{}, { provider: 'treeal', token: treeal.token }, { proof: '' }]) {
      expect((await post(hostile, at)).statusCode).toBeLessThan(500)
      expect((await post(`{"pix":[{"txid":"a"},{"txid":"b","x":${hostile}}]}`, at)).statusCode).toBeLessThan(500)
    }
  })
})

describe('a delivery of many Pix', () => {
  const pixOf = (count: number, from = 0) => ({
    pix: Array.from({ length: count }, (_, at) => ({ txid: `${from + at}` })),
  })
  async function deliver(body: object) {
    const { token } = await api.connect('TREEAL')
    const treeal = api.sandbox.accounts.find(({ provider }) => provider === 'TREEAL')
    const headers = { 'x-webhook-secret': treeal?.webhookSecret ?? '', 'x-padding': 'a'.repeat(12_000) }
    return post(JSON.stringify(body), { provider: 'treeal', token, proof: '', headers })
  }

  it('is stored as one event each, also as many as a large bank sends', async () => {
    const answer = await deliver(pixOf(1_000))
    expect(answer.json()).toEqual({ received: true })
    const kept = new Set(await storedBodies())
    expect(pixOf(1_000).pix.filter((pix) => !kept.has(JSON.stringify({ pix: [pix] })))).toEqual([])
  })

  it.each([
    ['one more than that', pixOf(1_001, 10_000)],
    ['as many as fit into a body', pixOf(14_000, 20_000)],
  ])('is refused in words, and nothing of it is kept: %s', async (_, body) => {
    expect(JSON.stringify(body).length).toBeLessThan(256 * 1024)
    const before = (await storedBodies()).length
    const answer = await deliver(body)
    expect(answer.json()).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail: 'The webhook tells of more than 1000 movements',
    })
    expect(await storedBodies()).toHaveLength(before)
  })
})

describe('a webhook of a charge', () => {
  const charge = async () => {
    const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })
    return answer.json()
  }
  const statusOf = async (id: string) =>
    (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status

  it('moves it, is listed with what it meant, and can be replayed without harm', async () => {
    const { id, transactionId } = await charge()
    const text = paid(transactionId)
    await api.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
    expect((await post(text)).statusCode).toBe(200)
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('APPROVED')

    const { operator } = api.home.keys
    const listed = async () => {
      const answer = await api.call(operator, 'GET', `/v1/webhook-events?chargeId=${id}`)
      return answer.json().data
    }
    await expect
      .poll(listed)
      .toMatchObject([{ state: 'delivered', transactionId, status: 'APPROVED', chargeId: id, body: text, replays: 0 }])
    const [event] = await listed()
    const replayed = await api.call(operator, 'POST', `/v1/webhook-events/${event.id}/replay`)
    expect(replayed.statusCode).toBe(202)
    await expect.poll(listed).toMatchObject([{ state: 'delivered', replays: 1 }])
    expect(await statusOf(id)).toBe('APPROVED')
    const log = await api.database.writer.select().from(auditLog)
    expect(log).toContainEqual(expect.objectContaining({ action: 'replay', target: `webhook-event/${event.id}` }))
  })

  it('that names no known charge yet waits, and is listed as pending', async () => {
    await post(body)
    const pending = () => api.call(api.home.keys.operator, 'GET', '/v1/webhook-events?state=pending&limit=100')
    await expect
      .poll(async () => (await pending()).json().data.map((event: { body: string }) => event.body))
      .toContain(body)
  })
})

describe('the call by which a provider tries an address', () => {
  it('is answered without a proof, and leaves nothing behind; whatever says more has to be proved', async () => {
    const { token } = await api.connect('TRANSFEERA')
    const at = { provider: 'transfeera', token, proof: '' }
    const before = await storedBodies()
    expect((await post('{"test":true}', at)).statusCode).toBe(200)
    expect((await post('{"test":true,"object":"CashIn","data":{"txid":"a"}}', at)).statusCode).toBe(401)
    expect((await post('{"test":true}', { proof: '' })).statusCode).toBe(401)
    expect(await storedBodies()).toEqual(before)
  })
})

describe('a proved webhook that states another amount', () => {
  it('approves nothing: an operator is asked where the provider cannot be read', async () => {
    const flow2pay = await api.connect('FLOW2PAY')
    const demo = api.sandbox.accounts.find(({ provider }) => provider === 'FLOW2PAY')
    const made = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: { ...NEW_CHARGE, amount: 1234, providerAccountId: flow2pay.id },
    })
    expect(made.statusCode).toBe(201)
    const { id, transactionId } = made.json()
    const notice = { evento: 'PixIn', token: demo?.webhookSecret, txid: transactionId, valor: 1 }
    await post(JSON.stringify(notice), { provider: 'flow2pay', token: flow2pay.token, proof: '' })
    const read = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json()
    await expect.poll(async () => (await read()).attention, { timeout: 60_000 }).toBe('amountMismatch')
    expect(await read()).toMatchObject({ status: 'PENDING', amount: 1234 })
    const received = () =>
      api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.providerAccountId, flow2pay.id))
    await expect.poll(received, { timeout: 60_000 }).toMatchObject([{ state: 'failed', chargeId: id }])
  })
})
