/** A request that repeats one whose process died between the movement's row and its workflow. */
import { desc, eq, like } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { abandonCharge } from '../../db/queries/charge/unstarted.ts'
import {
  cards,
  chargeAttempts,
  charges,
  idempotencyKeys,
  providerAccounts,
  refusedCards,
} from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { waitingForTemporal } from '../support/patient-temporal.ts'
import { BUYERS_CARD, startLinkApi } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let slug: string
beforeAll(async () => {
  ;({ api, slug } = await startLinkApi())
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api?.close())

const buy = (key: string, payload: object) =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, ...payload },
    headers: { 'idempotency-key': key },
  })
const ASKS = {
  'a buyer by Pix': (key) => buy(key, { paymentMethod: 'PIX' }),
  'a buyer by card': (key) => buy(key, { paymentMethod: 'CREDIT_CARD', card: BUYERS_CARD }),
  'a seller': (key) =>
    api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: NEW_CHARGE,
      headers: { 'idempotency-key': key },
    }),
} satisfies Record<string, (key: string) => ReturnType<ChargingApi['call']>>

/** The request writes its row and dies before its start reaches Temporal. @returns the charge's id, and its late start. */
async function dyingBeforeItsStart(ask: (key: string) => Promise<unknown>, key: string) {
  const { workflow } = api.app.temporal
  const real = { start: workflow.start.bind(workflow), both: workflow.executeUpdateWithStart.bind(workflow) }
  let late: (() => Promise<unknown>) | undefined
  const die = (start: () => Promise<unknown>) => {
    late = start
    return new Promise<never>(() => {})
  }
  vi.spyOn(workflow, 'start').mockImplementation(((...args: Parameters<typeof real.start>) =>
    die(() => real.start(...args))) as never)
  vi.spyOn(workflow, 'executeUpdateWithStart').mockImplementation(((...args: Parameters<typeof real.both>) =>
    die(() => real.both(...args))) as never)
  void ask(key)
  await expect.poll(() => late, PATIENCE).toBeDefined()
  vi.restoreAllMocks()
  const isKey = like(idempotencyKeys.key, `%${key}`)
  const lockedAt = new Date(Date.now() - 3_600_000).toISOString()
  const [used] = await api.database.writer.update(idempotencyKeys).set({ lockedAt }).where(isKey).returning()
  return { chargeId: used?.resourceId ?? '', startLate: () => late?.().catch(() => undefined) }
}

const rowOf = (id: string) => api.database.writer.select().from(charges).where(eq(charges.id, id))
const attemptsOf = (id: string) =>
  api.database.writer.select().from(chargeAttempts).where(eq(chargeAttempts.chargeId, id))

const keptCards = () => {
  const { id: cardId, checkoutOrderId, createdAt } = cards
  return api.database.writer.select({ cardId, checkoutOrderId }).from(cards).orderBy(createdAt, cardId)
}

async function keyOf(key: string) {
  const isKey = like(idempotencyKeys.key, `%${key}`)
  return (await api.database.writer.select().from(idempotencyKeys).where(isKey))[0]
}

describe.each(Object.entries(ASKS))('%s', (_who, ask) => {
  it('is charged by the repeat, once, though the lost start arrives after it', async () => {
    const key = uuidv7()
    const { chargeId, startLate } = await dyingBeforeItsStart(ask, key)
    expect(await attemptsOf(chargeId)).toEqual([])
    const repeats = await Promise.all([ask(key), ask(key)])
    const [first, second] = repeats.map(({ statusCode }) => statusCode).sort()
    expect(first).toBe(201)
    expect([201, 409]).toContain(second)
    await startLate()
    expect(await attemptsOf(chargeId)).toMatchObject([{ number: 1, outcome: 'created' }])
    const [row] = await rowOf(chargeId)
    const made = await api.control<{ data: { id: string }[] }>('GET', '/transactions?provider=PAGUESAFE')
    expect(made.data.filter(({ id }) => id === row?.transactionId)).toHaveLength(1)
  })
})

it.each(Object.entries(ASKS))(
  '%s: is charged once the lost start has found no row, no row waits for it, a card is kept once, and none counts as refused',
  async (_, ask) => {
    const key = uuidv7()
    const { chargeId, startLate } = await dyingBeforeItsStart(ask, key)
    expect(await abandonCharge(api.database.writer, chargeId)).toBe(true)
    await startLate()
    await api.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
    const tries = () => api.database.writer.$count(refusedCards)
    const before = await tries()
    const { length: keptBefore } = await keptCards()
    expect((await ask(key)).statusCode).toBe(201)
    expect(await tries()).toBe(before)
    expect(await rowOf(chargeId)).toEqual([])
    const madeId = (await keyOf(key))?.resourceId ?? ''
    expect(await attemptsOf(madeId)).toMatchObject([{ number: 1, outcome: 'created' }])
    const [made] = await rowOf(madeId)
    const own = made?.cardId ? [{ cardId: made.cardId, checkoutOrderId: made.checkoutOrderId }] : []
    expect((await keptCards()).slice(keptBefore)).toEqual(own)
  },
)

it('whose workflow has ended without its row is told of the row that stands', async () => {
  const { writer } = api.database
  vi.spyOn(api.app.temporal.workflow, 'executeUpdateWithStart').mockImplementation(async () => {
    const [row] = await writer.select().from(charges).orderBy(desc(charges.createdAt)).limit(1)
    const [account] = await writer.select().from(providerAccounts).limit(1)
    const { id: chargeId = '' } = row ?? {}
    const { id: providerAccountId = '', provider = '' } = account ?? {}
    // Another process has begun it meanwhile.
    const attempt = { id: attemptId(chargeId, 1), chargeId, number: 1, providerAccountId, provider } as const
    await writer.insert(chargeAttempts).values({ ...attempt, state: 'created' })
    return { outcome: 'abandoned', isAbandoned: true } as never
  })
  const key = uuidv7()
  expect((await ASKS['a buyer by card'](key)).statusCode).toBe(202)
  expect(await rowOf((await keyOf(key))?.resourceId ?? '')).toHaveLength(1)
})

it('whose workflow found no row after it may have sent is told of the row that stands, which is not taken back: the next repeat would be charged again', async () => {
  const both = vi.spyOn(api.app.temporal.workflow, 'executeUpdateWithStart')
  both.mockResolvedValue({ outcome: 'abandoned' } as never)
  const key = uuidv7()
  const first = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, paymentMethod: 'BILLET', address: ADDRESS },
    headers: { 'idempotency-key': key },
  })
  const { resourceId: id = '' } = (await keyOf(key)) ?? {}
  expect([first.statusCode, first.json()]).toMatchObject([202, { id, status: 'PENDING' }])
  expect(await rowOf(id)).toHaveLength(1)
})

it('a repeat is told that the outcome is unknown while Temporal does not say whether the workflow was started', async () => {
  const key = uuidv7()
  const ask = ASKS['a buyer by Pix']
  const { chargeId } = await dyingBeforeItsStart(ask, key)
  const { workflow } = api.app.temporal
  const handle = workflow.getHandle(chargeWorkflowId(chargeId))
  vi.spyOn(handle, 'describe').mockRejectedValue(new Error('Temporal does not answer'))
  vi.spyOn(workflow, 'getHandle').mockReturnValue(handle as never)
  expect((await ask(key)).json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(await rowOf(chargeId)).toHaveLength(1)
})

it('a freed key with a corrected request makes something else: the lost start does not find its row', async () => {
  const key = uuidv7()
  const [first, second] = [await api.connect('PAGUESAFE'), await api.connect('PAGUESAFE')]
  const ask = (providerAccountId: string) =>
    api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: { ...NEW_CHARGE, providerAccountId },
      headers: { 'idempotency-key': key },
    })
  waitingForTemporal(api.app)
  const { workflow } = api.app.temporal
  const real = workflow.start.bind(workflow)
  const starts = vi.spyOn(workflow, 'start')
  let late: () => Promise<unknown> = async () => expect.fail('nothing was started')
  starts.mockImplementationOnce((async (...args: Parameters<typeof real>) => {
    late = () => real(...args)
    throw new Error('Temporal does not answer')
  }) as never)
  expect((await ask(first.id)).statusCode).toBe(503)
  expect(await keyOf(key)).toBeUndefined()
  starts.mockImplementationOnce((async (...args: Parameters<typeof real>) => {
    await late()
    return real(...args)
  }) as never)
  expect((await ask(second.id)).json()).toMatchObject({ providerAccountId: second.id })
})
