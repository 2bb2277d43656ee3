/** A refund of a payment that its provider's readings do not show yet, because they lag. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { disbursementAttempts, disbursements, payments, platforms } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
/** Until it is taken back. */
const STALE = { fault: 'stale', times: 0, delayMs: 3_600_000 }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  const certCashInUrl = `${api.sandbox.url}/_control/treeal/client.pem`
  await api.database.writer.update(platforms).set({ certCashInUrl }).where(eq(platforms.id, api.home.platformId))
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const post = (path: string, payload: object) =>
  api.call(api.home.keys.seller, 'POST', path, { payload, headers: { 'idempotency-key': uuidv7() } })

/** @returns the id of a charge that was paid just now. */
const PAID = {
  /** The refund's flow reads the payment, as it may be an installment of a plan. */
  ASAAS: async (providerAccountId) => {
    const { cardId } = (await post('/v1/cards', { ...NEW_CARD, providerAccountId })).json()
    const byCard = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS, providerAccountId }
    return (await post('/v1/charges', byCard)).json().id
  },
  /** The refund's flow reads which Pix paid. */
  ONZ: async (providerAccountId) => {
    const { id, transactionId } = (await post('/v1/charges', { ...NEW_CHARGE, providerAccountId })).json()
    await api.payUntold('ONZ', transactionId)
    return id
  },
} satisfies Record<string, (providerAccountId: string) => Promise<string>>

const statusOf = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status

/** A charge that is paid, and that readings do not show as such. */
async function unshown(provider: keyof typeof PAID): Promise<string> {
  const { id: accountId } = await api.connect(provider)
  const id = await PAID[provider](accountId)
  await expect.poll(() => statusOf(id), PATIENCE).toBe('APPROVED')
  await api.control('PUT', `/faults/${provider}/readTransaction`, STALE)
  return id
}

const attemptOf = async (chargeId: string) => {
  const isOf = eq(disbursementAttempts.disbursementId, disbursements.id)
  const { errorKind, outcome, state } = disbursementAttempts
  const rows = api.database.writer
    .select({ errorKind, outcome, state })
    .from(disbursements)
    .innerJoin(disbursementAttempts, isOf)
  return (await rows.where(eq(disbursements.chargeId, chargeId)))[0]
}

it.each(Object.keys(PAID) as (keyof typeof PAID)[])('%s: is made as soon as it is shown', async (provider) => {
  const id = await unshown(provider)
  // The code is older than the payment.
  const createdAt = sql`now() - interval '1 hour'`
  await api.database.writer.update(payments).set({ createdAt }).where(eq(payments.chargeId, id))
  const refund = post(`/v1/charges/${id}/refunds`, {})
  await expect.poll(() => attemptOf(id), PATIENCE).toEqual({ errorKind: 'NotFound', outcome: null, state: 'created' })
  await api.control('DELETE', '/faults')
  expect((await refund).statusCode).toBe(201)
  expect(await attemptOf(id)).toMatchObject({ outcome: 'created', state: 'answered' })
})

it('is refused where the payment is old enough to be shown', async () => {
  const id = await unshown('ASAAS')
  const paidAt = sql`now() - interval '6 minutes'`
  await api.database.writer.update(payments).set({ paidAt, createdAt: paidAt }).where(eq(payments.chargeId, id))
  const refund = await post(`/v1/charges/${id}/refunds`, {})
  expect(refund.json()).toMatchObject({ status: 502, code: 'provider_refused' })
  expect(await statusOf(id)).toBe('APPROVED')
})
