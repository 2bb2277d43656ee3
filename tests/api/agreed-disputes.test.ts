/** What an operator has said of a dispute, and a reading that says the same: from then on the provider's word is news again. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEvents } from '../../db/queries/charge/events.ts'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { chargeEvents, sellerEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
  const payload = { url: 'https://shop.example/hook', events: ['dispute.won'] }
  expect((await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', { payload })).statusCode).toBe(201)
})
afterAll(() => api?.close())

const read = async (path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
const say = (chargeId: string, to: Transition['to'], more: Partial<Transition> = {}) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${to}`, ...more })
const look = (chargeId: string, to: Transition['to']) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'poll', key: `poll/${to}` })
const statesOf = async (chargeId: string) =>
  (await read(`/v1/disputes?chargeId=${chargeId}`)).data.map(({ state }: { state: string }) => state)
const aWhileAgo = (id: string) =>
  api.database.writer.execute(sql`UPDATE disputes SET opened_at = opened_at - interval '1 hour',
    closed_at = closed_at - interval '1 hour' WHERE id = ${id}`)

async function judge(chargeId: string, state: 'WON' | 'LOST'): Promise<string> {
  const [{ id }] = (await read(`/v1/disputes?chargeId=${chargeId}`)).data
  const payload = { state, note: 'It says so in the dashboard' }
  const answer = await api.call(api.home.keys.operator, 'POST', `/v1/disputes/${id}/resolve`, { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  await aWhileAgo(id)
  return id
}

/** Disputed, and judged by an operator an hour ago. */
async function judged(state: 'WON' | 'LOST') {
  const { id: chargeId } = await api.addMadeCharge(api.home, { providerAccountId: accountId })
  await say(chargeId, 'APPROVED')
  await say(chargeId, 'CHARGEBACK')
  return { chargeId, id: await judge(chargeId, state) }
}

it('ends what was said: the bank that takes the money again opens another', async () => {
  const { chargeId } = await judged('WON')
  await look(chargeId, 'CHARGEBACK')
  expect(await read(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'APPROVED' })
  await look(chargeId, 'APPROVED')
  await look(chargeId, 'CHARGEBACK')
  expect(await read(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'CHARGEBACK' })
  expect(await statesOf(chargeId)).toEqual(['OPEN', 'WON'])
})

it("wins what an operator had called lost, without an operator's name, and may be contradicted by the next", async () => {
  const { chargeId, id } = await judged('LOST')
  await look(chargeId, 'APPROVED')
  expect(await read(`/v1/disputes/${id}`)).toMatchObject({ state: 'WON', closedBy: null, note: null })
  const [told] = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, id))
  expect(told?.snapshot).toMatchObject({ state: 'WON', closed_by: null, note: null })
  await aWhileAgo(id)
  await look(chargeId, 'CHARGEBACK')
  expect(await read(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'CHARGEBACK' })
  expect(await statesOf(chargeId)).toEqual(['OPEN', 'WON'])
})

/** What has come of a charge, of which notices name the transaction, and its own readings do not. */
async function named(...said: Transition['to'][]) {
  const { id: chargeId, transactionId } = await api.addMadeCharge(api.home, { providerAccountId: accountId })
  const of = { accountId, transactionId: transactionId ?? '' }
  for (const to of said) await say(chargeId, to, { of })
  return { chargeId, of }
}
const questions = async (chargeId: string) => {
  const rows = await api.database.writer.select().from(chargeEvents).where(eq(chargeEvents.chargeId, chargeId))
  return rows.filter(({ type }) => type === 'needsAttention')
}

it('what contradicts a refund is asked about once, and opens one dispute, by whichever source it is said and however the dispute was judged', async () => {
  const { chargeId, of } = await named('APPROVED', 'REFUNDED', 'CHARGEBACK')
  for (const state of ['LOST', 'WON'] as const) {
    await judge(chargeId, state)
    await look(chargeId, 'CHARGEBACK')
    expect(await statesOf(chargeId)).toEqual([state])
  }
  expect(await questions(chargeId)).toMatchObject([{ detail: { reason: 'refundAndChargeback' } }])
  // The bank demands it again.
  for (const key of ['webhook/second', 'webhook/third']) await say(chargeId, 'CHARGEBACK', { key, of })
  expect(await statesOf(chargeId)).toEqual(['OPEN', 'WON'])
  expect(await questions(chargeId)).toHaveLength(2)
})

it('of a payment that its charge does not show, and that was never seen paid, is won with it', async () => {
  const { id: chargeId } = await api.addMadeCharge(api.home, { providerAccountId: accountId })
  const of = { accountId, transactionId: 'never-shown', provider: 'ASAAS' }
  await say(chargeId, 'CHARGEBACK', { of })
  const [{ id }] = (await read(`/v1/disputes?chargeId=${chargeId}`)).data
  await aWhileAgo(id)
  await say(chargeId, 'APPROVED', { of, cause: 'poll', key: 'poll/never-shown/APPROVED' })
  expect(await read(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'APPROVED' })
  expect(await statesOf(chargeId)).toEqual(['WON'])
})

it('what a notice contradicts is not asked about again for a reading', async () => {
  const { chargeId } = await named('APPROVED', 'REJECTED')
  await look(chargeId, 'REJECTED')
  expect(await questions(chargeId)).toMatchObject([{ detail: { reason: 'contradicted', status: 'REJECTED' } }])
})

it('what the version before has asked for a reading is not asked about again for a notice', async () => {
  const { chargeId, of } = await named('APPROVED')
  const detail = { reason: 'contradicted', status: 'REJECTED' }
  const before = { key: 'contradicted/REJECTED/own', type: 'needsAttention', cause: 'poll', detail } as const
  await appendEvents(api.database.writer, chargeId, [before])
  await say(chargeId, 'REJECTED', { of })
  expect(await questions(chargeId)).toMatchObject([before])
})
