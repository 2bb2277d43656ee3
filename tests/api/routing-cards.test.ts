/** A card is charged where it is saved: rules about amounts and installments decide there, for sellers and for buyers. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

let api: ChargingApi
let small: { id: string }
let large: { id: string }
let rule: { id: string }
beforeAll(async () => {
  api = await startChargingApi({ limits: NO_LIMITS })
  const payload = { installmentFees: [0, 0], maxInstallmentsWithoutInterest: 2 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
  small = await api.connect('PAGUESAFE', { priority: 10 })
  large = await api.connect('MERCADOPAGO', { priority: 20 })
  const when = { paymentMethods: ['CREDIT_CARD'], amountFrom: 50_000, installmentsFrom: 2 }
  const accounts = [{ providerAccountId: large.id }]
  rule = await made(api.home.keys.admin, '/v1/routing-rules', { name: 'Large', when, accounts })
})
afterAll(() => api?.close())

async function made(key: string, path: string, payload: object) {
  const answer = await api.call(key, 'POST', path, { payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const seller = (path: string, payload: object) => made(api.home.keys.seller, path, payload)
const whyOf = async (chargeId: string) =>
  (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${chargeId}/routing`)).json()

const offered = async (query: string) =>
  (await api.call(api.home.keys.seller, 'GET', `/v1/installments?${query}`))
    .json()
    .data.map((option: { installmentNumber: number }) => option.installmentNumber)

async function setEnabled(accountId: string, enabled: boolean) {
  const path = `/v1/provider-accounts/${accountId}`
  const changed = await api.call(api.home.keys.admin, 'PATCH', path, { payload: { enabled } })
  expect(changed.json()).toMatchObject({ enabled })
}

/** The charge of a buyer who pays the offer by card. */
async function buy(offer: object, buyer: object) {
  const { id: productId } = await seller('/v1/products', { name: 'Curso' })
  const { url } = await seller('/v1/offers', { productId, name: 'Curso', paymentMethods: ['CREDIT_CARD'], ...offer })
  const { holderDocument: _, ...card } = NEW_CARD
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${url.split('/buy/')[1]}/charges`, {
    payload: { ...buyer, address: ADDRESS, paymentMethod: 'CREDIT_CARD', card },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return (await api.call(api.home.keys.seller, 'GET', '/v1/charges')).json().data[0]
}

it.each([
  ['a large one in installments', { amount: 50_000, installments: 2 }, () => large.id],
  ['a small one', { amount: 49_999, installments: 2 }, () => small.id],
  ['one that is paid at once', { amount: 50_000, installments: 1 }, () => small.id],
  ['one of which nothing is said', {}, () => small.id],
])('saves the card for %s where the rules charge it', async (_, charge, account) => {
  expect(await seller('/v1/cards', { ...NEW_CARD, ...charge })).toMatchObject({ providerAccountId: account() })
})

it.each([
  [60_000, 2, 'MERCADOPAGO'],
  [60_000, 1, 'PAGUESAFE'],
  [40_000, 2, 'PAGUESAFE'],
])(
  "a buyer's card of %i cents in %i goes to %s, as the simulator says, and the charge says why",
  async (price, installments, provider) => {
    const bought = await buy({ price, maxInstallments: 2 }, { customer: NEW_CHARGE.customer, installments })
    expect(bought).toMatchObject({ amount: price, provider })

    const why = await whyOf(bought.id)
    const simulated = await api.call(api.home.keys.seller, 'POST', '/v1/routing-rules/simulate', {
      payload: {
        ...NEW_CHARGE,
        address: ADDRESS,
        paymentMethod: 'CREDIT_CARD',
        amount: price,
        installments,
        cardBrand: 'VISA',
      },
    })
    const taken = ({ candidates }: { candidates: { taken: boolean; provider: string }[] }) =>
      candidates.find((candidate) => candidate.taken)?.provider
    expect(taken(why)).toBe(provider)
    expect(taken(simulated.json())).toBe(provider)
    expect(why.ruleId).toBe(provider === 'MERCADOPAGO' ? rule.id : null)
  },
)

it('an account that charges at once only is passed over for a card in installments, which are offered all the same', async () => {
  const { id: withoutCards } = await api.connect('ZENDRY', { priority: 0 })
  const { id } = await api.connect('WITETEC', { priority: 1 })
  expect(await offered('amount=40000')).toEqual([1, 2])
  expect(await seller('/v1/cards', { ...NEW_CARD, amount: 40_000, installments: 1 })).toMatchObject({
    provider: 'WITETEC',
  })
  const { id: bought } = await buy(
    { price: 40_000, maxInstallments: 2 },
    { customer: NEW_CHARGE.customer, installments: 2 },
  )
  const { candidates } = await whyOf(bought)
  expect(candidates).toContainEqual(expect.objectContaining({ providerAccountId: id, reason: 'tooManyInstallments' }))
  expect(candidates).toContainEqual(expect.objectContaining({ providerAccountId: small.id, taken: true }))

  for (const one of [small, large]) await setEnabled(one.id, false)
  expect(await offered('amount=40000')).toEqual([1])
  const payload = { ...NEW_CARD, amount: 40_000, installments: 2 }
  expect((await api.call(api.home.keys.seller, 'POST', '/v1/cards', { payload })).json()).toMatchObject({
    code: 'rule_broken',
    errors: [{ path: '/installments', rule: 'installments' }],
  })
  for (const one of [small, large]) await setEnabled(one.id, true)
  for (const one of [id, withoutCards]) await setEnabled(one, false)
})

it.each([
  [2, ['customer.phone', 'address.zipCode', 'address.number']],
  [1, ['customer.phone']],
])("an offer in up to %d asks its buyer for what each number's account needs", async (maxInstallments, needed) => {
  const { id: atOnce } = await api.connect('WITETEC', { priority: 1 })
  const { id: inTwo } = await api.connect('ASAAS', { priority: 2 })
  const { id: productId } = await seller('/v1/products', { name: 'Curso' })
  const offer = { productId, name: 'Curso', price: 40_000, paymentMethods: ['CREDIT_CARD'], maxInstallments }
  const { url } = await seller('/v1/offers', offer)
  const page = (await api.call(null, 'GET', `/v1/checkout/pages/${url.split('/buy/')[1]}`)).json()
  expect(page.installments).toHaveLength(maxInstallments)
  expect(page.paymentMethods).toHaveLength(1)
  expect([...page.paymentMethods[0].requires].sort()).toEqual([...needed].sort())
  for (const one of [atOnce, inTwo]) await setEnabled(one, false)
})

it.each([
  ['an account that charges one brand at once only', { cardBrands: ['VISA'] }, 'WITETEC'],
  ['an account that is paused', { installmentsFrom: 2 }, 'MERCADOPAGO'],
  ['an account that keeps no cards', { installmentsFrom: 2 }, 'ZENDRY'],
])('no installments are offered that a rule sends to %s', async (_, when, provider) => {
  const { id } = await api.connect(provider, { priority: 50 })
  if (provider === 'MERCADOPAGO') await setEnabled(id, false)
  const { id: ruleId } = await made(api.home.keys.admin, '/v1/routing-rules', {
    name: 'Ours',
    position: 0,
    when: { paymentMethods: ['CREDIT_CARD'], amountTo: 40_000, ...when },
    accounts: [{ providerAccountId: id }],
  })
  expect(await offered('amount=40001')).toEqual([1, 2])
  expect(await offered('amount=40000')).toEqual([1])
  expect((await api.call(api.home.keys.admin, 'DELETE', `/v1/routing-rules/${ruleId}`)).statusCode).toBe(204)
  await setEnabled(id, false)
})

it('what is wrong with the number is said as of the field that the buyer has', async () => {
  const { id: productId } = await seller('/v1/products', { name: 'Curso' })
  const { url } = await seller('/v1/offers', { productId, name: 'Curso', price: 900, paymentMethods: ['CREDIT_CARD'] })
  const { holderDocument: _, ...card } = NEW_CARD
  const payload = {
    customer: NEW_CHARGE.customer,
    address: ADDRESS,
    paymentMethod: 'CREDIT_CARD',
    card,
    installments: 9,
  }
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${url.split('/buy/')[1]}/charges`, {
    payload,
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/installments', rule: 'installments' }] })
})

it("a buyer's card goes to no account that lacks what its charge has not", async () => {
  const asaas = await api.connect('ASAAS', { priority: 1 })
  const { phone: _, ...customer } = NEW_CHARGE.customer
  const { id } = await buy({ price: 900 }, { customer })
  const { candidates } = await whyOf(id)
  expect(candidates).toContainEqual(
    expect.objectContaining({ providerAccountId: asaas.id, taken: false, reason: 'missingFields' }),
  )
})
