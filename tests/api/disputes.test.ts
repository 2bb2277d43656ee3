/** Disputes over HTTP: who sees them, what people may do about them, and what sellers' systems are told. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { auditLog, disputes, sellerEvents } from '../../db/schema/index.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
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

const call = (role: 'seller' | 'operator', method: string, path: string, payload?: object) =>
  api.call(api.home.keys[role], method, `/v1/disputes${path}`, { payload })
const read = async (id: string) => (await call('seller', 'GET', `/${id}`)).json()
const chargeOf = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json()
const say = (chargeId: string, to: Transition['to'], more: Partial<Transition> = {}) =>
  applyTransition(api.database.writer, { chargeId, to, cause: 'webhook', key: `webhook/${to}`, ...more })
const resolve = (id: string, state: string, note = 'It says so in the dashboard') =>
  call('operator', 'POST', `/${id}/resolve`, { state, note })
const told = async (id: string) => {
  const rows = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, id))
  return rows
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ sequence, type, snapshot }) => [sequence, type, snapshot.state])
}

/** What sellers were told last, as their systems get it. */
const lastTold = async (subject: string) => {
  const rows = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, subject))
  const { snapshot } = rows.toSorted((one, other) => one.sequence - other.sequence).at(-1) ?? {}
  return { state: snapshot?.state, note: snapshot?.note, closedBy: snapshot?.closed_by }
}

let made = 0
async function paid(paymentMethod: PaymentMethod = 'PIX') {
  made += 1
  const { id } = await api.addCharge(api.home, {
    paymentMethod,
    provider: 'ASAAS',
    providerAccountId: accountId,
    transactionId: `pay_${made}`,
  })
  await say(id, 'APPROVED')
  return id
}

async function disputed(rawStatus = 'CHARGEBACK_REQUESTED', paymentMethod: PaymentMethod = 'PIX') {
  const chargeId = await paid(paymentMethod)
  await say(chargeId, 'CHARGEBACK', { rawStatus })
  const { data } = (await call('seller', 'GET', `?chargeId=${chargeId}`)).json()
  expect(data).toHaveLength(1)
  return { chargeId, dispute: data[0] }
}

const opened = (id: string, hours: number) =>
  api.database.writer
    .update(disputes)
    .set({ openedAt: sql`now() + ${hours} * interval '1 hour'` })
    .where(eq(disputes.id, id))
const anHourAgo = (id: string) => opened(id, -1)

describe('what kind it is', () => {
  test.each([
    ['CHARGEBACK_REQUESTED', 'PIX', 'CHARGEBACK'],
    ['chargedback', 'PIX', 'CHARGEBACK'],
    ['charged_back', 'CREDIT_CARD', 'CHARGEBACK'],
    ['in_mediation', 'CREDIT_CARD', 'CHARGEBACK'],
    ['DISPUTE', 'BILLET', 'CHARGEBACK'],
    ['MED', 'PIX', 'MED'],
    ['med', 'PIX', 'MED'],
    ['MED_FRAUDE', 'PIX', 'MED'],
    ['infraction', 'PIX', 'MED'],
    ['REFUND', 'PIX', 'MED'],
    ['in_protest', 'PIX', 'MED'],
    ['', 'PIX', 'MED'],
    ['media', 'CREDIT_CARD', 'CHARGEBACK'],
  ] as const)('%s of a %s is a %s', async (word, method, kind) => {
    expect((await disputed(word, method)).dispute).toMatchObject({ kind, state: 'OPEN', rawStatus: word, amount: 5000 })
  })
})

describe('an open one', () => {
  it('is listed, read, waits for an operator, and is told', async () => {
    const { chargeId, dispute } = await disputed()
    expect(dispute).toMatchObject({
      chargeId,
      provider: 'ASAAS',
      providerAccountId: accountId,
      closedAt: null,
      note: null,
    })
    const { customerName, paymentMethod, ...own } = dispute
    expect([customerName, paymentMethod]).toEqual(['Maria Silva', 'PIX'])
    expect(await read(dispute.id)).toEqual({ ...own, evidence: [] })
    const open = (await call('seller', 'GET', '?state=OPEN&limit=100')).json().data
    expect(open.map(({ id }: { id: string }) => id)).toContain(dispute.id)
    const waiting = (await api.call(api.home.keys.seller, 'GET', '/v1/attention?limit=100')).json().data
    expect(waiting).toContainEqual(
      expect.objectContaining({
        kind: 'dispute',
        id: dispute.id,
        attention: 'disputeOpen',
        amount: 5000,
        name: 'Maria Silva',
      }),
    )
    expect(await told(dispute.id)).toEqual([[1, 'dispute.opened', 'OPEN']])
  })

  it('is one, however often the provider says so', async () => {
    const { chargeId } = await disputed()
    await Promise.all(['2', '3', '4'].map((key) => say(chargeId, 'CHARGEBACK', { key: `webhook/${key}` })))
    expect((await call('seller', 'GET', `?chargeId=${chargeId}`)).json().data).toHaveLength(1)
  })

  it('opens beside a refund that was made, and by a payment that the charge does not show', async () => {
    const refunded = await paid()
    await say(refunded, 'REFUNDED')
    await say(refunded, 'CHARGEBACK')
    expect(await chargeOf(refunded)).toMatchObject({ status: 'REFUNDED', attention: 'refundAndChargeback' })
    const opened = (await call('seller', 'GET', `?chargeId=${refunded}`)).json().data
    expect(opened).toMatchObject([{ state: 'OPEN', kind: 'MED' }])
    expect((await resolve(opened[0].id, 'WON')).json()).toMatchObject({ state: 'WON' })
    expect(await chargeOf(refunded)).toMatchObject({ status: 'REFUNDED' })
  })
})

describe('an operator', () => {
  it('says that it was won, and the charge is paid again', async () => {
    const { chargeId, dispute } = await disputed()
    const { paidAt } = await chargeOf(chargeId)
    const answer = await resolve(dispute.id, 'WON', 'Bank wrote on Monday')
    expect(answer.json()).toMatchObject({
      state: 'WON',
      note: 'Bank wrote on Monday',
      closedBy: expect.stringMatching(/./),
    })
    expect(answer.json().closedAt).not.toBeNull()
    expect(await lastTold(dispute.id)).toMatchObject({
      state: 'WON',
      note: 'Bank wrote on Monday',
      closedBy: answer.json().closedBy,
    })
    expect(await chargeOf(chargeId)).toMatchObject({ status: 'APPROVED', attention: null, paidAt })
    expect(await told(dispute.id)).toEqual([
      [1, 'dispute.opened', 'OPEN'],
      [2, 'dispute.won', 'WON'],
    ])
    const audited = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `dispute/${dispute.id}`))
    expect(audited).toMatchObject([
      { action: 'dispute.resolve', detail: { state: 'WON', note: 'Bank wrote on Monday' } },
    ])
    for (const state of ['WON', 'LOST']) expect((await resolve(dispute.id, state)).statusCode).toBe(409)
  })

  it('says that it was lost, and may find later that it was not', async () => {
    const { chargeId, dispute } = await disputed()
    expect((await resolve(dispute.id, 'LOST')).json()).toMatchObject({ state: 'LOST' })
    expect((await chargeOf(chargeId)).status).toBe('CHARGEBACK')
    const waiting = (await api.call(api.home.keys.seller, 'GET', '/v1/attention?limit=100')).json().data
    expect(waiting.map(({ id }: { id: string }) => id)).not.toContain(dispute.id)
    const won = (await resolve(dispute.id, 'WON', 'They paid after all')).json()
    expect(won).toMatchObject({ state: 'WON', note: 'They paid after all' })
    expect(await lastTold(dispute.id)).toEqual({ state: 'WON', note: 'They paid after all', closedBy: won.closedBy })
    expect((await chargeOf(chargeId)).status).toBe('APPROVED')
    expect((await told(dispute.id)).map(([sequence, type]) => [sequence, type])).toEqual([
      [1, 'dispute.opened'],
      [2, 'dispute.lost'],
      [3, 'dispute.won'],
    ])
  })

  it('is asked for a note, and sellers are not asked at all', async () => {
    const { dispute } = await disputed()
    const refused = [
      [{ state: 'WON' }, 400],
      [{ state: 'WON', note: '  ' }, 422],
      [{ state: 'OPEN', note: 'x' }, 400],
    ] as const
    for (const [payload, status] of refused) {
      const answer = await call('operator', 'POST', `/${dispute.id}/resolve`, payload)
      expect(answer.statusCode, answer.body).toBe(status)
    }
    expect((await call('seller', 'POST', `/${dispute.id}/resolve`, { state: 'WON', note: 'x' })).statusCode).toBe(403)
    expect((await read(dispute.id)).state).toBe('OPEN')
  })

  it('of many at once only one is heard', async () => {
    const { chargeId, dispute } = await disputed()
    const answers = await Promise.all(['WON', 'LOST', 'WON', 'LOST', 'WON'].map((state) => resolve(dispute.id, state)))
    const { state } = await read(dispute.id)
    const taken = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().state)
    expect(taken.at(-1) ?? '').toMatch(/./)
    expect(taken.filter((one) => one === 'WON').length).toBeLessThanOrEqual(1)
    expect((await chargeOf(chargeId)).status).toBe(state === 'WON' ? 'APPROVED' : 'CHARGEBACK')
  })
})

describe('a reading', () => {
  const SAYS_PAID = { cause: 'poll', key: 'poll/won' } as const
  it('that finds it paid again wins it; a notice alone asks an operator', async () => {
    const { chargeId, dispute } = await disputed()
    await anHourAgo(dispute.id)
    await say(chargeId, 'APPROVED', { key: 'webhook/again' })
    expect(await chargeOf(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: 'disputeWon' })
    await say(chargeId, 'APPROVED', SAYS_PAID)
    expect(await chargeOf(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
    expect(await read(dispute.id)).toMatchObject({ state: 'WON', closedBy: null })
  })

  it.each(['reader', 'notice'])('begun before the bank took it, for a %s, asks no operator', async (whose) => {
    const { chargeId, dispute } = await disputed()
    // However slow the machine is, it has just been opened.
    await opened(dispute.id, 1)
    await say(chargeId, 'APPROVED', whose === 'reader' ? SAYS_PAID : { key: 'webhook/part', isRead: true })
    expect(await chargeOf(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
    expect((await read(dispute.id)).state).toBe('OPEN')
  })

  it('of another transaction of the charge wins nothing', async () => {
    const { chargeId, dispute } = await disputed()
    await anHourAgo(dispute.id)
    await say(chargeId, 'APPROVED', { ...SAYS_PAID, of: { transactionId: 'another', accountId } })
    // The other one pays it now.
    expect(await chargeOf(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'doublePayment' })
    expect((await read(dispute.id)).state).toBe('OPEN')
  })

  it('that still has the old word does not undo what an operator said; a new notice opens another', async () => {
    const { chargeId, dispute } = await disputed()
    await resolve(dispute.id, 'WON')
    await say(chargeId, 'CHARGEBACK', { cause: 'poll', key: 'poll/CHARGEBACK' })
    expect((await chargeOf(chargeId)).status).toBe('APPROVED')
    await say(chargeId, 'CHARGEBACK', { key: 'webhook/second' })
    expect((await chargeOf(chargeId)).status).toBe('CHARGEBACK')
    const states = (await call('seller', 'GET', `?chargeId=${chargeId}`))
      .json()
      .data.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['OPEN', 'WON'])
  })
})
