/** A buyer's card pays the order that it was given for, cannot be used again, and is soon forgotten; refused ones are counted. */
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { purgeCards } from '../../db/queries/card/read.ts'
import { forgetRefusals } from '../../db/queries/card/refusals.ts'
import { cards, charges, refusedCards } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const DECLINED = '4000000000000002'
const { holderDocument: _, ...CARD } = NEW_CARD
const limits = { ...NO_LIMITS, refusedCards: { perAddress: 3, perPage: 7 } }

let api: ChargingApi
/** Another process on the same database. */
let second: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  api = await startChargingApi({ limits })
  await api.connect('PAGUESAFE')
  const { settings, database, temporal } = api
  second = await buildApp({ logger: pino({ level: 'silent' }), settings, database, temporal, limits })
})
afterAll(async () => {
  await second?.close()
  await api?.close()
})

const asSeller = (method: string, path: string, payload?: object) =>
  api.call(api.home.keys.seller, method, path, { payload })
async function newPage(): Promise<string> {
  const { url } = (await asSeller('POST', '/v1/payment-links', { amount: 5000 })).json()
  return url.split('/buy/')[1]
}

interface Try {
  slug: string
  from: string
  cardNumber?: string | undefined
  app?: typeof second
}
const byCard = ({ slug, from, app = api.app, ...card }: Try) =>
  app.inject({
    method: 'POST',
    url: `/v1/checkout/pages/${slug}/charges`,
    payload: {
      customer: NEW_CHARGE.customer,
      address: ADDRESS,
      paymentMethod: 'CREDIT_CARD',
      card: { ...CARD, ...card },
    },
    headers: { 'idempotency-key': uuidv7() },
    remoteAddress: from,
  })

async function paidByBuyer(): Promise<{ cardId: string; chargeId: string }> {
  const { token, status } = (await byCard({ slug: await newPage(), from: '203.0.113.1' })).json()
  expect(status).toBe('APPROVED')
  const [charge] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  return { cardId: charge?.cardId ?? '', chargeId: charge?.id ?? '' }
}
async function tokenOf(cardId: string): Promise<string> {
  const [card] = await api.database.writer.select().from(cards).where(eq(cards.id, cardId))
  return card?.sealedToken ?? 'no such card'
}
const ages = (cardId: string, by: string) =>
  api.database.writer
    .update(cards)
    .set({ lastUsedAt: sql`last_used_at - ${by}::interval` })
    .where(eq(cards.id, cardId))

describe('a buyer’s card', () => {
  it('is none of the platform’s: not listed, not charged again, not removed by hand', async () => {
    const { cardId } = await paidByBuyer()
    const own = (await asSeller('POST', '/v1/cards', NEW_CARD)).json()
    const listed = (await asSeller('GET', '/v1/cards')).json().data
    expect(listed.map((card: { cardId: string }) => card.cardId)).toEqual([own.cardId])
    const charge = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', address: ADDRESS }
    expect((await asSeller('POST', '/v1/charges', { ...charge, cardId })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/cardId', rule: 'card' }],
    })
    expect((await asSeller('DELETE', `/v1/cards/${cardId}`)).statusCode).toBe(404)
    expect((await asSeller('POST', '/v1/charges', { ...charge, cardId: own.cardId })).statusCode).toBe(201)
  })

  it('is forgotten a day after it was given, unless its charge still waits', async () => {
    const { writer } = api.database
    const [done, waiting] = [await paidByBuyer(), await paidByBuyer()]
    await writer.update(charges).set({ status: 'PENDING' }).where(eq(charges.id, waiting.chargeId))
    for (const { cardId } of [done, waiting]) await ages(cardId, '23 hours')
    await purgeCards(writer)
    expect(await tokenOf(done.cardId)).not.toBe('')
    for (const { cardId } of [done, waiting]) await ages(cardId, '1 hour')
    await purgeCards(writer)
    expect([await tokenOf(done.cardId), await tokenOf(waiting.cardId)]).toEqual(['', expect.stringMatching(/./)])
  })
})

it.each(['cardNumber', 'holderName', 'expMonth', 'expYear', 'cvv'])(
  'a card without %s is refused, and that is said',
  async (missing) => {
    const answer = await byCard({ slug: await newPage(), from: '203.0.113.7', [missing]: undefined })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { errors: [{ path: `/card/${missing}`, rule: missing }] },
    ])
  },
)

describe('cards that are refused', () => {
  const refuse = async (tried: Omit<Try, 'cardNumber'>) =>
    expect((await byCard({ ...tried, cardNumber: DECLINED })).json()).toMatchObject({ status: 'REJECTED' })

  it('count for their address at every process, until they are forgotten', async () => {
    const from = '203.0.113.2'
    const slug = await newPage()
    await refuse({ slug, from })
    await refuse({ slug: await newPage(), from, app: second })
    await refuse({ slug, from, app: second })
    for (const app of [api.app, second]) {
      const answer = await byCard({ slug: await newPage(), from, app })
      expect(answer.json()).toMatchObject({
        status: 429,
        code: 'rate_limited',
        errors: [{ path: '/card', rule: 'cardTries' }],
      })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500)
    }
    const { writer } = api.database
    await writer.update(refusedCards).set({ at: sql`at - interval '10 minutes'` })
    expect((await byCard({ slug, from })).json()).toMatchObject({ status: 'APPROVED' })
    await forgetRefusals(writer)
    expect(await writer.select().from(refusedCards)).toEqual([])
  })

  it('count while they are under way: of many at one moment no more are tried than one after the other', async () => {
    const [from, slug] = ['203.0.113.3', await newPage()]
    const tries = Array.from({ length: 8 }, (_, at) =>
      byCard({ slug, from, app: at % 2 === 0 ? api.app : second, cardNumber: DECLINED }),
    )
    const answers = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(answers.filter((status) => status === 429)).toHaveLength(5)
    expect(answers.filter((status) => status < 300)).toHaveLength(3)
  })

  it('count for their page, from however many addresses they come', async () => {
    const slug = await newPage()
    for (let card = 0; card < 7; card += 1) await refuse({ slug, from: `203.0.113.${100 + card}` })
    expect((await byCard({ slug, from: '203.0.113.200', app: second })).statusCode).toBe(429)
    expect((await byCard({ slug: await newPage(), from: '203.0.113.200' })).json()).toMatchObject({
      status: 'APPROVED',
    })
  })
})
