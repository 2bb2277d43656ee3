/** Notices that the bank took a payment, which come before or after an operator says that the dispute was won. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { disputes, webhookEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const statusOf = async (chargeId: string) => (await get(`/v1/charges/${chargeId}`)).status
const disputesOf = async (chargeId: string) => (await get(`/v1/disputes?chargeId=${chargeId}`)).data
const say = (chargeId: string, to: Transition['to'], more: Partial<Transition> = {}) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${to}`, ...more })

/** @returns the id of one that is stored now. */
async function noticed(): Promise<string> {
  const of = { platformId: api.home.platformId, providerAccountId: accountId, provider: 'ASAAS' }
  const said = {
    bodyHash: randomUUID(),
    headers: {},
    query: {},
    body: '{}',
    verified: 'token',
    state: 'delivered',
  } as const
  const id = { id: webhookEvents.id }
  const [row] = await api.database.writer
    .insert(webhookEvents)
    .values({ ...of, ...said })
    .returning(id)
  if (!row) throw new Error('It was not stored')
  return row.id
}

async function disputed(): Promise<{ chargeId: string; disputeId: string }> {
  const made = {
    paymentMethod: 'PIX',
    provider: 'ASAAS',
    providerAccountId: accountId,
    transactionId: randomUUID(),
  } as const
  const { id: chargeId } = await api.addCharge(api.home, made)
  await say(chargeId, 'APPROVED')
  await say(chargeId, 'CHARGEBACK')
  const [{ id: disputeId }] = await disputesOf(chargeId)
  return { chargeId, disputeId }
}

const winners: Record<string, (disputeId: string, chargeId: string) => Promise<unknown>> = {
  'an operator': (disputeId) => {
    const payload = { state: 'WON', note: 'The bank wrote' }
    return api.call(api.home.keys.operator, 'POST', `/v1/disputes/${disputeId}/resolve`, { payload })
  },
  'a reading': async (disputeId, chargeId) => {
    const openedAt = sql`now() - interval '1 hour'`
    await api.database.writer.update(disputes).set({ openedAt }).where(eq(disputes.id, disputeId))
    await say(chargeId, 'APPROVED', { cause: 'poll', key: 'poll/won' })
  },
}

it.each(Object.entries(winners))('one that came before %s said that it was won opens no other', async (_, win) => {
  const { chargeId, disputeId } = await disputed()
  const id = await noticed()
  const notice = { id, saysPaid: false, isConfirmed: false }
  await win(disputeId, chargeId)
  for (const isRead of [false, true]) {
    await say(chargeId, 'CHARGEBACK', { key: `webhook/${id}.${Number(isRead)}`, notice, isRead })
    expect(await statusOf(chargeId)).toBe('APPROVED')
  }
  const later = await noticed()
  await say(chargeId, 'CHARGEBACK', { key: `webhook/${later}`, notice: { ...notice, id: later } })
  expect(await statusOf(chargeId)).toBe('CHARGEBACK')
  expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN' }, { state: 'WON' }])
})

it.each(Object.entries(winners))(
  'one from before %s said that it was won is news by an operator’s word',
  async (_, win) => {
    const { chargeId, disputeId } = await disputed()
    const id = await noticed()
    await win(disputeId, chargeId)
    const notice = { id, saysPaid: false, isConfirmed: true }
    await say(chargeId, 'CHARGEBACK', { key: `webhook/${id}.1`, notice })
    expect(await statusOf(chargeId)).toBe('CHARGEBACK')
    expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN' }, { state: 'WON' }])
  },
)
