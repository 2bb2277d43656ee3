/** One charge (`cob`) that two people pay, at a bank with the central bank's Pix API: it tells of each Pix and returns each by its own id. */
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { platforms, webhookEvents } from '../../db/schema/index.ts'
import { chargeEventWorkflowId, chargeWorkflowId } from '../../workflows/messages.ts'
import { readNow, setReading, wakeReaderOf } from '../support/readings.ts'
import { askingAs, ofNone, PATIENCE, untilLearnt, untilTold } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import { toldReturn } from './told-return.ts'

let api: ChargingApi
let accountId: string
let address: string
beforeAll(async () => {
  api = await startChargingApi()
  const certCashInUrl = `${api.sandbox.url}/_control/treeal/client.pem`
  const isHome = eq(platforms.id, api.home.platformId)
  await api.database.writer.update(platforms).set({ certCashInUrl }).where(isHome)
  const { id, token } = await api.connect('ONZ')
  accountId = id
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  address = `http://127.0.0.1:${port}/webhooks/onz/${token}`
  await hear(address)
})
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data
const refundsOf = async (id: string) => (await get(`/v1/charges/${id}/refunds`)).data
const refund = async (id: string, payload: object) =>
  (await api.call(api.home.keys.seller, 'POST', `/v1/charges/${id}/refunds`, { payload })).json()
const set = (payload: object) =>
  api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })

/** What proves the bank's notices. */
const banksSecret = () => api.sandbox.accounts.find(({ provider }) => provider === 'ONZ')?.webhookSecret ?? ''

/** Where the bank sends its notices from now on. */
const hear = (url: string) => api.control('PUT', '/webhook-addresses/ONZ', { url })

type Moved = { transaction: { id: string; refunded: number } }
/** What happens to a transaction at the bank: a payer pays it, or the bank gives some of it back. */
const act = async (transactionId: string, action: string, body?: object) =>
  (await api.control<Moved>('POST', `/transactions/ONZ/${transactionId}/${action}`, body)).transaction

/** What the bank has given back of its own transactions. */
async function givenBack(...ids: string[]): Promise<number[]> {
  const { data } = await api.control<{ data: Moved['transaction'][] }>('GET', '/transactions?provider=ONZ')
  return ids.map((id) => data.find((transaction) => transaction.id === id)?.refunded ?? Number.NaN)
}

const charged = async (): Promise<{ id: string; transactionId: string }> =>
  (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: accountId })).json()

/**
 * The first Pix is known from its own notice: where a reading was faster, the notice that comes next is of the second, whichever it is.
 * @returns the bank's names for the two Pix, which are none of ours.
 */
async function paidTwice(expected: object) {
  const { id, transactionId: txid } = await charged()
  await act(txid, 'pay')
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await untilTold(api, id, 1)
  await untilLearnt(api, id)
  const { id: second } = await act(txid, 'pay-again')
  await expect.poll(async () => (await paymentsOf(id)).length, PATIENCE).toBe(2)
  await untilCharge(id, expected)
  return { id, txid, second }
}

it('the second Pix is a second payment, and each is given back by itself', async () => {
  const { id, txid, second } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
  const [first, further] = await paymentsOf(id)
  expect([first, further]).toMatchObject([
    { transactionId: txid, state: 'APPROVED', amount: 5_000, refundedAmount: 0 },
    { transactionId: expect.stringMatching(`^${txid}[.]E`), state: 'APPROVED', amount: 5_000, refundedAmount: 0 },
  ])
  // Both still hold money.
  expect(await refund(id, { paymentId: first.id, amount: 700 })).toMatchObject({ state: 'APPROVED', amount: 700 })
  expect(await givenBack(txid, second)).toEqual([700, 0])
  expect(await refund(id, { paymentId: further.id })).toMatchObject({ state: 'APPROVED', amount: 5_000 })
  expect(await givenBack(txid, second)).toEqual([700, 5_000])
  await untilCharge(id, { status: 'APPROVED', refundedAmount: 700, attention: null })
  expect(await refund(id, { paymentId: first.id })).toMatchObject({ state: 'APPROVED', amount: 4_300 })
  expect(await givenBack(txid, second)).toEqual([5_000, 5_000])
  await untilCharge(id, { status: 'REFUNDED', refundedAmount: 5_000 })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'REFUNDED' }, { state: 'REFUNDED' }])
}, 120_000)

it('what the bank gives back of the second one is not counted with the first', async () => {
  const { id, txid, second } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
  await act(second, 'refund', { amount: 1_000 })
  const sums = async () => (await paymentsOf(id)).map((one: { refundedAmount: number }) => one.refundedAmount)
  await expect.poll(sums, PATIENCE).toEqual([0, 1_000])
  await act(txid, 'refund', { amount: 300 })
  await expect.poll(sums, PATIENCE).toEqual([300, 1_000])
}, 120_000)

it('what the banks take of each is asked about by itself, also where it is as much', async () => {
  const { id, txid, second } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
  const [, further] = await paymentsOf(id)
  const asked = async () => {
    const { data } = await get(`/v1/charges/${id}/events`)
    return data.map(({ detail }: { detail: object }) => detail).filter(isOfPart)
  }
  const taken = { returned: 1_000 }
  /** The banks take so much of the Pix, and tell only who asks: `reads` is read until it is heard, as what else is news sets its time anew. */
  const take = async (pix: string, reads: string, expected: object[]) => {
    await act(pix, 'chargeback', { amount: 1_000 })
    const read = async () => {
      await setReading(api, reads, { nextReadAt: sql`now()` })
      await wakeReaderOf(api, reads)
      return asked()
    }
    await expect.poll(read, { ...PATIENCE, interval: 500 }).toMatchObject(expected)
  }
  await take(txid, id, [taken])
  await take(second, further.id, [taken, { ...taken, transactionId: further.transactionId }])
}, 120_000)

const isOfPart = (detail: { reason?: string } | null) => detail?.reason === 'returnedInPart'

it('the policy gives the second one back, and not the first', async () => {
  await set({ doublePayments: 'refundLater' })
  const { id, txid, second } = await paidTwice({ status: 'APPROVED', attention: null })
  await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
  await set({ doublePayments: 'ask' })
  const [, further] = await paymentsOf(id)
  expect(await refundsOf(id)).toMatchObject([{ policy: 'doublePayments', paymentId: further.id }])
  expect(await givenBack(txid, second)).toEqual([0, 5_000])
  await untilCharge(id, { status: 'APPROVED', refundedAmount: 0, attention: null })
}, 120_000)

it.each([
  { heard: 'no notice came', first: false, second: false },
  { heard: 'the first one is known from its notice alone', first: true, second: false },
  { heard: 'the notice of the second one came alone', first: false, second: true },
])(
  'a second Pix is found by reading where $heard',
  async ({ first, second }) => {
    const lost = address.replace(/[^/]+$/, 'lost')
    const { id, transactionId: txid } = await charged()
    await hear(first ? address : lost)
    await act(txid, 'pay')
    if (first) await untilCharge(id, { status: 'APPROVED' })
    await hear(second ? address : lost)
    const { id: other } = await act(txid, 'pay-again')
    if (second) await untilCharge(id, { status: 'APPROVED' })
    await hear(address)
    await readNow(api, id)
    await expect
      .poll(() => paymentsOf(id), PATIENCE)
      .toMatchObject([
        { transactionId: txid, state: 'APPROVED', amount: 5_000 },
        { transactionId: expect.stringMatching(`^${txid}[.]E`), state: 'APPROVED', amount: 5_000 },
      ])
    await untilCharge(id, { status: 'APPROVED', attention: 'doublePayment' })
    const [, further] = await paymentsOf(id)
    expect(await refund(id, { paymentId: further.id })).toMatchObject({ state: 'APPROVED', amount: 5_000 })
    expect(await givenBack(txid, other)).toEqual([0, 5_000])
    await untilCharge(id, { status: 'APPROVED', refundedAmount: 0, attention: null })
  },
  120_000,
)

const TWO = (txid: string) => [
  expect.objectContaining({ transactionId: txid, state: 'APPROVED', amount: 5_000 }),
  expect.objectContaining({ transactionId: expect.stringMatching(`^${txid}[.]E`), state: 'APPROVED', amount: 5_000 }),
]

/** So many notices get lost, that of the first Pix among them: a reading finds it, and the charge's workflow ends. */
async function onlyRead(times: number) {
  const { id, transactionId: txid } = await charged()
  await api.control('PUT', '/faults/ONZ/webhook', { fault: 'noWebhook', times })
  await api.payUntold('ONZ', txid)
  await untilCharge(id, { status: 'APPROVED', attention: null })
  await api.temporal.workflow.getHandle(chargeWorkflowId(id)).result()
  return { id, txid }
}

it('two notices that come at once, where the first Pix was only read, are of two payments and not of three', async () => {
  await set({ doublePayments: 'refundLater' })
  const { id, txid } = await onlyRead(2)
  const { id: other } = await act(txid, 'pay-again')
  // The first notice is asked about, and the other one is taken meanwhile.
  await api.control('PUT', '/faults/ONZ/readTransaction', { fault: 'slow', delayMs: 3_000, times: 0 })
  await api.control('POST', `/webhooks/ONZ/${txid}/resend`)
  await untilTold(api, id, 1)
  const [{ id: eventId }] = (await get(`/v1/webhook-events?chargeId=${id}`)).data
  const first = api.temporal.workflow.getHandle(chargeEventWorkflowId(id, eventId))
  // Also where the answer has come by now: what is pending can be seen only for as long as the bank is slow.
  const isAsked = async () =>
    (await first.fetchHistory()).events?.some((event) => event.activityTaskScheduledEventAttributes)
  await expect.poll(isAsked, PATIENCE).toBe(true)
  await api.control('POST', `/webhooks/ONZ/${other}/resend`)
  await untilTold(api, id, 2)
  await expect.poll(async () => (await paymentsOf(id)).length, PATIENCE).toBe(2)
  await api.control('DELETE', '/faults')
  await untilLearnt(api, id)
  expect(await paymentsOf(id)).toHaveLength(2)
  await expect.poll(() => refundsOf(id), PATIENCE).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
  await set({ doublePayments: 'ask' })
  expect((await givenBack(txid, other)).toSorted()).toEqual([0, 5_000])
  await untilCharge(id, { status: 'APPROVED', refundedAmount: 0, attention: null })
}, 120_000)

it('the second one is heard of where the first was only read, and a late notice of the first is no third one', async () => {
  const { id, txid } = await onlyRead(1)
  await act(txid, 'pay-again')
  await untilCharge(id, { status: 'APPROVED', attention: 'doublePayment' })
  expect(await paymentsOf(id)).toEqual(TWO(txid))
  await api.control('POST', `/webhooks/ONZ/${txid}/resend`)
  await untilTold(api, id, 2)
  await untilLearnt(api, id)
  expect(await paymentsOf(id)).toEqual(TWO(txid))
}, 120_000)

it('a notice of the second one is about it also when the notice of the first is forgotten', async () => {
  const { id, second } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
  await untilTold(api, id, 2)
  const forgotten = { body: '', headers: {}, query: {}, bodyForgottenAt: new Date().toISOString() }
  await api.database.writer.update(webhookEvents).set(forgotten).where(eq(webhookEvents.chargeId, id))
  await act(second, 'refund', { amount: 1_000 })
  const sums = async () => (await paymentsOf(id)).map((one: { refundedAmount: number }) => one.refundedAmount)
  await expect.poll(sums, PATIENCE).toEqual([0, 1_000])
}, 120_000)

it.each([
  { listed: 'already', isAhead: false },
  { listed: 'only later', isAhead: true },
])(
  'a return that is told by its own id alone is found at the payment that was given back, where the bank lists it $listed',
  async ({ isAhead }) => {
    const { id, txid, second } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
    const states = async () => (await paymentsOf(id)).map((one: { state: string }) => one.state)
    await hear(address.replace(/[^/]+$/, 'lost'))
    if (!isAhead) await act(second, 'refund')
    await hear(address)
    await tellReturn(txid)
    if (isAhead) {
      await untilTold(api, id, 3)
      await untilAskedAgain(id)
      await hear(address.replace(/[^/]+$/, 'lost'))
      await act(second, 'refund')
      await hear(address)
    }
    await expect.poll(states, PATIENCE).toEqual(['APPROVED', expect.stringMatching('REFUNDED|CHARGEBACK')])
    expect(await get(`/v1/charges/${id}`)).not.toMatchObject({ attention: 'unconfirmedNotice' })
  },
  120_000,
)

/** The bank tells of a return of a whole Pix, which it names by the return's own id alone. */
async function tellReturn(txId: string) {
  const headers = { 'content-type': 'application/json', 'x-webhook-secret': banksSecret() }
  expect((await fetch(address, { method: 'POST', headers, body: toldReturn(txId) })).status).toBe(200)
}

/** The bank was asked more than once about a notice that came when the charge's workflow had closed. */
async function untilAskedAgain(id: string) {
  const { data } = await get(`/v1/webhook-events?chargeId=${id}`)
  const triesOf = async (event: { id: string }): Promise<number[]> => {
    const told = api.temporal.workflow.getHandle(chargeEventWorkflowId(id, event.id))
    const pending = await told.describe().then(({ raw }) => raw.pendingActivities ?? [], ofNone)
    return pending.map(({ attempt }) => Number(attempt))
  }
  await expect
    .poll(async () => Math.max(0, ...(await Promise.all(data.map(triesOf))).flat()), PATIENCE)
    .toBeGreaterThan(1)
}

it('the second one is heard of where nothing proves the notices', async () => {
  const prove = (webhookSecret: string | null) =>
    api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${accountId}`, { payload: { webhookSecret } })
  onTestFinished(async () => void (await prove(banksSecret())))
  await prove(null)
  const { id, txid } = await paidTwice({ status: 'APPROVED', attention: 'doublePayment' })
  expect(await paymentsOf(id)).toEqual(TWO(txid))
}, 120_000)
