/** What was paid twice, and is so once more after the bank has taken one payment and given it back: that is asked, and told, again. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { charges, checkoutOrders, disputes } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const db = () => api.database.writer

let made = 0
async function charge(more: Partial<typeof charges.$inferInsert> = {}): Promise<string> {
  made += 1
  const own = { provider: 'ASAAS', providerAccountId: accountId, transactionId: `pay_${made}` }
  return (await api.addCharge(api.home, { ...own, ...more })).id
}

/** The second of two payments is disputed, and an operator answers the question about it. Then its bank gives it back. */
async function paidAgain(id: string, of?: Transition['of']): Promise<void> {
  const say = (to: Transition['to'], cause: Transition['cause'], key: string) =>
    applyTransition(db(), { chargeId: id, to, cause, key, ...defined({ of }) })
  await say('APPROVED', 'webhook', 'webhook/second')
  await say('CHARGEBACK', 'webhook', 'webhook/taken')
  const openedAt = sql`now() - interval '1 hour'`
  await db().update(disputes).set({ openedAt }).where(eq(disputes.chargeId, id))
  await db().update(charges).set({ attentionReasons: [] }).where(eq(charges.id, id))
  await say('APPROVED', 'poll', 'poll/won')
  await say('APPROVED', 'poll', 'poll/won')
}

async function isAskedTwice(id: string): Promise<void> {
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED', attention: 'doublePayment' })
  const { data } = await get(`/v1/charges/${id}/events`)
  const reasons = data.flatMap(({ detail }: { detail: { reason?: string } | null }) => detail?.reason ?? [])
  expect(reasons).toEqual(['doublePayment', 'doublePayment'])
}

it('a charge by two transactions', async () => {
  const id = await charge()
  await applyTransition(db(), { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/first' })
  await paidAgain(id, { transactionId: `second_${id}`, accountId })
  await isAskedTwice(id)
})

async function ofPaidOrder() {
  const [order] = await db().insert(checkoutOrders).values({ platformId: api.home.platformId }).returning()
  const ofOrder = { checkoutOrderId: order?.id ?? null }
  const first = await charge(ofOrder)
  await applyTransition(db(), { chargeId: first, to: 'APPROVED', cause: 'webhook', key: 'webhook/first' })
  return { first, second: await charge(ofOrder) }
}

it('an order by two charges', async () => {
  const { first, second } = await ofPaidOrder()
  await paidAgain(second)
  await isAskedTwice(second)
  expect(await get(`/v1/charges/${first}`)).toMatchObject({ attention: null })
})

it('an order whose first payment the bank gives back, after the question about the second was answered', async () => {
  const { first, second } = await ofPaidOrder()
  const say = (chargeId: string, to: Transition['to'], cause: Transition['cause'] = 'webhook') =>
    applyTransition(db(), { chargeId, to, cause, key: `${cause}/${to}` })
  const asked = async (id: string) => (await get(`/v1/charges/${id}`)).attentionReasons
  await say(second, 'APPROVED')
  await say(first, 'CHARGEBACK')
  await db().update(charges).set({ attentionReasons: [] }).where(eq(charges.id, second))
  await db().update(disputes).set({ openedAt: sql`now() - interval '1 hour'` }).where(eq(disputes.chargeId, first))
  await say(first, 'APPROVED', 'poll')
  await say(first, 'APPROVED', 'poll')
  expect([await asked(first), await asked(second)]).toEqual([['doublePayment'], []])
  await say(second, 'REFUNDED')
  expect(await asked(first)).toEqual([])
})
