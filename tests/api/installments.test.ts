/** The platform's table decides what is offered and what is charged. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

/** Two are free; three and four cost something; there is no price for five. */
const TABLE = {
  installmentFees: [0, 1, 4.5, 2.995],
  maxInstallmentsWithoutInterest: 2,
  minInstallmentValue: 500,
}

let api: ChargingApi
let cardId: string
let atOnceOnly: string
/** What our provider was sent. */
const sent: { amount: number; installments: number; items: { unitPrice: number }[] }[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname } = new URL(request.url ?? '', 'http://stub')
  const number = Number(/\/transactions\/tx-(\d+)/.exec(pathname)?.[1] ?? 0)
  if (number === 0) sent.push(JSON.parse(Buffer.concat(chunks).toString()))
  const id = number || sent.length
  const status = pathname.endsWith('/refund') ? 'refunded' : 'paid'
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ id: `tx-${id}`, status, amount: sent[id - 1]?.amount }))
})

beforeAll(async () => {
  api = await startChargingApi()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cardAt = async (provider: string, changes = {}) => {
    const { id: providerAccountId } = await api.connect(provider, changes)
    const payload = { ...NEW_CARD, providerAccountId }
    return (await api.call(api.home.keys.seller, 'POST', '/v1/cards', { payload })).json().cardId as string
  }
  cardId = await cardAt('PAGUESAFE', { baseUrl })
  atOnceOnly = await cardAt('WITETEC')
})
afterAll(async () => {
  await api?.close()
  server.close()
})

const offers = async (query: string) => api.call(api.home.keys.seller, 'GET', `/v1/installments?${query}`)
const charge = (changes: object) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, ...changes },
  })

describe('a platform that has set no table', () => {
  it('offers, and charges, one payment alone', async () => {
    expect((await offers('amount=10000')).json()).toEqual({
      data: [{ installmentNumber: 1, installmentValue: 10000, finalValue: 10000 }],
    })
    expect((await charge({ installments: 1 })).json()).toMatchObject({ status: 'APPROVED', finalValue: 5000 })
    expect((await charge({ installments: 2 })).json()).toMatchObject({ status: 422, code: 'rule_broken' })
  })
})

describe('a platform with a table', () => {
  beforeAll(async () => {
    const path = `/v1/platforms/${api.home.platformId}`
    const changed = await api.call(api.home.keys.admin, 'PATCH', path, { payload: TABLE })
    expect(changed.json()).toMatchObject(TABLE)
  })

  it('takes no percentage that would double a price', async () => {
    const change = (installmentFees: readonly number[]) =>
      api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { installmentFees } })
    const refused = (await change([0, 100.01])).json()
    expect(refused).toMatchObject({ status: 422, errors: [{ path: '/installmentFees/1', rule: 'maximum' }] })
    expect((await change([0, 100])).statusCode).toBe(200)
    expect((await change(TABLE.installmentFees)).statusCode).toBe(200)
  })

  it('offers what the table has a price for', async () => {
    expect((await offers('amount=10000')).json()).toEqual({
      data: [
        { installmentNumber: 1, installmentValue: 10000, finalValue: 10000 },
        { installmentNumber: 2, installmentValue: 5000, finalValue: 10000 },
        { installmentNumber: 3, installmentValue: 3483, finalValue: 10450 },
        { installmentNumber: 4, installmentValue: 2575, finalValue: 10300 },
      ],
    })
    const asked = 'amount=10000&numberOfInstallments=3&maxInstallmentsWithoutInterest=1&minInstallmentValue=4000'
    expect((await offers(asked)).json()).toEqual({
      data: [
        { installmentNumber: 1, installmentValue: 10000, finalValue: 10000 },
        { installmentNumber: 2, installmentValue: 5050, finalValue: 10100 },
      ],
    })
  })

  it.each([
    [5000, 1, 5000],
    [5000, 2, 5000],
    [5000, 3, 5225],
    [10_000_000, 4, 10_299_500],
    [1499, 3, 1566],
  ])('charges %d cents in %d as %d in all', async (amount, installments, finalValue) => {
    const items = [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }]
    const made = (await charge({ amount, installments, items })).json()
    expect(made).toMatchObject({ status: 'APPROVED', amount, finalValue, installments })
    expect(sent.at(-1)).toMatchObject({ amount: finalValue, installments })
    const listed = (await offers(`amount=${amount}`)).json().data
    expect(listed).toContainEqual(expect.objectContaining({ installmentNumber: installments, finalValue }))
    const buyer = (await api.call(null, 'GET', `/v1/checkout/${made.checkoutToken}`)).json()
    expect(buyer).toMatchObject({ amount: finalValue, installments })
  })

  it('gives back all that the buyer paid', async () => {
    const { id } = (await charge({ installments: 3 })).json()
    const refund = await api.call(api.home.keys.seller, 'POST', `/v1/charges/${id}/refunds`, { payload: {} })
    expect(refund.json()).toMatchObject({ amount: 5225 })
  })

  it.each([
    ['more than there is a price for', { installments: 5 }],
    ['as many as the API takes', { installments: 99 }],
    ['so many that each is too small', { amount: 1000, installments: 3 }],
    ['at once, for less than an installment may be', { amount: 499 }],
  ])('refuses %s, and makes nothing', async (_what, changes) => {
    const before = sent.length
    expect((await charge(changes)).json()).toMatchObject({
      status: 422,
      code: 'rule_broken',
      errors: [{ path: '/installments', rule: 'installments' }],
    })
    expect(sent).toHaveLength(before)
  })

  it('offers for a card, or at an account, what its provider charges, and no more', async () => {
    const numbers = async (query: string) =>
      (await offers(`amount=10000&${query}`))
        .json()
        .data.map((option: { installmentNumber: number }) => option.installmentNumber)
    expect(await numbers(`cardId=${atOnceOnly}`)).toEqual([1])
    expect(await numbers(`cardId=${cardId}`)).toEqual([1, 2, 3, 4])
    const { data } = (await api.call(api.home.keys.seller, 'GET', '/v1/cards')).json()
    const accountOf = (id: string) => data.find((card: { cardId: string }) => card.cardId === id).providerAccountId
    expect(await numbers(`providerAccountId=${accountOf(atOnceOnly)}`)).toEqual([1])
    expect(await numbers(`providerAccountId=${accountOf(cardId)}`)).toEqual([1, 2, 3, 4])
  })

  it("answers a question with limits of its own in full, whatever a new card's provider charges", async () => {
    const { data } = (await api.call(api.home.keys.admin, 'GET', '/v1/provider-accounts')).json()
    const first = data.find(({ provider }: { provider: string }) => provider === 'PAGUESAFE')
    const enable = async (enabled: boolean) =>
      api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${first.id}`, { payload: { enabled } })
    expect((await enable(false)).statusCode).toBe(200)
    expect((await offers('amount=10000')).json().data).toHaveLength(1)
    const asked = 'amount=10000&numberOfInstallments=12&maxInstallmentsWithoutInterest=12'
    expect((await offers(asked)).json().data).toHaveLength(12)
    expect((await enable(true)).statusCode).toBe(200)
  })

  it.each(['cardId', 'providerAccountId'])('offers nothing for a %s of another platform', async (name) => {
    const answer = await offers(`amount=10000&${name}=00000000-0000-7000-8000-000000000000`)
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: `/${name}` }] })
  })

  it('takes no interest for installments that the provider does not have', async () => {
    expect((await charge({ cardId: atOnceOnly, installments: 3 })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/installments', rule: 'installments' }],
    })
    expect((await charge({ cardId: atOnceOnly })).json()).toMatchObject({ status: 'APPROVED', finalValue: 5000 })
  })
})

it.each([
  '',
  'amount=0&numberOfInstallments=3',
  'amount=100&numberOfInstallments=0',
  'amount=x&numberOfInstallments=1',
])('"%s" is no question', async (query) => expect((await offers(query)).statusCode).toBe(400))
