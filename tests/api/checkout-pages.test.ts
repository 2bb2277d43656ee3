/** Public pages over HTTP: what a buyer sees, how an order is paid, and that it is paid once. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelSuperseded } from '../../activities/cancel-superseded.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { cards, chargeEvents, charges } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const DECLINED = '4000000000000002'
const { holderDocument: _, ...CARD } = NEW_CARD
const SUPPORT = { supportEmail: 'ajuda@example.com', supportPhone: '0800 123 4567' }
const BUYER = { customer: NEW_CHARGE.customer, address: ADDRESS }

let api: ChargingApi
let productId: string
beforeAll(async () => {
  api = await startChargingApi({ limits: NO_LIMITS, sweeps: false })
  await api.connect('PAGUESAFE')
  const payload = { installmentFees: [0, 10, 20], maxInstallmentsWithoutInterest: 1, brandColor: '#123abc', ...SUPPORT }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
  productId = (await make('products', { name: 'Curso', description: 'Em vídeo' })).id
})
afterAll(() => api?.close())

async function make(path: string, payload: object) {
  const answer = await api.call(api.home.keys.seller, 'POST', `/v1/${path}`, { payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const slugOf = ({ url }: { url: string }) => url.split('/buy/')[1] ?? ''
const offerPage = async (changes: object = {}) => {
  const offer = { productId, name: 'Curso de pão', price: 5000, paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'] }
  return slugOf(await make('offers', { ...offer, ...changes }))
}
const show = (slug: string, query = '') => api.call(null, 'GET', `/v1/checkout/pages/${slug}${query}`)
const pay = (slug: string, payload: object, key = uuidv7()) =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { ...BUYER, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': key },
  })
const byCard = (slug: string, payload: object = {}, cardNumber = CARD.cardNumber) =>
  pay(slug, { paymentMethod: 'CREDIT_CARD', card: { ...CARD, cardNumber }, ...payload })
const look = async (token: string) => (await api.call(null, 'GET', `/v1/checkout/${token}`)).json()
async function rowOf(token: string) {
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  if (!row) throw new Error('No such charge')
  return row
}
const triesOf = async (token: string) => {
  const { checkoutOrderId } = await rowOf(token)
  return api.database.writer
    .select()
    .from(charges)
    .where(eq(charges.checkoutOrderId, checkoutOrderId ?? ''))
}
const settle = (chargeId: string, to: 'APPROVED' | 'REJECTED') =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${uuidv7()}` })

describe('a page', () => {
  it('shows what is sold, to whom it is paid and how, and nothing else', async () => {
    const slug = await offerPage({ maxInstallments: 2 })
    expect((await show(slug, '?quantity=2')).json()).toEqual({
      slug,
      livemode: true,
      state: 'open',
      reservation: null,
      seller: 'home',
      brandColor: '#123abc',
      logoUrl: null,
      ...SUPPORT,
      title: 'Curso de pão',
      description: 'Em vídeo',
      imageUrl: null,
      quantity: 2,
      maxQuantity: 99,
      amount: 10000,
      currency: 'BRL',
      paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'].map((paymentMethod) => ({
        paymentMethod,
        requires: expect.any(Array),
      })),
      installments: [
        { installmentNumber: 1, installmentValue: 10000, finalValue: 10000 },
        { installmentNumber: 2, installmentValue: 5500, finalValue: 11000 },
      ],
    })
  })

  it('that is paused or over sells nothing, and says so', async () => {
    const paused = await offerPage({ enabled: false })
    const expired = slugOf(await make('payment-links', { amount: 700, expiresAt: '2020-01-01T00:00:00.000Z' }))
    for (const [slug, state] of Object.entries({ [paused]: 'paused', [expired]: 'expired' })) {
      expect((await show(slug)).json()).toMatchObject({ state, paymentMethods: [] })
      expect((await pay(slug, {})).json()).toMatchObject({ status: 409, code: 'conflict' })
    }
  })
})

describe('an order', () => {
  it('by Pix is charged once for its key, and seen with its token', async () => {
    const slug = await offerPage()
    const key = uuidv7()
    const first = await pay(slug, {}, key)
    expect(first.statusCode, first.body).toBe(201)
    const view = first.json()
    expect(view).toMatchObject({ page: slug, status: 'PENDING', amount: 5000, message: null })
    expect(view.pixCode).toBeTruthy()
    expect(await look(view.token)).toEqual(view)
    const again = await pay(slug, {}, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(view)
    expect(await rowOf(view.token)).toMatchObject({ createdByUser: 'checkout', offerId: expect.any(String) })
    const unkeyed = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, { payload: BUYER })
    expect(unkeyed.statusCode).toBe(400)
  })

  it('by boleto has its line', async () => {
    const view = (await pay(await offerPage(), { paymentMethod: 'BILLET' })).json()
    expect(view).toMatchObject({ paymentMethod: 'BILLET', status: 'PENDING' })
    expect(view.billetCode ?? view.billetUrl).toBeTruthy()
  })

  it('whose card is declined says why, and is paid by another one; what it costs is what was shown', async () => {
    const slug = await offerPage()
    const declined = await byCard(slug, {}, DECLINED)
    expect(declined.statusCode, declined.body).toBe(201)
    const { token, message } = declined.json()
    expect(declined.json()).toMatchObject({ status: 'REJECTED' })
    expect(message).toMatch(/^O banco não autorizou a compra/)
    const other = await byCard(slug, { token, installments: 2, total: 5000 })
    expect(other.json()).toMatchObject({ status: 409, code: 'conflict' })
    const paid = (await byCard(slug, { token, installments: 2, total: 5500 })).json()
    expect(paid).toMatchObject({ status: 'APPROVED', amount: 5500, installments: 2, card: { lastDigits: '1486' } })
    for (const payload of [{ token }, { token: paid.token }, { token, paymentMethod: 'BILLET' }]) {
      const again = await pay(slug, payload)
      expect(again.statusCode).toBe(200)
      expect(again.json()).toEqual(paid)
    }
    expect((await triesOf(token)).map(({ status }) => status).toSorted()).toEqual(['APPROVED', 'REJECTED'])
  })

  it('that changes its way is cancelled first, and its old code is shown no more', async () => {
    const slug = await offerPage()
    const pix = (await pay(slug, {})).json()
    expect((await pay(slug, { token: pix.token })).json()).toEqual(pix)
    const paid = (await byCard(slug, { token: pix.token })).json()
    expect(paid.status).toBe('APPROVED')
    expect(await look(pix.token)).toMatchObject({ status: 'REJECTED', pixCode: null, pixQrCode: null })
  })

  it('that was paid meanwhile is not charged again', async () => {
    const slug = await offerPage()
    const pix = (await pay(slug, {})).json()
    const { provider, transactionId } = await rowOf(pix.token)
    await api.control('POST', `/transactions/${provider}/${transactionId}/pay`)
    const answer = await byCard(slug, { token: pix.token })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ token: pix.token, status: 'APPROVED' })
    expect(await triesOf(pix.token)).toHaveLength(1)
  })

  it('whose card may have been charged waits', async () => {
    const slug = await offerPage()
    await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop' })
    const unknown = await byCard(slug)
    expect(unknown.statusCode).toBe(202)
    const { token } = unknown.json()
    for (const another of [await byCard(slug, { token }), await pay(slug, { token })]) {
      expect(another.json()).toMatchObject({ status: 409, code: 'conflict' })
    }
    expect(await triesOf(token)).toHaveLength(1)
  })

  it('tried from many places at once has one charge that may be paid', async () => {
    const slug = await offerPage()
    const { token } = (await byCard(slug, {}, DECLINED)).json()
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(slug, { token })))
    for (const { statusCode } of answers) expect([200, 201, 202, 409]).toContain(statusCode)
    const live = (await triesOf(token)).filter(({ status }) => status !== 'REJECTED')
    expect(live).toHaveLength(1)
  })

  it('belongs to its page: a token of another page is refused', async () => {
    const { token } = (await pay(await offerPage(), {})).json()
    const answer = await pay(await offerPage(), { token })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/token' }] })
  })

  it.each([
    [
      'a card that is none',
      { paymentMethod: 'CREDIT_CARD', card: { ...CARD, cardNumber: '4111111111111112' } },
      '/card/cardNumber',
    ],
    ['no card', { paymentMethod: 'CREDIT_CARD' }, '/card'],
    ['an e-mail without a domain', { customer: { ...NEW_CHARGE.customer, email: 'a@b' } }, '/customer/email'],
    [
      'a document that is none',
      { customer: { ...NEW_CHARGE.customer, document: '11111111111' } },
      '/customer/document',
    ],
  ])('with %s is refused', async (_name, payload, path) => {
    const answer = await pay(await offerPage(), payload)
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path }] })
  })
})

describe('money that comes for a try that was given up', () => {
  it('pays the order: what is still waiting is shown no more, and cancelled', async () => {
    const slug = await offerPage()
    const first = (await pay(slug, {})).json()
    const second = (await pay(slug, { token: first.token, paymentMethod: 'BILLET' })).json()
    await settle((await rowOf(first.token)).id, 'APPROVED')
    expect(await look(second.token)).toMatchObject({ status: 'PENDING', billetCode: null, billetUrl: null })
    await cancelSuperseded({ database: api.database, temporal: api.temporal } as never)
    await expect.poll(async () => (await look(second.token)).status, PATIENCE).toBe('REJECTED')
    const events = await api.database.writer.select().from(chargeEvents)
    expect(events).toContainEqual(expect.objectContaining({ detail: { by: 'orderPaid' } }))
    const again = await pay(slug, { token: second.token })
    expect(again.json()).toMatchObject({ token: first.token, status: 'APPROVED' })
  })

  it('and for the next one too is a double payment, whichever comes first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const slug = await offerPage()
      const pix = (await pay(slug, {})).json()
      const { token } = (await pay(slug, { token: pix.token, paymentMethod: 'BILLET' })).json()
      const ids = [(await rowOf(pix.token)).id, (await rowOf(token)).id]
      for (const index of order) await settle(ids[index] ?? '', 'APPROVED')
      const tries = await triesOf(token)
      const flagged = tries.filter(({ attentionReasons }) => attentionReasons.includes('doublePayment'))
      expect(flagged.map(({ id }) => id)).toEqual([ids[order[1] ?? 0]])
    }
  })

  it('at once is told apart by the order’s lock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const slug = await offerPage()
      const pix = (await pay(slug, {})).json()
      const { token } = (await pay(slug, { token: pix.token, paymentMethod: 'BILLET' })).json()
      const ids = [(await rowOf(pix.token)).id, (await rowOf(token)).id]
      await Promise.all(ids.map((id) => settle(id, 'APPROVED')))
      const tries = await triesOf(token)
      expect(tries.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED'])
      expect(tries.filter(({ attentionReasons }) => attentionReasons.includes('doublePayment'))).toHaveLength(1)
    }
  })
})

describe('a link of so many uses', () => {
  const linkOf = (maxUses: number) => make('payment-links', { amount: 900, maxUses })
  const read = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/payment-links/${id}`)).json()

  it('sells just so often, with twenty buyers at once', async () => {
    const link = await linkOf(3)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(slugOf(link), {})))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses.filter((status) => status !== 409)).toHaveLength(3)
    expect(await read(link.id)).toMatchObject({ uses: 3, state: 'soldOut' })
    expect((await show(slugOf(link))).json().state).toBe('soldOut')
  })

  it('counts an order once, and gives a refused one back', async () => {
    const link = await linkOf(1)
    const slug = slugOf(link)
    const { token } = (await byCard(slug, {}, DECLINED)).json()
    expect(await read(link.id)).toMatchObject({ uses: 0, state: 'open' })
    const pix = (await pay(slug, { token })).json()
    expect(await read(link.id)).toMatchObject({ uses: 1, state: 'soldOut' })
    const boleto = (await pay(slug, { token: pix.token, paymentMethod: 'BILLET' })).json()
    expect({ ...(await read(link.id)), status: boleto.status }).toMatchObject({ uses: 1, status: 'PENDING' })
    await settle((await rowOf(boleto.token)).id, 'REJECTED')
    expect(await read(link.id)).toMatchObject({ uses: 0 })
    // Late money counts all the same.
    await settle((await rowOf(pix.token)).id, 'APPROVED')
    expect(await read(link.id)).toMatchObject({ uses: 1 })
  })
})

it('a buyer sees no id of ours but the number of the receipt, none of a provider, and no number of a card is kept', async () => {
  const slug = await offerPage()
  const answers = [await show(slug), await pay(slug, {}), await byCard(slug), await byCard(slug, {}, DECLINED)]
  const rows = await api.database.writer.select().from(charges)
  const kept = await api.database.writer.select().from(cards)
  const ids = [...rows.flatMap(({ id, transactionId }) => [id, transactionId]), ...kept.map(({ id }) => id), productId]
  for (const { body } of answers) {
    // A Pix code names whom its bank pays.
    const { receipt = null, pixCode: _code, pixQrCode: _picture, ...shown } = JSON.parse(body)
    const paid = rows.find(({ status, checkoutToken }) => status === 'APPROVED' && checkoutToken === shown.token)
    expect(receipt).toEqual(paid ? { number: paid.id } : null)
    for (const id of ids) if (id !== null) expect(body.replace(JSON.stringify(receipt), '')).not.toContain(id)
    expect(JSON.stringify(shown)).not.toMatch(/PAGUESAFE/i)
  }
  expect(JSON.stringify([rows, kept])).not.toContain(CARD.cardNumber)
})
