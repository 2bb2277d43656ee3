/** Refunds of a part of a payment whose bank demands its money, or has taken it. */
import { asc, eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { noteAsking } from '../../db/queries/dispute/asked.ts'
import { sellerEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
  const payload = { url: 'https://shop.example/hook', events: ['*'] }
  expect((await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', { payload })).statusCode).toBe(201)
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const disputesOf = async (chargeId: string) => (await get(`/v1/disputes?chargeId=${chargeId}`)).data
const say = (chargeId: string, to: Transition['to'], more: Partial<Transition> = {}) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${to}`, ...more })

async function paid(transactionId: string) {
  const made = { paymentMethod: 'PIX', provider: 'ASAAS', providerAccountId: accountId, transactionId } as const
  const { id } = await api.addCharge(api.home, made)
  await say(id, 'APPROVED')
  return id
}

const REFUND = { refundId: uuidv7(), amount: 2_000 }
const PART = { cause: 'poll', key: 'refund/part', returned: 2_000, refund: REFUND } as const

it('a dispute about a second payment is not won by a refund of a part of it', async () => {
  const chargeId = await paid('first')
  const of = { transactionId: 'second', accountId, provider: 'ASAAS' }
  await say(chargeId, 'APPROVED', { key: 'webhook/second', of })
  const asked = { transactionId: of.transactionId, status: 'APPROVED', dispute: { isAsked: true } } as never
  await noteAsking(api.database.writer, { chargeId, transactionId: of.transactionId }, asked)
  await say(chargeId, 'REFUNDED', { ...PART, of })
  const [dispute] = await disputesOf(chargeId)
  expect(dispute).toMatchObject({ transactionId: of.transactionId, state: 'OPEN' })
  const told = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, dispute.id))
  expect(told.map(({ type }) => type)).toEqual(['dispute.opened'])
})

it('a part that is refunded after the bank took the money back is asked about', async () => {
  const chargeId = await paid('taken')
  await say(chargeId, 'CHARGEBACK')
  await say(chargeId, 'REFUNDED', PART)
  expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({
    status: 'CHARGEBACK',
    refundedAmount: 2_000,
    attention: 'refundAndChargeback',
  })
  expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN' }])
})

it.each([
  ['all of it', 5_000, 'REFUNDED', ['charge.refunded']],
  ['a part', 2_000, 'APPROVED', ['charge.partially_refunded', 'charge.approved']],
])(
  'what was given back (%s) after the bank took the money is not paid once the dispute is won',
  async (name, returned, status, words) => {
    const chargeId = await paid(`won ${name}`)
    await say(chargeId, 'CHARGEBACK')
    await say(chargeId, 'REFUNDED', { ...PART, returned, refund: { ...REFUND, amount: returned } })
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'CHARGEBACK', refundedAmount: returned })
    const [{ id }] = await disputesOf(chargeId)
    const won = { state: 'WON', note: 'The buyer had been refunded' }
    const answer = await api.call(api.home.keys.operator, 'POST', `/v1/disputes/${id}/resolve`, { payload: won })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ status, refundedAmount: returned })
    expect(await disputesOf(chargeId)).toMatchObject([{ state: 'WON' }])
    const rows = api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, chargeId))
    const told = await rows.orderBy(asc(sellerEvents.sequence))
    expect(told.map(({ type }) => type)).toEqual(['charge.approved', 'charge.chargeback', ...words])
  },
)

it('a dispute about a payment that only a notice made known is at its account, and won there', async () => {
  const chargeId = await paid('shown')
  const { id: otherAccount } = await api.addAccount(api.home, 'PAGUESAFE')
  const of = { transactionId: 'elsewhere', accountId: otherAccount, provider: 'PAGUESAFE' }
  await say(chargeId, 'APPROVED', { key: 'webhook/elsewhere', of })
  await say(chargeId, 'CHARGEBACK', { key: 'webhook/taken', of })
  const [dispute] = await disputesOf(chargeId)
  expect(dispute).toMatchObject({ provider: 'PAGUESAFE', providerAccountId: otherAccount, state: 'OPEN' })
  const payload = { state: 'WON', note: 'As the provider says' }
  expect(
    (await api.call(api.home.keys.operator, 'POST', `/v1/disputes/${dispute.id}/resolve`, { payload })).statusCode,
  ).toBe(200)
  const { data } = await get(`/v1/charges/${chargeId}/payments`)
  expect(data.map(({ transactionId, state }: Record<string, string>) => [transactionId, state])).toEqual([
    ['shown', 'APPROVED'],
    ['elsewhere', 'APPROVED'],
  ])
})
