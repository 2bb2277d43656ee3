/** What an operator decides about money that came for a charge that waits, or was given up, where there is nothing of it to take. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChargeEvent } from '../../api/schemas/charge.ts'
import { notePaidAmount } from '../../db/queries/charge/paid-amounts.ts'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { readings } from '../../db/schema/index.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

/** What was paid for an earlier attempt, of the 5,000 that were charged. */
const OTHER = 2_200

let api: ChargingApi
const accounts: Record<string, string> = {}
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of ['PAGUESAFE', 'PRONTTUS', 'NOXPAY']) accounts[provider] = (await api.connect(provider)).id
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const db = () => api.database.writer
const { call, get, untilCharge } = askingAs('operator', () => api)
const resolve = (id: string, payload: object = { outcome: 'created' }, shown = 'amountMismatch') =>
  call('POST', `/v1/operations/charge%2F${id}/resolve?shown=${shown}`, payload)
const fault = (provider: string, rule: object) =>
  api.control('PUT', `/faults/${provider}/readTransaction`, { times: 0, ...rule })
const pay = (provider: string, id: string) => api.control('POST', `/transactions/${provider}/${id}/pay`)
const untilVoid = (id: string, why: string) =>
  expect
    .poll(
      async () =>
        (await get(`/v1/charges/${id}/events`)).data.filter(({ type }: { type: string }) =>
          type.startsWith('decision'),
        ),
      PATIENCE,
    )
    .toMatchObject([{ type: 'decisionVoid', detail: { why } }])
const paymentOf = async (id: string, transactionId: string) =>
  (await get(`/v1/charges/${id}/payments`)).data.find(
    (payment: { transactionId: string }) => payment.transactionId === transactionId,
  )

async function waiting(): Promise<{ id: string; own: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts.PAGUESAFE }
  const { id, transactionId: own } = (await call('POST', '/v1/charges', payload)).json()
  await untilFollowed(api, id)
  return { id, own }
}

async function givenUp(): Promise<{ id: string; own: string }> {
  const { id, own } = await waiting()
  expect((await call('POST', `/v1/operations/charge%2F${id}/cancel`)).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  return { id, own }
}

/** An earlier attempt's transaction, of which another amount was asked about. */
async function orphanOf(chargeId: string, provider: string, transactionId: string): Promise<string> {
  const of = { accountId: accounts[provider] ?? '', transactionId, provider }
  await applyTransition(db(), { chargeId, to: 'PENDING', cause: 'provider', key: `late/${transactionId}`, of })
  await notePaidAmount(db(), chargeId, of, OTHER)
  await flagAttention(db(), chargeId, 'amountMismatch')
  return transactionId
}

async function atPronttus(chargeId: string): Promise<string> {
  const account = api.sandbox.accounts.find(({ provider }) => provider === 'PRONTTUS')
  const { name, email, document } = NEW_CHARGE.customer
  const customer = { name, email, document: document.replace(/\D/g, '') }
  const made = await fetch(`${account?.baseUrl}/payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-client-id': account?.publicKey ?? '',
      'x-client-secret': account?.secretKey ?? '',
    },
    body: JSON.stringify({ amount: OTHER, description: 'Camiseta', customer }),
  })
  const { transactionId } = (await made.json()) as { transactionId: string }
  return orphanOf(chargeId, 'PRONTTUS', transactionId)
}

it.each([
  ['cancel', undefined],
  ['resolve', { outcome: 'notCreated' }],
  ['retry', undefined],
])(
  '%s of a charge whose answer was lost does nothing once it has been found',
  async (action, payload) => {
    const { id } = await waiting()
    const found = await call('POST', `/v1/operations/charge%2F${id}/${action}?shown=unknownOutcome`, payload)
    expect(found.json()).toMatchObject({ status: 409, detail: expect.stringContaining('unknownOutcome') })
    await untilCharge(id, { status: 'PENDING', attention: null })
  },
  120_000,
)

it('nothing is given up over a question that was not there when none was shown', async () => {
  const { id } = await waiting()
  await flagAttention(db(), id, 'unconfirmedNotice')
  const unseen = await call('POST', `/v1/operations/charge%2F${id}/cancel?shown=`)
  expect(unseen.json()).toMatchObject({ status: 409, detail: expect.stringContaining('unconfirmedNotice') })
  await untilCharge(id, { status: 'PENDING', attention: 'unconfirmedNotice' })
}, 120_000)

it("a decision's event is told from others by its id", async () => {
  const { id } = await waiting()
  const { decisionId } = (await call('POST', `/v1/operations/charge%2F${id}/cancel`)).json()
  await untilCharge(id, { status: 'REJECTED' })
  const { data } = await get(`/v1/charges/${id}/events`)
  const told = (data as ChargeEvent[]).filter((event) => event.decisionId !== null)
  expect(told).toMatchObject([{ type: 'operatorCanceled', decisionId }])
}, 120_000)

it('who confirms a notice takes no other amount: it is asked about', async () => {
  const { id, own } = await givenUp()
  await flagAttention(db(), id, 'unconfirmedNotice')
  await fault('PAGUESAFE', { fault: 'wrongAmount' })
  await pay('PAGUESAFE', own)
  expect((await resolve(id, { outcome: 'created' }, 'unconfirmedNotice')).statusCode).toBe(202)
  await untilVoid(id, 'otherAmount')
  await untilCharge(id, { status: 'REJECTED', attention: 'amountMismatch' })
  expect(await paymentOf(id, own)).toMatchObject({ state: 'PENDING' })
}, 120_000)

it('where its own was paid after all, no second payment is made', async () => {
  const { id, own } = await givenUp()
  const orphan = await atPronttus(id)
  await db().update(readings).set({ nextReadAt: null }).where(eq(readings.kind, 'payment'))
  await Promise.all([pay('PRONTTUS', orphan), pay('PAGUESAFE', own)])
  expect((await resolve(id)).statusCode).toBe(202)
  await untilVoid(id, 'found')
  await untilCharge(id, { status: 'APPROVED', attentionReasons: ['amountMismatch', 'latePayment'] })
  expect(await paymentOf(id, orphan)).toMatchObject({ state: 'PENDING' })
}, 120_000)

it('an amount of its own that no operator was shown is not taken: it is asked about', async () => {
  const { id, own } = await givenUp()
  await orphanOf(id, 'PRONTTUS', `unheard${id}`)
  await db().update(readings).set({ nextReadAt: null }).where(eq(readings.id, id))
  await fault('PAGUESAFE', { fault: 'wrongAmount' })
  await pay('PAGUESAFE', own)
  expect((await resolve(id)).statusCode).toBe(202)
  await untilVoid(id, 'otherAmount')
  await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
  expect(await paymentOf(id, own)).toMatchObject({ state: 'PENDING', amount: 2_501 })
  expect((await resolve(id)).statusCode).toBe(202)
  await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
  expect(await paymentOf(id, own)).toMatchObject({ state: 'APPROVED', amount: 2_501 })
}, 120_000)

describe.each([
  ['REJECTED', givenUp],
  ['PENDING', waiting],
] as const)('of a charge that is %s', (status, made) => {
  it('what the provider does not call paid is asked about still', async () => {
    const { id } = await made()
    const orphan = await atPronttus(id)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilVoid(id, 'notPaid')
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
    await pay('PRONTTUS', orphan)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    expect(await paymentOf(id, orphan)).toMatchObject({ state: 'APPROVED', amount: OTHER })
  }, 120_000)

  it('what states another amount than was shown is not taken', async () => {
    const { id } = await made()
    const orphan = await atPronttus(id)
    await pay('PRONTTUS', orphan)
    await fault('PRONTTUS', { fault: 'wrongAmount' })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilVoid(id, 'otherAmount')
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
  }, 120_000)

  it('an id names one payment: its own takes no other, and one that is not in doubt is refused', async () => {
    const { id, own } = await made()
    const orphan = await atPronttus(id)
    await pay('PRONTTUS', orphan)
    const unheard = await resolve(id, { outcome: 'created', transactionId: 'unheard-of' })
    expect(unheard.statusCode).toBe(409)
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
    expect((await resolve(id, { outcome: 'created', transactionId: own })).statusCode).toBe(202)
    await untilVoid(id, 'notPaid')
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
    expect((await resolve(id, { outcome: 'created', transactionId: orphan })).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
  }, 120_000)

  it('nothing is taken while one of two does not answer', async () => {
    const { id } = await made()
    const orphan = await atPronttus(id)
    await pay('PRONTTUS', orphan)
    await orphanOf(id, 'NOXPAY', `another${id}`)
    await fault('NOXPAY', { fault: 'serverError' })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilVoid(id, 'unreadable')
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
    expect(await paymentOf(id, orphan)).toMatchObject({ state: 'PENDING' })
  }, 120_000)

  it('of two that are paid only the one that an operator names is taken', async () => {
    const { id } = await made()
    const [first, second] = [await atPronttus(id), await atPronttus(id)]
    await pay('PRONTTUS', first)
    await pay('PRONTTUS', second)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilVoid(id, 'otherAmount')
    await untilCharge(id, { status, attentionReasons: ['amountMismatch'] })
    expect((await resolve(id, { outcome: 'created', transactionId: first })).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED' })
    expect(await paymentOf(id, first)).toMatchObject({ state: 'APPROVED', amount: OTHER })
  }, 120_000)

  it('what one provider has forgotten does not keep another payment from being taken', async () => {
    const { id } = await made()
    await orphanOf(id, 'PRONTTUS', `forgotten${id}`)
    const orphan = await atPronttus(id)
    await pay('PRONTTUS', orphan)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    expect(await paymentOf(id, `forgotten${id}`)).toMatchObject({ state: 'PENDING' })
  }, 120_000)

  it("another's money is taken where the provider knows nothing of its own", async () => {
    const { id } = await made()
    const orphan = await atPronttus(id)
    await pay('PRONTTUS', orphan)
    await fault('PAGUESAFE', { fault: 'stale', delayMs: 3_600_000 })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    expect(await paymentOf(id, orphan)).toMatchObject({ state: 'APPROVED', amount: OTHER })
  }, 120_000)
})
