/** What providers wrote and were written is emptied when its time is over: nothing of what is open, and nothing else of what is not. */
import { eq } from 'drizzle-orm'
import { uuidv7, V7Generator } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldRecords } from '../../db/queries/retention/records.ts'
import { storeWebhookEvents } from '../../db/queries/webhook/events.ts'
import { translatedWebhooks } from '../../db/queries/webhook/retranslate.ts'
import {
  chargeAttempts,
  disbursementAttempts,
  disbursements,
  disputes,
  readings,
  receivers,
  retentionProgress,
  webhookEvents,
} from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 400
const OLD_DAYS = 401
const FIRST = '00000000-0000-0000-0000-000000000000'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())
beforeEach(async () => {
  await db().delete(webhookEvents)
  await db().delete(retentionProgress)
})

const db = () => api.database.writer
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const idOf = (days: number) => new V7Generator().generateOrResetCore(ago(days).getTime(), 10_000).toString()
const forget = () => forgetOldRecords(db(), KEPT_DAYS)

const EXCHANGE = [
  {
    at: ago(OLD_DAYS).toISOString(),
    method: 'POST',
    url: 'https://provider.example/payments',
    requestHeaders: {},
    requestBody: '{"name":"Maria"}',
    status: 200,
    responseBody: '{"id":"1"}',
    error: null,
  },
]

type Heard = Partial<typeof webhookEvents.$inferInsert> & { days: number }

async function hear({ days, ...values }: Heard): Promise<string> {
  const id = idOf(days)
  await db()
    .insert(webhookEvents)
    .values({
      id,
      platformId: api.home.platformId,
      providerAccountId: accountId,
      provider: 'ASAAS',
      receivedAt: ago(days).toISOString(),
      bodyHash: id,
      headers: { 'x-note': 'kept' },
      query: { a: 'b' },
      body: '{"payer":"Maria"}',
      verified: 'token',
      state: 'delivered',
      ...values,
    })
  return id
}
const eventOf = async (id: string) => (await db().select().from(webhookEvents).where(eq(webhookEvents.id, id)))[0]

test('a webhook’s body goes after its days and not before; what it meant and what it was stay', async () => {
  const { id: chargeId } = await api.addMadeCharge(api.home, { status: 'APPROVED' })
  const [old, young] = [
    await hear({ days: OLD_DAYS, chargeId, status: 'APPROVED' }),
    await hear({ days: 399, chargeId }),
  ]
  const before = await eventOf(old)
  await forget()
  expect(await eventOf(old)).toEqual({
    ...before,
    body: '',
    headers: {},
    query: {},
    bodyForgottenAt: expect.any(String),
  })
  expect(await eventOf(young)).toMatchObject({ body: '{"payer":"Maria"}', bodyForgottenAt: null })
  const from = { platformId: api.home.platformId, providerAccountId: accountId, provider: 'ASAAS' }
  const delivery = { ...from, headers: {}, query: {}, verified: 'token' as const }
  const again = await storeWebhookEvents(db(), delivery, [{ id: uuidv7(), bodyHash: old, body: 'again' }])
  expect(again).toEqual([{ id: old, body: 'again', isNew: false, isPending: false }])
  expect((await translatedWebhooks(db(), FIRST, 100)).map(({ id }) => id)).toEqual([young])
})

test('its replay says that it is gone, and changes nothing', async () => {
  const { id: chargeId } = await api.addMadeCharge(api.home, { status: 'APPROVED' })
  const id = await hear({ days: OLD_DAYS, chargeId })
  await forget()
  const before = await eventOf(id)
  const { operator } = api.home.keys
  const answer = await api.call(operator, 'POST', `/v1/webhook-events/${id}/replay`)
  expect(answer.json()).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: expect.stringContaining('body is gone'),
  })
  expect(await eventOf(id)).toEqual(before)
  const shown = (await api.call(operator, 'GET', `/v1/webhook-events/${id}`)).json()
  expect(shown).toMatchObject({ body: '', headers: {}, bodyForgottenAt: expect.any(String) })
  const others = await api.call(api.other.keys.operator, 'POST', `/v1/webhook-events/${id}/replay`)
  expect(others.statusCode).toBe(404)
})

test('one that reached no movement goes after 90 days, one that still waits never', async () => {
  const { id: chargeId } = await api.addMadeCharge(api.home)
  const kept = [
    await hear({ days: 91, state: 'failed', chargeId }),
    await hear({ days: 89, state: 'ignored' }),
    await hear({ days: 500, state: 'pending' }),
  ]
  for (const state of ['ignored', 'failed'] as const) await hear({ days: 91, state })
  await forget()
  const left = await db().select().from(webhookEvents)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(kept))
  expect(left.every(({ body }) => body !== '')).toBe(true)
})

test('it goes past thousands, and never looks at the same twice', async () => {
  const rows = Array.from({ length: 2_300 }, (_, number) => {
    const id = idOf(OLD_DAYS + 1 + number / 10_000)
    const from = { platformId: api.home.platformId, providerAccountId: accountId, provider: 'ASAAS' }
    const said = { headers: {}, query: {}, body: 'x', verified: 'token' as const, state: 'ignored' as const }
    return { id, ...from, ...said, bodyHash: id }
  })
  for (let first = 0; first < rows.length; first += 500) {
    await db()
      .insert(webhookEvents)
      .values(rows.slice(first, first + 500))
  }
  await forget()
  expect(await db().$count(webhookEvents)).toBe(0)
  const reached = rows
    .map(({ id }) => id)
    .sort()
    .at(-1)
  const [progress] = await db().select().from(retentionProgress).where(eq(retentionProgress.name, 'unmatchedWebhooks'))
  expect(progress?.reached).toBe(reached)
})

const EXCHANGED = { state: 'answered', outcome: 'created', number: 1, provider: 'ASAAS', exchange: EXCHANGE } as const

async function sell(days: number, changes: Parameters<TestApi['addCharge']>[1] = {}): Promise<string> {
  const charge = await api.addMadeCharge(api.home, {
    createdAt: ago(days).toISOString(),
    status: 'APPROVED',
    ...changes,
  })
  const { id: chargeId, transactionId } = charge
  const providerAccountId = charge.providerAccountId ?? ''
  await db()
    .insert(chargeAttempts)
    .values({ ...EXCHANGED, chargeId, providerAccountId, transactionId })
  return chargeId
}
const exchangesOf = async (chargeId: string) => {
  const rows = await db().select().from(chargeAttempts).where(eq(chargeAttempts.chargeId, chargeId))
  return rows.map(({ exchange }) => exchange.length)
}

test('an attempt loses its exchange, unless its charge is young, open, disputed or waits for an operator', async () => {
  const gone = [await sell(OLD_DAYS), await sell(OLD_DAYS, { status: 'REFUNDED' })]
  const kept = [
    await sell(399),
    await sell(OLD_DAYS, { status: 'PENDING' }),
    await sell(OLD_DAYS, { attentionReasons: ['amountMismatch'] }),
    await sell(OLD_DAYS, { status: 'CHARGEBACK' }),
  ]
  const disputed = kept.at(-1) ?? ''
  await db()
    .insert(disputes)
    .values({ platformId: api.home.platformId, chargeId: disputed, kind: 'MED', amount: 5000, currency: 'BRL' })
  await forget()
  for (const chargeId of gone) expect(await exchangesOf(chargeId)).toEqual([0])
  for (const chargeId of kept) expect(await exchangesOf(chargeId)).toEqual([1])
})

test('a webhook keeps its body while its movement is open, disputed or waits for an operator', async () => {
  const { platformId } = api.home
  const disputed = await sell(OLD_DAYS, { status: 'CHARGEBACK' })
  await db().insert(disputes).values({ platformId, chargeId: disputed, kind: 'MED', amount: 5000, currency: 'BRL' })
  const pay = async (changes: Partial<typeof disbursements.$inferInsert>) => {
    const asked = { platformId, kind: 'withdrawal', amount: 100, method: 'PIX', ...changes } as const
    const [row] = await db().insert(disbursements).values(asked).returning()
    return row?.id ?? ''
  }
  const days = OLD_DAYS
  const kept = [
    await hear({ days, chargeId: disputed }),
    await hear({ days, chargeId: await sell(days, { status: 'PENDING' }) }),
    await hear({ days, chargeId: await sell(days, { attentionReasons: ['amountMismatch'] }) }),
    await hear({ days, withdrawalId: await pay({ status: 'PENDING' }) }),
    await hear({ days, withdrawalId: await pay({ status: 'APPROVED', attentionReasons: ['contradicted'] }) }),
  ]
  const gone = [
    await hear({ days, chargeId: await sell(days, { status: 'CHARGEBACK' }) }),
    await hear({ days, withdrawalId: await pay({ status: 'APPROVED' }) }),
  ]
  await forget()
  for (const id of kept) expect(await eventOf(id)).toMatchObject({ body: '{"payer":"Maria"}', bodyForgottenAt: null })
  for (const id of gone) expect(await eventOf(id)).toMatchObject({ body: '', bodyForgottenAt: expect.any(String) })
})

test('a withdrawal and a receiver lose theirs, and are not read anew for it', async () => {
  const { platformId } = api.home
  const base = { platformId, providerAccountId: accountId, provider: 'ASAAS' }
  const [withdrawal] = await db()
    .insert(disbursements)
    .values({
      ...base,
      createdAt: ago(OLD_DAYS).toISOString(),
      kind: 'withdrawal',
      amount: 100,
      status: 'APPROVED',
      reference: uuidv7(),
      method: 'PIX',
      destination: { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' },
    })
    .returning()
  const disbursementId = withdrawal?.id ?? ''
  await db()
    .insert(disbursementAttempts)
    .values({ ...EXCHANGED, disbursementId, providerAccountId: accountId, reference: 'a', externalId: 'b' })
  const nextReadAt = ago(-3).toISOString()
  await db().update(readings).set({ nextReadAt, reads: 4 }).where(eq(readings.id, disbursementId))
  const [before] = await db().select().from(readings).where(eq(readings.id, disbursementId))
  expect(before).toMatchObject({ reads: 4 })
  const [receiver] = await db()
    .insert(receivers)
    .values({
      ...base,
      createdAt: ago(OLD_DAYS).toISOString(),
      name: 'Loja',
      document: '52998224725',
      documentType: 'CPF',
      email: 'loja@shop.example',
      address: {} as never,
      bankAccount: {} as never,
      status: 'ACTIVE',
      exchange: EXCHANGE,
    })
    .returning()
  await forget()
  const [attempt] = await db()
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
  expect(attempt?.exchange).toEqual([])
  expect((await db().select().from(readings).where(eq(readings.id, disbursementId)))[0]).toEqual(before)
  const [emptied] = await db()
    .select()
    .from(receivers)
    .where(eq(receivers.id, receiver?.id ?? ''))
  expect(emptied).toMatchObject({ exchange: [], status: 'ACTIVE' })
})
