/**
 * A failover of the database loses its last second: a request's key, its row and its attempt, while the provider has taken the money. A caller who
 * asks again means the same movement.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import pino from 'pino'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { charges, disbursements, idempotencyKeys } from '../../db/schema/index.ts'
import { BUYERS_CARD, newLink } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const TRANSACTIONS = '/transactions?provider=PAGUESAFE'
/** The rows are lost before the answer is there. */
const SLOWLY = { fault: 'slow', delayMs: 8_000, times: 1 }

let api: ChargingApi
let slug: string
let bravive: string
beforeAll(async () => {
  api = await startChargingApi({ limits: { buyersChargesPerMinute: 1000 } })
  await api.connect('PAGUESAFE', { priority: 1 })
  bravive = (await api.connect('BRAVIVE', { priority: 2 })).id
  slug = await newLink(api, api.home.keys.seller)
})
afterAll(() => api?.close())

const post = (path: string, payload: object, key?: string, caller: string | null = api.home.keys.seller) =>
  api.call(caller, 'POST', path, { payload, headers: key === undefined ? {} : { 'idempotency-key': key } })

/** Amounts tell the movements apart in the providers' books. */
let nextAmount = 7_000
const newAmount = () => {
  nextAmount += 1
  return nextAmount
}

interface Asked {
  ask(): ReturnType<typeof post>
  /** How often the provider has moved the money. */
  moved(): Promise<number>
}

const withAmount = async (path: string, amount: number) => {
  const { data } = await api.control<{ data: { amount: number }[] }>('GET', path)
  return data.filter((one) => one.amount === amount).length
}

function withdrawal(changes: object, key?: string): Asked {
  const amount = newAmount()
  const wish = { paymentMethod: 'PIX', amount, pixKey: '529.982.247-25', pixType: 'CPF', providerAccountId: bravive }
  return {
    ask: () => post('/v1/withdrawals', { ...wish, ...changes }, key),
    moved: () => withAmount('/withdrawals?provider=BRAVIVE', amount),
  }
}

async function cardCharge(key: string): Promise<Asked> {
  const amount = newAmount()
  const { cardId } = (await post('/v1/cards', NEW_CARD)).json()
  const items = [{ ...NEW_CHARGE.items[0], unitPrice: amount }]
  const wish = { ...NEW_CHARGE, amount, items, paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS }
  return {
    ask: () => post('/v1/charges', wish, key),
    moved: () => withAmount(TRANSACTIONS, amount),
  }
}

async function buyersCard(key: string): Promise<Asked> {
  const wish = { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'CREDIT_CARD', card: BUYERS_CARD }
  const before = await withAmount(TRANSACTIONS, 5000)
  return {
    ask: () => post(`/v1/checkout/pages/${slug}/charges`, wish, key, null),
    moved: async () => (await withAmount(TRANSACTIONS, 5000)) - before,
  }
}

async function partRefund(key: string): Promise<Asked> {
  const { ask } = await cardCharge(uuidv7())
  const { id, transactionId } = (await ask()).json()
  const path = '/requests?provider=PAGUESAFE'
  return {
    ask: () => post(`/v1/charges/${id}/refunds`, { amount: 40 }, key),
    moved: async () => {
      const { data } = await api.control<{ data: { reference: string; committed: number }[] }>('GET', path)
      return data.find(({ reference }) => reference === `refund/${transactionId}`)?.committed ?? 0
    },
  }
}

const ASKS = {
  'a withdrawal under a key': (key) => withdrawal({}, key),
  'a withdrawal under a reference alone': (reference) => withdrawal({ withdrawReference: reference }),
  'a card that is charged': cardCharge,
  "a buyer's card": buyersCard,
  'a refund of a part': partRefund,
} satisfies Record<string, (key: string) => Asked | Promise<Asked>>

/** Of what was made last: all of it, as if it had never been committed. */
async function loseLast(): Promise<string> {
  const { writer } = api.database
  const [newest] = await writer.execute<{ id: string }>(sql`
    SELECT id FROM (SELECT id, created_at FROM charges UNION ALL SELECT id, created_at FROM disbursements) AS made
    ORDER BY created_at DESC LIMIT 1`)
  const id = newest?.id ?? ''
  await writer.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.delete(idempotencyKeys)
    for (const table of ['charge_events', 'charge_attempts', 'payments', 'routing_decisions'])
      await tx.execute(sql`DELETE FROM ${sql.raw(table)} WHERE charge_id = ${id}`)
    for (const table of ['disbursement_events', 'disbursement_attempts', 'routing_decisions'])
      await tx.execute(sql`DELETE FROM ${sql.raw(table)} WHERE disbursement_id = ${id}`)
    for (const table of ['readings', 'checkout_orders', 'charges', 'disbursements'])
      await tx.execute(sql`DELETE FROM ${sql.raw(table)} WHERE id = ${id}`)
  })
  return id
}

/** The next movement is forgotten before its start, which gets lost. @returns its id, once that has happened. */
function losingItsStart(): { id: string } {
  const lost = { id: '' }
  const start = vi.spyOn(api.app.temporal.workflow, 'executeUpdateWithStart').mockImplementationOnce(async () => {
    lost.id = await loseLast()
    throw new Error('Temporal does not answer')
  })
  onTestFinished(() => start.mockRestore())
  return lost
}

async function standing(id: string) {
  const { writer } = api.database
  const of = <T extends typeof charges | typeof disbursements>(table: T) =>
    writer
      .select({ status: table.status, attention: table.attention })
      .from(table as typeof charges)
      .where(eq(table.id, id))
  return [...(await of(charges)), ...(await of(disbursements))]
}

const TABLES = ['charges', 'disbursements'] as const

/** Two minutes later, as the sweep sees it. */
async function watch(id: string): Promise<void> {
  const { writer } = api.database
  const then = sql`now() - interval '2 minutes'`
  for (const table of TABLES) {
    await writer.execute(sql`UPDATE ${sql.raw(table)} SET created_at = ${then}, updated_at = ${then} WHERE id = ${id}`)
  }
  const dependencies = { database: api.database, temporal: api.temporal, logger: pino({ level: 'silent' }) }
  for (const table of TABLES) await watchWorkflows(dependencies as never, table)(Date.now())
}

describe.each(Object.entries(ASKS))('%s', (_, asking) => {
  it('is not made again by the repeat, and is known or asked about', async () => {
    const { ask, moved } = await asking(uuidv7())
    expect((await ask()).statusCode).toBe(201)
    expect(await moved()).toBe(1)
    const id = await loseLast()
    const again = await ask()
    expect(again.statusCode).toBeLessThan(300)
    expect(await standing(id)).toHaveLength(1)
    const isSettled = async () => {
      await watch(id)
      return (await standing(id)).every(({ status, attention }) => status === 'APPROVED' || attention !== null)
    }
    await expect.poll(isSettled, PATIENCE).toBe(true)
    expect(await moved()).toBe(1)
  })
})

describe('a buyer who lost the answer is not told that nothing was charged', () => {
  const headers = (key: string) => ({ headers: { 'idempotency-key': key } })
  const look = (key: string) => api.call(null, 'GET', `/v1/checkout/pages/${slug}/charges`, headers(key))

  it.each([
    ['key and charge', async () => {}],
    [
      'charge, but not the key, which is stale',
      async (key: string, resourceId: string) => {
        const lockedAt = new Date(Date.now() - 120_000).toISOString()
        const used = { platformId: api.home.platformId, key: `checkout/${slug}/${key}`, requestHash: 'x', resourceId }
        await api.database.writer.insert(idempotencyKeys).values({ ...used, lockedAt })
      },
    ],
  ])('where the database has forgotten its %s', async (_, keep) => {
    const key = uuidv7()
    const { ask, moved } = await buyersCard(key)
    await ask()
    await keep(key, await loseLast())
    expect((await look(key)).json()).toMatchObject({ status: 409, code: 'request_in_progress' })
    expect((await look(uuidv7())).statusCode).toBe(404)
    expect(await moved()).toBe(1)
  })
})

const UNDER_WAY = [
  'a withdrawal under a key',
  'a withdrawal under a reference alone',
  'a card that is charged',
] as const
it.each(UNDER_WAY)(
  '%s: the repeat meets the request that is still under way, and hears of its answer',
  async (name) => {
    const [provider, operation] = name.includes('card') ? ['PAGUESAFE', 'createTransaction'] : ['BRAVIVE', 'withdraw']
    const { ask, moved } = await ASKS[name](uuidv7())
    await api.control('PUT', `/faults/${provider}/${operation}`, SLOWLY)
    const first = ask()
    await expect.poll(moved, PATIENCE).toBe(1)
    const id = await loseLast()
    const again = await ask()
    expect([again.statusCode, again.json().id]).toEqual([201, id])
    const { statusCode, ...answered } = await first
    expect(statusCode < 300 || answered.json().code === 'outcome_unknown').toBe(true)
    expect(await moved()).toBe(1)
  },
)

it.each(['a withdrawal under a key', 'a card that is charged', 'a refund of a part'] as const)(
  '%s: one that is forgotten before its start, which gets lost, is said to be not made, and the repeat makes it',
  async (name) => {
    const { ask, moved } = await ASKS[name](uuidv7())
    const lost = losingItsStart()
    expect((await ask()).json()).toMatchObject({ status: 503, code: 'unavailable' })
    const again = await ask()
    expect([again.statusCode, again.json().id]).toEqual([201, lost.id])
    expect(await moved()).toBe(1)
  },
)

it('a request without a key that is forgotten before its start, which gets lost, is not told of what stands nowhere', async () => {
  const { ask, moved } = withdrawal({})
  const lost = losingItsStart()
  expect((await ask()).json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await standing(lost.id)).toEqual([])
  expect((await ask()).statusCode).toBe(201)
  expect(await moved()).toBe(1)
})

it('a card whose charge is forgotten while it is charged, and that no caller asks about again, is shown to an operator', async () => {
  const { ask, moved } = await cardCharge(uuidv7())
  await api.control('PUT', '/faults/PAGUESAFE/createTransaction', SLOWLY)
  const first = ask()
  await expect.poll(moved, PATIENCE).toBe(1)
  await loseLast()
  expect((await first).json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  const { data: made } = await api.control<{ data: { id: string; amount: number }[] }>('GET', TRANSACTIONS)
  const { id: transactionId, amount } = made.find((one) => one.amount === nextAmount) ?? { id: '', amount: 0 }
  const { data: items } = (await api.call(api.home.keys.operator, 'GET', '/v1/reconciliation/items?state=open')).json()
  const theirs = { amount, status: 'APPROVED' }
  expect(items).toContainEqual(expect.objectContaining({ kind: 'missingHere', transactionId, theirs }))
})

it('a repeat under another key and the same reference means the same withdrawal', async () => {
  const withdrawReference = uuidv7()
  const { ask, moved } = withdrawal({ withdrawReference }, uuidv7())
  const { amount, ...first } = (await ask()).json()
  await loseLast()
  const wish = { paymentMethod: 'PIX', amount, pixKey: '529.982.247-25', pixType: 'CPF', providerAccountId: bravive }
  const again = await post('/v1/withdrawals', { ...wish, withdrawReference }, uuidv7())
  expect(again.json().id).toBe(first.id)
  expect(await moved()).toBe(1)
})

it('a key that was forgotten after 400 days and is used again pays again', async () => {
  const key = uuidv7()
  const { ask, moved } = withdrawal({}, key)
  const ids = new Set<string>()
  for (const times of [1, 2, 3]) {
    const answer = await ask()
    expect([answer.statusCode, await moved()]).toEqual([201, times])
    ids.add(answer.json().id)
    const longAgo = sql`now() - interval '401 days'`
    await api.database.writer
      .update(disbursements)
      .set({ createdAt: longAgo })
      .where(inArray(disbursements.id, [...ids]))
    await api.database.writer.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  }
  expect(ids.size).toBe(3)
})
