/** Tries to pay on public pages that come to nothing: what they leave alone, and what they tell. */
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelSuperseded } from '../../activities/cancel-superseded.ts'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { charges } from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { BUYERS_CARD, DECLINED, newLink, newOffer, startLinkApi } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let slug: string
beforeAll(async () => {
  ;({ api, slug } = await startLinkApi({ sweeps: false }))
})
afterAll(() => api?.close())

const pay = (payload: object, { at = slug, remoteAddress = '203.0.113.1' } = {}) =>
  api.call(null, 'POST', `/v1/checkout/pages/${at}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': uuidv7() },
    remoteAddress,
  })
const byCard = (payload: object, options: Parameters<typeof pay>[1] = {}, cardNumber = BUYERS_CARD.cardNumber) =>
  pay({ paymentMethod: 'CREDIT_CARD', card: { ...BUYERS_CARD, cardNumber }, ...payload }, options)
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
  ['installments that no account offers', { installments: 99 }, 422],
  ['a state that is none', { address: { ...ADDRESS, state: 'XX' } }, 422],
  ['a telephone that is none', { customer: { ...NEW_CHARGE.customer, phone: '0000000000' } }, 422],
] as const

it.each([
  ['unmappedStatus', 'CREDIT_CARD'],
  ['amountMismatch', 'PIX'],
  ['unconfirmedNotice', 'PIX'],
] as const)(
  'a refused try that asks about %s may have been paid: another waits until that is known',
  async (reason, how) => {
    const refused = (await byCard({}, {}, DECLINED)).json()
    expect(refused).toMatchObject({ status: 'REJECTED', underReview: false })
    const id = await idOf(refused.token)
    await flagAttention(api.database.writer, id, reason)
    expect(await look(refused.token)).toMatchObject({ status: 'REJECTED', underReview: true })
    const again = (token: string) => (how === 'PIX' ? pay({ token }) : byCard({ token }))
    expect((await again(refused.token)).statusCode).toBe(409)
    const seen = await api.call(
      api.home.keys.operator,
      'POST',
      `/v1/operations/charge%2F${id}/resolve?shown=${reason}`,
      {
        payload: { outcome: 'notCreated' },
      },
    )
    expect(seen.statusCode).toBe(202)
    await expect.poll(() => look(refused.token), PATIENCE).toMatchObject({ underReview: false })
    expect((await again(refused.token)).statusCode).toBe(201)
  },
  120_000,
)

it('a try that ended in a word of the provider that has no meaning here may have been paid, also once it was seen: another waits until its end is said', async () => {
  const { token } = (await pay({})).json()
  const id = await idOf(token)
  const unmapped = {
    to: 'REJECTED',
    cause: 'poll',
    key: 'poll/REJECTED',
    rawStatus: 'quarantined',
    unmapped: true,
  } as const
  await applyTransition(api.database.writer, { chargeId: id, ...unmapped })
  const say = async (resolution: object) => {
    const path = `/v1/operations/charge%2F${id}/resolve`
    const said = await api.call(api.home.keys.operator, 'POST', path, { payload: resolution })
    expect(said.statusCode, said.body).toBe(202)
  }
  await say({ outcome: 'notCreated' })
  await expect
    .poll(() => get(`/v1/charges/${id}`), PATIENCE)
    .toMatchObject({ status: 'REJECTED', statusUnmapped: true, attention: null })
  expect(await look(token)).toMatchObject({ status: 'REJECTED', underReview: true })
  expect((await pay({ token })).statusCode).toBe(409)
  await say({ outcome: 'notCreated', status: 'REJECTED' })
  await expect.poll(() => look(token), PATIENCE).toMatchObject({ underReview: false })
  expect((await pay({ token })).statusCode).toBe(201)
}, 120_000)

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
  const answer = await byCard({}, { at: await newLink(api, seller) })
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

  it('stops showing the code of an order as soon as another try has paid it', async () => {
    const { boleto, pays } = await paidLate()
    const stream = await follow(boleto.token)
    await expect.poll(() => stream.events().at(-1), PATIENCE).toEqual(boleto)
    await pays()
    const paid = { ...boleto, billetCode: null, billetUrl: null }
    await expect.poll(() => stream.events(), PATIENCE).toContainEqual(paid)
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
    const waiting = (await get('/v1/attention?limit=100')).data
    expect(waiting).toContainEqual(expect.objectContaining({ id, since: expect.any(String) }))
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
  // R$ 999.999.999,99 is the most: three of a third of it fit, to the cent.
  const at = await newOffer(api, { price: 33_333_333_333, paymentMethods: ['PIX'] })
  const offered = (quantity: number) => get(`/v1/checkout/pages/${at}?quantity=${quantity}`)
  expect((await offered(3)).paymentMethods).toMatchObject([{ paymentMethod: 'PIX' }])
  expect(await offered(4)).toMatchObject({ state: 'open', paymentMethods: [] })
  expect((await pay({ quantity: 3 }, { at })).statusCode).toBe(201)
  const refused = await pay({ quantity: 4 }, { at })
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/quantity', rule: 'maximum' }] })
})
