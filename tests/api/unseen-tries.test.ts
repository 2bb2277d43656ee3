/** A buyer's try whose answer they never saw: what it has become is asked by its key. */
import { eq, like } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cards, idempotencyKeys } from '../../db/schema/index.ts'
import { BUYERS_CARD, DECLINED, newLink, startLinkApi } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let slug: string
beforeAll(async () => {
  ;({ api, slug } = await startLinkApi())
})
afterAll(() => api?.close())

const asks = (key: string, at = slug, query = '') =>
  api.call(null, 'GET', `/v1/checkout/pages/${at}/charges${query}`, { headers: { 'idempotency-key': key } })
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
  const card = { ...BUYERS_CARD, cardNumber: DECLINED }
  const declined = (await tries(second, { paymentMethod: 'CREDIT_CARD', card })).json()
  expect((await asks(second)).json()).toEqual(declined)
  expect(JSON.stringify(declined)).not.toContain(BUYERS_CARD.cardNumber)
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

it('that made nothing is not found, nor at another page; without a key the question is refused', async () => {
  const [wrong, right] = [uuidv7(), uuidv7()]
  expect((await tries(wrong, { total: 1 })).statusCode).toBe(409)
  await tries(right)
  const other = await newLink(api, api.other.keys.seller)
  for (const answer of [await asks(wrong), await asks(uuidv7()), await asks(right, other)]) {
    expect(answer.statusCode).toBe(404)
  }
  const unkeyed = await api.call(null, 'GET', `/v1/checkout/pages/${slug}/charges`)
  expect(unkeyed.statusCode).toBe(400)
})

it('that arrives after it was said to have made nothing for good makes nothing, and the next one has another key', async () => {
  const [key, early] = [uuidv7(), uuidv7()]
  const before = await ordersOf()
  expect((await asks(early)).statusCode).toBe(404)
  for (const _ of [1, 2]) expect((await asks(key, slug, '?final=true')).statusCode).toBe(404)
  expect((await tries(key)).json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await ordersOf()).toBe(before)
  expect((await asks(key)).statusCode).toBe(404)
  expect((await tries(uuidv7())).statusCode).toBe(201)
  const { token } = (await tries(early)).json()
  expect((await asks(early, slug, '?final=true')).json()).toMatchObject({ token })
})

/** An offer's page, and how it gets another address. */
async function offerAt(slug: string) {
  const sell = (method: string, path: string, payload: object) =>
    api.call(api.home.keys.seller, method, `/v1/${path}`, { payload })
  const { id: productId } = (await sell('POST', 'products', { name: 'Curso' })).json()
  const terms = { productId, name: 'Curso', price: 900, paymentMethods: ['PIX'], slug }
  const { id } = (await sell('POST', 'offers', terms)).json()
  return async (address: string) => {
    expect((await sell('PATCH', `offers/${id}`, { slug: address })).statusCode).toBe(200)
  }
}

it('is found where the page has another address by now', async () => {
  const moveTo = await offerAt('antes')
  const key = uuidv7()
  const { token } = (await tries(key, {}, 'antes')).json()
  await moveTo('depois')
  expect((await asks(key, 'antes')).json()).toMatchObject({ token, status: 'PENDING' })
  expect((await asks(uuidv7(), 'antes')).statusCode).toBe(404)
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
  // What its process may still have sent on its way makes nothing, also where it is the same.
  expect((await asks(key, slug, '?final=true')).statusCode).toBe(404)
  expect((await tries(key)).json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

it.each([
  ['is being asked about', 0],
  ['was asked about by a process that has died', 120_000],
])('whose key %s is in progress, not used up: it may have been made', async (_, ageMs) => {
  const key = uuidv7()
  const fullKey = `checkout/${slug}/${key}`
  const lockedAt = new Date(Date.now() - ageMs).toISOString()
  const row = { platformId: api.home.platformId, key: fullKey, requestHash: '', resourceId: uuidv7(), lockedAt }
  await api.database.writer.insert(idempotencyKeys).values(row)
  expect((await tries(key)).json()).toMatchObject({ status: 409, code: 'request_in_progress' })
  if (ageMs === 0) return
  expect((await asks(key)).statusCode).toBe(404)
  expect((await tries(key)).statusCode).toBe(201)
})

it('whose process has died is ended for good: the same, sent again, makes nothing', async () => {
  const key = uuidv7()
  expect((await tries(key)).statusCode).toBe(201)
  const own = eq(idempotencyKeys.key, `checkout/${slug}/${key}`)
  const longAgo = new Date(Date.now() - 120_000).toISOString()
  const unanswered = { responseStatus: null, responseBody: null, resourceId: uuidv7(), lockedAt: longAgo }
  await api.database.writer.update(idempotencyKeys).set(unanswered).where(own)
  const before = await ordersOf()
  expect((await asks(key, slug, '?final=true')).statusCode).toBe(404)
  expect((await tries(key)).json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await ordersOf()).toBe(before)
})

describe('that was made by a process that died before it could tell', () => {
  /** A link that may be used once. */
  async function once(): Promise<{ id: string; at: string }> {
    const payload = { amount: 5000, maxUses: 1 }
    const { id, url } = (await api.call(api.home.keys.seller, 'POST', '/v1/payment-links', { payload })).json()
    return { id, at: url.split('/buy/')[1] }
  }
  const forgetAnswer = (key: string) =>
    api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 120_000).toISOString() })
      .where(like(idempotencyKeys.key, `%${key}`))
  const cardsKept = async () => (await api.database.writer.select({ id: cards.id }).from(cards)).length

  it.each([
    ['an approved card', { paymentMethod: 'CREDIT_CARD', card: BUYERS_CARD }, 'APPROVED'],
    ['a Pix', {}, 'PENDING'],
  ])('is told to its repeat, though the page takes no more: %s', async (_, payload, status) => {
    const [key, { id, at }] = [uuidv7(), await once()]
    const first = await tries(key, payload, at)
    expect([first.statusCode, first.json().status]).toEqual([201, status])
    const kept = await cardsKept()
    const link = `/v1/payment-links/${id}`
    await api.call(api.home.keys.seller, 'PATCH', link, { payload: { enabled: false } })
    await forgetAnswer(key)
    const second = await tries(key, payload, at)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect(await cardsKept()).toBe(kept)
    expect((await api.call(api.home.keys.seller, 'GET', link)).json()).toMatchObject({ uses: 1 })
  })

  it('is told to its repeat, and its card is handed to no provider again', async () => {
    const [key, payload] = [uuidv7(), { paymentMethod: 'CREDIT_CARD', card: BUYERS_CARD }]
    const first = await tries(key, payload)
    const kept = await cardsKept()
    await forgetAnswer(key)
    expect((await tries(key, payload)).json()).toEqual(first.json())
    expect(await cardsKept()).toBe(kept)
  })

  it('is told to its repeat where the page has another address by now, and a new one is not taken there', async () => {
    const [key, moveTo] = [uuidv7(), await offerAt('ontem')]
    const first = await tries(key, {}, 'ontem')
    const { token, pixCode } = first.json()
    expect([first.statusCode, pixCode]).toEqual([201, expect.any(String)])
    await moveTo('hoje')
    const replayed = await tries(key, {}, 'ontem')
    expect([replayed.statusCode, replayed.json()]).toEqual([201, first.json()])
    await forgetAnswer(key)
    const second = await tries(key, {}, 'ontem')
    expect([second.statusCode, second.json()]).toMatchObject([201, { token, pixCode }])
    expect((await tries(uuidv7(), {}, 'ontem')).statusCode).toBe(404)
  })

  it('and was declined is told as that', async () => {
    const [key, { at }] = [uuidv7(), await once()]
    const payload = { paymentMethod: 'CREDIT_CARD', card: { ...BUYERS_CARD, cardNumber: DECLINED } }
    const first = await tries(key, payload, at)
    await forgetAnswer(key)
    const second = await tries(key, payload, at)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  })
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

/** The try has its key, and its statement waits for the table: the worker's readers may do so too. */
const untilBlocked = (key: string, { table, by }: { table: string; by: string }) =>
  expect
    .poll(
      () => api.database.sql`
        SELECT FROM pg_locks lock JOIN pg_stat_activity holder USING (pid)
        WHERE lock.relation = ${table}::regclass AND NOT lock.granted AND holder.query ILIKE ${`%${by}%`}
          AND EXISTS (SELECT FROM idempotency_keys WHERE key LIKE ${`%${key}`})`,
      PATIENCE,
    )
    .not.toHaveLength(0)
const ordersOf = async () => (await api.call(api.home.keys.seller, 'GET', '/v1/charges?limit=100')).json().data.length

it('that was said to have made nothing makes nothing later', async () => {
  const key = uuidv7()
  const before = await ordersOf()
  await isSlow(async () => {
    const slow = await api.database.sql.begin(async (tx) => {
      await tx`LOCK TABLE provider_accounts IN ACCESS EXCLUSIVE MODE`
      const answer = tries(key)
      await untilBlocked(key, { table: 'provider_accounts', by: 'select' })
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
      await untilBlocked(key, { table: 'charges', by: 'insert into "charge_events"' })
      return { answer, asked: asks(key) }
    })
    const { token } = (await slow.answer).json()
    expect(token).toBeTruthy()
    expect((await slow.asked).json()).toMatchObject({ token })
  })
})
