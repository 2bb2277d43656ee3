/** What an operator has said of a dispute, and a reading that says the same: from then on the provider's word is news again. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { sellerEvents } from '../../db/schema/index.ts'
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
const say = (chargeId: string, to: Transition['to']) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${to}` })
const look = (chargeId: string, to: Transition['to']) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'poll', key: `poll/${to}` })
const statesOf = async (chargeId: string) =>
  (await read(`/v1/disputes?chargeId=${chargeId}`)).data.map(({ state }: { state: string }) => state)
const aWhileAgo = (id: string) =>
  api.database.writer.execute(sql`UPDATE disputes SET opened_at = opened_at - interval '1 hour',
    closed_at = closed_at - interval '1 hour' WHERE id = ${id}`)

/** Disputed, and judged by an operator an hour ago. */
async function judged(state: 'WON' | 'LOST') {
  const { id: chargeId } = await api.addMadeCharge(api.home, { providerAccountId: accountId })
  await say(chargeId, 'APPROVED')
  await say(chargeId, 'CHARGEBACK')
  const [{ id }] = (await read(`/v1/disputes?chargeId=${chargeId}`)).data
  const payload = { state, note: 'It says so in the dashboard' }
  const answer = await api.call(api.home.keys.operator, 'POST', `/v1/disputes/${id}/resolve`, { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  await aWhileAgo(id)
  return { chargeId, id }
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

it("wins what an operator had called lost, in nobody's name, and may be contradicted by the next", async () => {
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
