/** Charges with several transactions: each is a row, each can be given back, and what a platform has done about them by itself. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { chargeAttempts, charges, payments } from '../../db/schema/index.ts'
import { askingAs, PATIENCE, untilTold } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

let api: ChargingApi
/** Both are one account at the provider. Each test has its own two: a lost answer counts for an account's breaker. */
const accounts = { first: '', second: '' }
const tokens = { first: '', second: '' }

beforeAll(async () => {
  api = await startChargingApi()
})
beforeEach(async () => {
  for (const [priority, name] of (['first', 'second'] as const).entries()) {
    const { id, token } = await api.connect('PAGUESAFE', { priority })
    accounts[name] = id
    tokens[name] = token
  }
})
afterEach(async () => {
  await api.control('DELETE', '/faults')
  for (const id of Object.values(accounts)) await set({ enabled: false }, `/v1/provider-accounts/${id}`)
})
afterAll(() => api?.close())

const { get, untilCharge } = askingAs('seller', () => api)
const chargeOf = (id: string) => get(`/v1/charges/${id}`)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data
const refundsOf = async (id: string) => (await get(`/v1/charges/${id}/refunds`)).data
const refund = (id: string, payload: object = {}) =>
  api.call(api.home.keys.seller, 'POST', `/v1/charges/${id}/refunds`, { payload })
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/${action}`, { payload })
const set = async (payload: object, url = `/v1/platforms/${api.home.platformId}`) =>
  expect((await api.call(api.home.keys.admin, 'PATCH', url, { payload })).json()).toMatchObject(payload)
/** The provider's words for what happens. */
const SAID = { pay: 'paid', chargeback: 'chargedback', win: 'paid', refund: 'refunded' }
/** It happens at the provider, and the provider says so: the same word for word each time. */
async function happens(
  action: keyof typeof SAID,
  transactionId: string,
  account: keyof typeof tokens = 'first',
): Promise<void> {
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/${action}`)
  const data = { id: Number(transactionId), status: SAID[action] }
  const payload = { id: `${transactionId}/${data.status}`, type: 'transaction', objectId: transactionId, data }
  const url = `/webhooks/paguesafe/${tokens[account]}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

const pay = (transactionId: string, account?: keyof typeof tokens) => happens('pay', transactionId, account)

/** What the provider gave back of a transaction, and how often it was asked to. */
async function returned(transactionId: string) {
  const { data } = await api.control<{ data: { reference: string; count: number }[] }>(
    'GET',
    '/requests?provider=PAGUESAFE',
  )
  return data.find(({ reference }) => reference === `refund/${transactionId}`)?.count ?? 0
}

async function charge(payload: object = {}): Promise<{ id: string; transactionId: string }> {
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...payload } })
  return answer.json()
}

/** A charge whose first transaction is not known here, because its answer was lost and came late. */
async function withOrphan(): Promise<{ id: string; own: string; orphan: string }> {
  await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop', times: 1 })
  const { id } = await charge()
  await untilCharge(id, { attention: 'unknownOutcome' })
  const newest = '/transactions?provider=PAGUESAFE&limit=1'
  const [made] = (await api.control<{ data: { id: string }[] }>('GET', newest)).data
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { providerAccountId: accounts.second, transactionId: expect.any(String) })
  const orphan = made?.id ?? ''
  await api.database.writer
    .update(chargeAttempts)
    .set({ transactionId: orphan })
    .where(and(eq(chargeAttempts.chargeId, id), eq(chargeAttempts.number, 1)))
  return { id, own: (await chargeOf(id)).transactionId, orphan }
}

async function paidTwice(expected: object) {
  const made = await withOrphan()
  await pay(made.own, 'second')
  await untilCharge(made.id, { status: 'APPROVED' })
  await pay(made.orphan)
  await expect.poll(async () => (await paymentsOf(made.id)).length, PATIENCE).toBe(2)
  await untilCharge(made.id, expected)
  return made
}

describe('GET /v1/charges/:id/payments', () => {
  it('shows the one transaction that a charge has, and what becomes of it', async () => {
    const { id, transactionId } = await charge({ providerAccountId: accounts.first })
    const [payment, ...others] = await paymentsOf(id)
    expect(others).toEqual([])
    expect(payment).toMatchObject({
      transactionId,
      provider: 'PAGUESAFE',
      providerAccountId: accounts.first,
      state: 'PENDING',
      amount: 5000,
      paidAt: null,
      refundedAmount: 0,
      shown: true,
    })
    await pay(transactionId)
    await untilCharge(id, { status: 'APPROVED' })
    const { paidAt } = await chargeOf(id)
    expect(await paymentsOf(id)).toEqual([{ ...payment, state: 'APPROVED', paidAt }])
    expect((await refund(id, { amount: 1200 })).json()).toMatchObject({ paymentId: payment.id, policy: null })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', refundedAmount: 1200 }])
  })

  it("is empty before a provider has answered, and another platform's is not there", async () => {
    const { id } = await api.addCharge(api.home)
    expect(await paymentsOf(id)).toEqual([])
    const strange = await api.call(api.other.keys.seller, 'GET', `/v1/charges/${id}/payments`)
    expect(strange.statusCode).toBe(404)
  })
})

describe('a charge that is paid twice', () => {
  it('shows both payments, and gives back the one that is named, once', async () => {
    const { id, own, orphan } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
    const payments = await paymentsOf(id)
    expect(payments).toMatchObject([
      { transactionId: own, state: 'APPROVED', shown: true, providerAccountId: accounts.second },
      { transactionId: orphan, state: 'APPROVED', shown: false, providerAccountId: accounts.first },
    ])
    const [, { id: paymentId }] = payments
    expect((await refund(id, { paymentId, amount: 5001 })).json()).toMatchObject({ status: 422, code: 'rule_broken' })
    const answer = await refund(id, { paymentId })
    expect(answer.json()).toMatchObject({ amount: 5000, state: 'APPROVED', paymentId })
    expect((await refund(id, { paymentId })).json()).toMatchObject({ status: 409 })
    expect([await returned(orphan), await returned(own)]).toEqual([1, 0])
    expect(await paymentsOf(id)).toMatchObject([
      { state: 'APPROVED', refundedAmount: 0 },
      { state: 'REFUNDED', refundedAmount: 5000 },
    ])
    // The first payment still pays it, and nothing is left to ask an operator.
    expect(await chargeOf(id)).toMatchObject({ status: 'APPROVED', refundedAmount: 0, attention: null })
    expect((await refund(id)).json()).toMatchObject({ amount: 5000, paymentId: payments[0].id })
    expect(await chargeOf(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })

  it('stays paid by the second when the first goes back', async () => {
    const { id } = await paidTwice({ attention: 'doublePayment' })
    const [first, second] = await paymentsOf(id)
    expect((await refund(id)).json()).toMatchObject({ paymentId: first.id })
    expect(await chargeOf(id)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
    expect((await refund(id, { amount: 900 })).json()).toMatchObject({ paymentId: second.id })
    expect(await chargeOf(id)).toMatchObject({ status: 'APPROVED', refundedAmount: 900 })
  })

  it('has a dispute about the second one won when that one is told of again as it was when it was paid', async () => {
    const { id, orphan } = await paidTwice({ attention: 'doublePayment' })
    const second = async () => (await paymentsOf(id))[1]
    await happens('chargeback', orphan)
    await expect.poll(second, PATIENCE).toMatchObject({ transactionId: orphan, state: 'CHARGEBACK' })
    await untilTold(api, id, 3)
    await happens('win', orphan)
    await expect.poll(second, PATIENCE).toMatchObject({ state: 'APPROVED' })
    expect((await get(`/v1/disputes?chargeId=${id}`)).data).toMatchObject([{ transactionId: orphan, state: 'WON' }])
  })

  it('asks no longer when the provider has given the later one back, as a reading of our refund may say first', async () => {
    const { id, orphan } = await paidTwice({ attention: 'doublePayment' })
    await happens('refund', orphan)
    await untilCharge(id, { status: 'APPROVED', refundedAmount: 0, attention: null })
  })

  it('has no refund against a payment of another charge', async () => {
    const { id } = await charge({ providerAccountId: accounts.first })
    const other = await charge({ providerAccountId: accounts.first })
    const [{ id: paymentId }] = await paymentsOf(other.id)
    expect((await refund(id, { paymentId })).json()).toMatchObject({ status: 422, errors: [{ path: '/paymentId' }] })
  })

  it('gives the later one back by itself where the platform says so, once', async () => {
    await set({ doublePayments: 'refundLater' })
    const { id, own, orphan } = await paidTwice({ status: 'APPROVED', attention: null })
    await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ state: 'APPROVED' }])
    await set({ doublePayments: 'ask' })
    const [, later] = await paymentsOf(id)
    expect(await refundsOf(id)).toMatchObject([{ policy: 'doublePayments', paymentId: later.id, amount: 5000 }])
    expect(later).toMatchObject({ transactionId: orphan, state: 'REFUNDED' })
    expect([await returned(orphan), await returned(own)]).toEqual([1, 0])
    expect(await chargeOf(id)).toMatchObject({ status: 'APPROVED', refundedAmount: 0, attention: null })
    const { data } = await get(`/v1/refunds/${(await refundsOf(id))[0].id}/events`)
    expect(data[0]).toMatchObject({ type: 'requested', cause: 'timer' })
  })

  it('keeps the later one if the bank takes the first before it has gone back, and asks an operator', async () => {
    await set({ doublePayments: 'refundLater' })
    await api.control('PUT', '/faults/PAGUESAFE/refund', { fault: 'rateLimited', times: 0 })
    const { id, own, orphan } = await paidTwice({ status: 'APPROVED', attention: null })
    await set({ doublePayments: 'ask' })
    await expect.poll(() => returned(orphan), PATIENCE).toBeGreaterThan(0)
    const of = { transactionId: own, accountId: accounts.second, provider: 'PAGUESAFE' }
    const taken = { chargeId: id, to: 'CHARGEBACK', cause: 'webhook', key: 'webhook/taken', of } as const
    await applyTransition(api.database.writer, taken)
    await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ state: 'REJECTED', policy: 'doublePayments' }])
    // Not before: a try that had begun until then would have been taken.
    await api.control('DELETE', '/faults')
    expect(await paymentsOf(id)).toMatchObject([{ state: 'CHARGEBACK' }, { state: 'APPROVED', refundedAmount: 0 }])
    await expect.poll(() => chargeOf(id), PATIENCE).toMatchObject({ status: 'APPROVED', attention: 'doublePayment' })
  })

  it('asks an operator after all when the provider does not give the later one back', async () => {
    const { id, own, orphan } = await withOrphan()
    await pay(own, 'second')
    await untilCharge(id, { status: 'APPROVED' })
    await set({ doublePayments: 'refundLater' })
    // The provider itself does not say so, and refuses to refund what it does not call paid.
    const of = { transactionId: orphan, accountId: accounts.first, provider: 'PAGUESAFE' }
    const paid = { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/1', of } as const
    expect(await applyTransition(api.database.writer, paid)).toMatchObject({ needsAttention: false })
    await set({ doublePayments: 'ask' })
    await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ state: 'REJECTED', policy: 'doublePayments' }])
    expect(await chargeOf(id)).toMatchObject({ status: 'APPROVED', attention: 'doublePayment' })
  })
})

describe('a charge that only an orphan paid', () => {
  it('is approved, shown to an operator, and can be refunded', async () => {
    const { id, orphan } = await withOrphan()
    await pay(orphan)
    await untilCharge(id, { status: 'APPROVED', attention: 'orphanPayment' })
    expect((await refund(id)).json()).toMatchObject({ amount: 5000, state: 'APPROVED' })
    expect(await returned(orphan)).toBe(1)
    expect(await chargeOf(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })
})

describe('a payment after the charge was cancelled', () => {
  async function paidLate(latePayments: string) {
    await set({ latePayments })
    const { id, transactionId } = await charge({ providerAccountId: accounts.first })
    await untilFollowed(api, id)
    expect((await operate(id, 'cancel')).json()).toMatchObject({ became: 'carriedOut' })
    // The reader has not yet asked the provider to withdraw the code.
    await untilCharge(id, { status: 'REJECTED', payable: true })
    await pay(transactionId)
    return { id, transactionId }
  }

  it.each([
    { policy: 'ask', becomes: { status: 'APPROVED', attention: 'latePayment' }, refunds: [], count: 0 },
    { policy: 'accept', becomes: { status: 'APPROVED', attention: null }, refunds: [], count: 0 },
    {
      policy: 'refund',
      becomes: { status: 'REFUNDED', attention: null, refundedAmount: 5000 },
      refunds: [{ policy: 'latePayments', state: 'APPROVED' }],
      count: 1,
    },
  ])('under $policy is $becomes', async ({ policy, becomes, refunds, count }) => {
    const { id, transactionId } = await paidLate(policy)
    await untilCharge(id, { ...becomes, payable: false })
    expect(await refundsOf(id)).toMatchObject(refunds)
    expect(await returned(transactionId)).toBe(count)
  })
})

it('an end in a word that no table maps is a question until a known word says the same; what comes then is late', async () => {
  await set({ latePayments: 'refund' })
  const { id, transactionId } = await charge({ providerAccountId: accounts.first })
  const end = { chargeId: id, to: 'REJECTED', cause: 'poll', key: 'poll/REJECTED' } as const
  await applyTransition(api.database.writer, { ...end, rawStatus: 'quarantined', unmapped: true })
  await untilCharge(id, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  await applyTransition(api.database.writer, { ...end, rawStatus: 'refused' })
  await untilCharge(id, { status: 'REJECTED', statusUnmapped: false, attention: null })
  await pay(transactionId)
  await untilCharge(id, { status: 'REFUNDED', refundedAmount: 5000 })
})

it.each([
  ['APPROVED', 'orphanPayment'],
  ['REJECTED', null],
] as const)(
  'news of a payment that names no charge (%s) moves nothing, and money in it is shown to an operator',
  async (to, attention) => {
    const { id } = await charge()
    const db = api.database.writer
    // As after a failover of the database that lost its last second.
    await db.delete(payments).where(eq(payments.chargeId, id))
    await db.update(charges).set({ transactionId: null, providerAccountId: null }).where(eq(charges.id, id))
    const outcome = await applyTransition(db, { chargeId: id, to, cause: 'poll', key: `poll/${to}` })
    expect(outcome).toMatchObject({ moved: false, status: 'PENDING', needsAttention: attention !== null })
    expect(await chargeOf(id)).toMatchObject({ status: 'PENDING', attention })
    const types = (await get(`/v1/charges/${id}/events`)).data.map(({ type }: { type: string }) => type)
    expect(types).toContain('eventIgnored')
  },
)
