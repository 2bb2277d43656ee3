/** Tries to pay on public pages that come to nothing: what they leave alone, and what they tell. */
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelSuperseded } from '../../activities/cancel-superseded.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, idempotencyKeys } from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const DECLINED = '4000000000000002'
const { holderDocument: _, ...CARD } = NEW_CARD

let api: ChargingApi
let slug: string
beforeAll(async () => {
  api = await startChargingApi({ limits: { buyersChargesPerMinute: 1000 } })
  await api.connect('PAGUESAFE')
  slug = await page(api.home.keys.seller)
})
afterAll(() => api?.close())

async function page(key: string): Promise<string> {
  const answer = await api.call(key, 'POST', '/v1/payment-links', { payload: { amount: 5000 } })
  return answer.json().url.split('/buy/')[1]
}
const pay = (payload: object, { at = slug, remoteAddress = '203.0.113.1' } = {}) =>
  api.call(null, 'POST', `/v1/checkout/pages/${at}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': uuidv7() },
    remoteAddress,
  })
const byCard = (payload: object, options: Parameters<typeof pay>[1] = {}, cardNumber = CARD.cardNumber) =>
  pay({ paymentMethod: 'CREDIT_CARD', card: { ...CARD, cardNumber }, ...payload }, options)
const look = async (token: string) => (await api.call(null, 'GET', `/v1/checkout/${token}`)).json()
const get = async (path: string, key = api.home.keys.seller) => (await api.call(key, 'GET', path)).json()
const idOf = async (token: string) => {
  const [row] = await api.database.writer
    .select({ id: charges.id })
    .from(charges)
    .where(eq(charges.checkoutToken, token))
  return row?.id ?? ''
}

/** An order whose first try, given up for a boleto, has been paid after all. */
async function paidLate() {
  const pix = (await pay({})).json()
  const boleto = (await pay({ token: pix.token, paymentMethod: 'BILLET' })).json()
  const pays = async () =>
    applyTransition(api.database.writer, {
      chargeId: await idOf(pix.token),
      to: 'APPROVED',
      cause: 'webhook',
      key: `webhook/${uuidv7()}`,
    })
  return { pix, boleto, pays }
}

async function follow(token: string) {
  if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
  const controller = new AbortController()
  const { port } = api.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v1/checkout/${token}/stream`, { signal: controller.signal })
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  }
  read().catch(() => undefined)
  const events = () => [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? ''))
  return { events, close: () => controller.abort() }
}

const WRONG = [
  ['another sum', { total: 1 }, 409],
  ['installments that nobody offers', { installments: 99 }, 422],
  ['a state that is none', { address: { ...ADDRESS, state: 'XX' } }, 422],
  ['a telephone that is none', { customer: { ...NEW_CHARGE.customer, phone: '0000000000' } }, 422],
] as const

describe('a try that breaks a rule', () => {
  it.each(WRONG)('by %s takes no card', async (_name, payload, status) => {
    const before = await get('/v1/cards')
    expect((await byCard(payload)).statusCode).toBe(status)
    expect(await get('/v1/cards')).toEqual(before)
  })

  it.each(WRONG)('by %s leaves the one before it as it is', async (_name, payload, status) => {
    const pix = (await pay({})).json()
    expect((await pay({ ...payload, token: pix.token, paymentMethod: 'BILLET' })).statusCode).toBe(status)
    expect((await byCard({ ...payload, token: pix.token })).statusCode).toBe(status)
    expect(await look(pix.token)).toEqual(pix)
    expect(pix.pixCode).toBeTruthy()
  })
})

it('an address whose cards were refused tries no more of them, and pays otherwise', async () => {
  const thief = { remoteAddress: '203.0.113.66' }
  for (let card = 0; card < 5; card += 1) {
    expect((await byCard({}, thief, DECLINED)).json()).toMatchObject({ status: 'REJECTED' })
  }
  const before = await get('/v1/charges')
  const next = await byCard({}, thief)
  expect(next.json()).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(60)
  expect(await get('/v1/charges')).toEqual(before)
  expect((await pay({}, thief)).statusCode).toBe(201)
  expect((await byCard({})).json()).toMatchObject({ status: 'APPROVED' })
})

it('what a provider says of the seller’s account is not for buyers', async () => {
  const { seller } = api.other.keys
  const { baseUrl } = api.sandbox.accounts.find(({ provider }) => provider === 'PAGUESAFE') ?? {}
  await api.addAccount(api.other, 'PAGUESAFE', { secrets: { secretKey: 'revoked' }, baseUrl: baseUrl ?? '' })
  const answer = await byCard({}, { at: await page(seller) })
  expect(answer.statusCode, answer.body).toBe(502)
  const [charge] = (await get('/v1/charges', seller)).data
  expect(charge).toMatchObject({ status: 'REJECTED', failureMessage: expect.stringMatching(/./) })
  expect(await look(charge.checkoutToken)).toMatchObject({ status: 'REJECTED', message: null })
})

describe('an open page', () => {
  it('stops showing the code of a try that another one replaces', async () => {
    const pix = (await pay({})).json()
    const stream = await follow(pix.token)
    await expect.poll(() => stream.events().at(-1), PATIENCE).toEqual(pix)
    expect((await pay({ token: pix.token, paymentMethod: 'BILLET' })).statusCode).toBe(201)
    await expect.poll(() => stream.events().at(-1)?.status, PATIENCE).toBe('REJECTED')
    expect(stream.events().at(-1)).toMatchObject({ pixCode: null, pixQrCode: null })
    stream.close()
  })

  it('stops showing the code of an order that is paid, with the next news of it', async () => {
    const { boleto, pays } = await paidLate()
    const stream = await follow(boleto.token)
    await expect.poll(() => stream.events().at(-1), PATIENCE).toEqual(boleto)
    await pays()
    await api.database.writer.update(charges).set({ revision: 99 }).where(eq(charges.checkoutToken, boleto.token))
    await expect.poll(() => stream.events().at(-1), PATIENCE).toEqual({ ...boleto, billetCode: null, billetUrl: null })
    stream.close()
  })
})

it('a charge that cannot be cancelled does not keep others from it', async () => {
  const [stuck, other] = [await paidLate(), await paidLate()]
  for (const { pays } of [stuck, other]) await pays()
  const stuckId = chargeWorkflowId(await idOf(stuck.boleto.token))
  const logged: unknown[] = []
  const { workflow } = api.temporal
  await cancelSuperseded({
    database: api.database,
    logger: { warn: (entry: unknown) => logged.push(entry) },
    temporal: {
      workflow: {
        getHandle: (id: string) =>
          id === stuckId ? { signal: () => Promise.reject(new Error('too long a history')) } : workflow.getHandle(id),
      },
    },
  } as never)
  await expect.poll(async () => (await look(other.boleto.token)).status, PATIENCE).toBe('REJECTED')
  expect(logged).toHaveLength(1)
})

describe('a try whose dispute is won', () => {
  const say = (chargeId: string, to: 'APPROVED' | 'CHARGEBACK') =>
    applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${uuidv7()}` })
  const reasonsOf = async (id: string) => {
    const { status, attentionReasons } = await get(`/v1/charges/${id}`)
    return { status, isTwice: attentionReasons.includes('doublePayment') }
  }
  async function disputed() {
    const { pix, boleto, pays } = await paidLate()
    await pays()
    const id = await idOf(pix.token)
    await say(id, 'CHARGEBACK')
    const win = async () => {
      const [dispute] = (await get(`/v1/disputes?chargeId=${id}`)).data
      const payload = { state: 'WON', note: 'Won' }
      const { operator } = api.home.keys
      expect((await api.call(operator, 'POST', `/v1/disputes/${dispute.id}/resolve`, { payload })).statusCode).toBe(200)
    }
    return { id, other: await idOf(boleto.token), win }
  }

  it('is a double payment where another try has paid meanwhile', async () => {
    const { id, other, win } = await disputed()
    await say(other, 'APPROVED')
    expect(await reasonsOf(other)).toEqual({ status: 'APPROVED', isTwice: false })
    await win()
    expect(await reasonsOf(id)).toEqual({ status: 'APPROVED', isTwice: true })
    expect(await reasonsOf(other)).toEqual({ status: 'APPROVED', isTwice: false })
  })

  it('is the payment that it was where none has', async () => {
    const { id, win } = await disputed()
    await win()
    expect(await reasonsOf(id)).toEqual({ status: 'APPROVED', isTwice: false })
  })
})

it('what the account needs to know is asked before it gets the card', async () => {
  const { id: providerAccountId } = await api.connect('ASAAS', { priority: 1 })
  const payload = { name: 'Cards', when: { paymentMethods: ['CREDIT_CARD'] }, accounts: [{ providerAccountId }] }
  await api.call(api.home.keys.admin, 'POST', '/v1/routing-rules', { payload })
  const before = await get('/v1/cards')
  const answer = await byCard({ address: undefined })
  const paths = ['/address/zipCode', '/address/number']
  expect(answer.json()).toMatchObject({ status: 422, errors: paths.map((path) => ({ path, rule: 'required' })) })
  expect(await get('/v1/cards')).toEqual(before)
})

it('of more than one charge can be of is neither offered nor charged', async () => {
  const sell = (path: string, payload: object) => api.call(api.home.keys.seller, 'POST', `/v1/${path}`, { payload })
  const { id: productId } = (await sell('products', { name: 'Usina' })).json()
  // R$ 999.999.999,99 is the most: three of a third of it fit, to the cent.
  const offer = { productId, name: 'Usina', price: 33_333_333_333, paymentMethods: ['PIX'] }
  const at = (await sell('offers', offer)).json().url.split('/buy/')[1]
  const offered = (quantity: number) => get(`/v1/checkout/pages/${at}?quantity=${quantity}`)
  expect((await offered(3)).paymentMethods).toMatchObject([{ paymentMethod: 'PIX' }])
  expect(await offered(4)).toMatchObject({ state: 'open', paymentMethods: [] })
  expect((await pay({ quantity: 3 }, { at })).statusCode).toBe(201)
  const refused = await pay({ quantity: 4 }, { at })
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/quantity', rule: 'maximum' }] })
})

describe('a try whose answer the buyer never saw', () => {
  const asks = (key: string, at = slug) =>
    api.call(null, 'GET', `/v1/checkout/pages/${at}/charges`, { headers: { 'idempotency-key': key } })
  const tries = (key: string, payload: object = {}, at = slug) =>
    api.call(null, 'POST', `/v1/checkout/pages/${at}/charges`, {
      payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
      headers: { 'idempotency-key': key },
      remoteAddress: '203.0.113.77',
    })

  it('is found by its key: its code, and a declined card', async () => {
    const [first, second] = [uuidv7(), uuidv7()]
    const { token, pixCode } = (await tries(first)).json()
    expect((await asks(first)).json()).toMatchObject({ token, pixCode, status: 'PENDING' })
    const card = { ...CARD, cardNumber: DECLINED }
    const declined = (await tries(second, { paymentMethod: 'CREDIT_CARD', card })).json()
    expect((await asks(second)).json()).toEqual(declined)
    expect(JSON.stringify(declined)).not.toContain(CARD.cardNumber)
  })

  it('that found a code in its order already shows that one', async () => {
    const { token, pixCode } = (await tries(uuidv7())).json()
    const again = uuidv7()
    expect((await tries(again, { token })).statusCode).toBe(200)
    expect((await asks(again)).json()).toMatchObject({ token, pixCode })
  })

  it('is not found by a key that could be guessed', async () => {
    expect((await tries('buyer-1')).statusCode).toBe(201)
    expect((await asks('buyer-1')).statusCode).toBe(400)
  })

  it('that made nothing is not found, nor at another page; without a key nobody is asked about', async () => {
    const [wrong, right] = [uuidv7(), uuidv7()]
    expect((await tries(wrong, { total: 1 })).statusCode).toBe(409)
    await tries(right)
    const other = await page(api.other.keys.seller)
    for (const answer of [await asks(wrong), await asks(uuidv7()), await asks(right, other)]) {
      expect(answer.statusCode).toBe(404)
    }
    const unkeyed = await api.call(null, 'GET', `/v1/checkout/pages/${slug}/charges`)
    expect(unkeyed.statusCode).toBe(400)
  })

  it('is in progress until it is known what it makes, and over when its process has died', async () => {
    const key = uuidv7()
    const row = {
      platformId: api.home.platformId,
      key: `checkout/${slug}/${key}`,
      requestHash: 'x',
      resourceId: uuidv7(),
    }
    await api.database.writer.insert(idempotencyKeys).values(row)
    const answer = await asks(key)
    expect(answer.json()).toMatchObject({ status: 409, code: 'request_in_progress' })
    expect(answer.headers['retry-after']).toBe('2')
    const longAgo = new Date(Date.now() - 120_000).toISOString()
    await api.database.writer.update(idempotencyKeys).set({ lockedAt: longAgo }).where(eq(idempotencyKeys.key, row.key))
    expect((await asks(key)).statusCode).toBe(404)
  })

  /** Its holder counts as dead from the first moment, as one does that has been slow for a minute. */
  async function isSlow(run: () => Promise<void>) {
    const { sql } = api.database
    await sql.unsafe(`
      CREATE FUNCTION age_key() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.locked_at := NEW.locked_at - interval '2 minutes'; RETURN NEW; END $$;
      CREATE TRIGGER age_key BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION age_key()`)
    try {
      await run()
    } finally {
      await sql.unsafe('DROP FUNCTION age_key CASCADE')
    }
  }

  const untilBlocked = (tx: TransactionSql, table: string) =>
    expect
      .poll(() => tx`SELECT FROM pg_locks WHERE relation = ${table}::regclass AND NOT granted`, PATIENCE)
      .toHaveLength(1)
  const ordersOf = async () => (await get('/v1/charges?limit=100')).data.length

  it('that was said to have made nothing makes nothing later', async () => {
    const key = uuidv7()
    const before = await ordersOf()
    await isSlow(async () => {
      const slow = await api.database.sql.begin(async (tx) => {
        await tx`LOCK TABLE provider_accounts IN ACCESS EXCLUSIVE MODE`
        const answer = tries(key)
        await untilBlocked(tx, 'provider_accounts')
        expect((await asks(key)).statusCode).toBe(404)
        return { answer }
      })
      expect((await slow.answer).json()).toMatchObject({ status: 409 })
    })
    expect(await ordersOf()).toBe(before)
    expect((await tries(key)).statusCode).toBe(201)
  })

  it('that is being written down is waited for', async () => {
    const key = uuidv7()
    await isSlow(async () => {
      const slow = await api.database.sql.begin(async (tx) => {
        await tx`LOCK TABLE charges IN SHARE MODE`
        const answer = tries(key)
        await untilBlocked(tx, 'charges')
        return { answer, asked: asks(key) }
      })
      const { token } = (await slow.answer).json()
      expect(token).toBeTruthy()
      expect((await slow.asked).json()).toMatchObject({ token })
    })
  })
})
