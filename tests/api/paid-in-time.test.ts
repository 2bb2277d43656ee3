/** A boleto that is paid on its last day: the bank tells on the next working day, and its provider may have ended it meanwhile. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { newLink } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

const DAY_MS = 24 * 60 * 60_000

let api: ChargingApi
const accounts = new Map<string, { id: string; token: string }>()
beforeAll(async () => {
  api = await startChargingApi()
  // The first one takes what is bought on a page.
  for (const provider of ['PAGUESAFE', 'ASAAS']) accounts.set(provider, await api.connect(provider))
  const payload = { latePayments: 'refund' }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterAll(() => api?.close())

const { get, untilCharge } = askingAs('seller', () => api)

/** What a provider's notice says at each stage. */
const NOTICES = {
  ASAAS: (id: string, status: string) => ({
    event: `PAYMENT_${status}`,
    payment: { id, status, value: 50 },
  }),
  PAGUESAFE: (id: string, status: string) => ({
    id: randomUUID(),
    type: 'transaction',
    objectId: id,
    data: { id: Number(id), status },
  }),
} as const
type Told = keyof typeof NOTICES

async function tell(provider: Told, { transactionId, id }: Made, status: string): Promise<void> {
  const webhookSecret = api.sandbox.accounts.find((account) => account.provider === provider)?.webhookSecret ?? ''
  const answer = await api.app.inject({
    method: 'POST',
    url: `/webhooks/${provider.toLowerCase()}/${accounts.get(provider)?.token}`,
    headers: { 'asaas-access-token': webhookSecret },
    payload: NOTICES[provider](transactionId, status),
  })
  expect(answer.statusCode).toBe(200)
  const stored = `/v1/webhook-events?chargeId=${id}`
  const states = async () =>
    (await api.call(api.home.keys.operator, 'GET', stored)).json().data.map(({ state }: { state: string }) => state)
  await expect.poll(states, PATIENCE).not.toContain('pending')
}

interface Made {
  id: string
  transactionId: string
}

async function boleto(provider: Told): Promise<Made> {
  const { id: providerAccountId } = accounts.get(provider) ?? { id: '' }
  const payload = { ...NEW_CHARGE, paymentMethod: 'BILLET', providerAccountId, address: ADDRESS }
  return (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
}
/** A buyer's try on the page of a link. */
async function buy(slug: string, asked: object): Promise<Made & { token: string }> {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, ...asked },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { token } = answer.json()
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  return { token, id: row?.id ?? '', transactionId: row?.transactionId ?? '' }
}
const act = (provider: Told, { transactionId }: Made, action: string) =>
  api.control('POST', `/transactions/${provider}/${transactionId}/${action}`)
const movesOf = async (id: string) =>
  (await get(`/v1/charges/${id}/events`)).data.flatMap(({ type, to }: { type: string; to: string | null }) =>
    type === 'statusChanged' ? [to] : [],
  )

describe('a boleto that its provider ends before the bank has told of its payment', () => {
  it.each([
    // Asaas calls it overdue, and takes payments of it for months.
    { provider: 'ASAAS', overdue: 'OVERDUE', paid: 'RECEIVED', moves: ['APPROVED'] },
    { provider: 'ASAAS', overdue: 'DUNNING_REQUESTED', paid: 'DUNNING_RECEIVED', moves: ['APPROVED'] },
    { provider: 'PAGUESAFE', overdue: 'expired', paid: 'paid', moves: ['REJECTED', 'APPROVED'] },
  ] as const)('$provider: $overdue, then $paid, was paid in time', async ({ provider, overdue, paid, moves }) => {
    const made = await boleto(provider)
    await act(provider, made, 'expire')
    await tell(provider, made, overdue)
    await untilCharge(made.id, { status: moves.length === 1 ? 'PENDING' : 'REJECTED' })
    await act(provider, made, 'pay')
    await tell(provider, made, paid)
    await untilCharge(made.id, { status: 'APPROVED', attention: null, payable: false })
    expect(await movesOf(made.id)).toEqual(moves)
    expect((await get(`/v1/charges/${made.id}/refunds`)).data).toEqual([])
  })

  const given = { status: 'REFUNDED', attention: null }
  it('was paid late when that was longer ago than banks take', async () => {
    const made = await boleto('PAGUESAFE')
    await act('PAGUESAFE', made, 'expire')
    await tell('PAGUESAFE', made, 'expired')
    await untilCharge(made.id, { status: 'REJECTED' })
    const expiresAt = new Date(Date.now() - 4 * DAY_MS).toISOString()
    await api.database.writer.update(charges).set({ expiresAt }).where(eq(charges.id, made.id))
    await act('PAGUESAFE', made, 'pay')
    await tell('PAGUESAFE', made, 'paid')
    await untilCharge(made.id, given)
  })

  it('was paid late when another try has paid its order meanwhile', async () => {
    const slug = await newLink(api, api.home.keys.seller)
    const made = await buy(slug, { paymentMethod: 'BILLET' })
    await act('PAGUESAFE', made, 'expire')
    await tell('PAGUESAFE', made, 'expired')
    await untilCharge(made.id, { provider: 'PAGUESAFE', status: 'REJECTED' })
    const again = await buy(slug, { token: made.token, paymentMethod: 'PIX' })
    for (const paid of [again, made]) {
      await act('PAGUESAFE', paid, 'pay')
      await tell('PAGUESAFE', paid, 'paid')
      await untilCharge(paid.id, { paidAt: expect.any(String) })
    }
    await untilCharge(made.id, { status: 'REFUNDED' })
    expect((await get(`/v1/charges/${made.id}/refunds`)).data).toMatchObject([{ policy: 'latePayments' }])
    expect(await get(`/v1/charges/${again.id}`)).toMatchObject({ status: 'APPROVED', attention: null })
  })

  it('was paid late when we had cancelled it, whatever its provider calls it afterwards', async () => {
    const made = await boleto('PAGUESAFE')
    await untilFollowed(api, made.id)
    await api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${made.id}/cancel`)
    await untilCharge(made.id, { status: 'REJECTED', payable: true })
    await act('PAGUESAFE', made, 'expire')
    await tell('PAGUESAFE', made, 'expired')
    await untilCharge(made.id, { payable: false })
    await act('PAGUESAFE', made, 'pay')
    await tell('PAGUESAFE', made, 'paid')
    await untilCharge(made.id, given)
  })
})
