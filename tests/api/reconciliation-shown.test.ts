/** A difference is settled as it was shown: what has changed since is not. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteReading } from '../../db/queries/reconciliation/readings.ts'
import { chargeAttempts, reconciliationItems } from '../../db/schema/index.ts'
import { untilAwaited } from '../support/locks.ts'
import { itemsOf, taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

interface Item {
  id: string
  updatedAt: string
}

let api: TestApi
let accountId: string
let chargeId: string
let transactionId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
  transactionId = `pay_${accountId}`
  const at = { provider: 'ASAAS', providerAccountId: accountId, transactionId }
  const row = await api.addCharge(api.home, { ...at, status: 'APPROVED', paidAt: '2026-01-02T15:00:00Z' })
  chargeId = row.id
  const attempt = { ...at, chargeId, number: 1, state: 'answered', outcome: 'created' } as const
  await api.database.writer.insert(chargeAttempts).values(attempt)
})

const COLUMNS = { transactionId: 'ID', amount: 'Valor', status: 'Situação', date: 'Data' }
const CHANGED = {
  status: 409,
  code: 'conflict',
  detail: 'It has changed since you were shown it: nothing was done',
}

const line = (id: string, amount: string, status: string, day = '02') => `${id};${amount};${status};${day}/01/2026`
const bring = (...lines: string[]) => taken(api, { accountId, columns: COLUMNS, lines })
const items = (query = '&state=open'): Promise<Item[]> => itemsOf(api, accountId, query)
const only = async (): Promise<Item> => {
  const [item, ...more] = await items()
  if (!item || more.length > 0) throw new Error(`Not one difference: ${JSON.stringify([item, ...more])}`)
  return item
}
const resolve = (id: string, query = '') =>
  api.call(api.home.keys.operator, 'POST', `/v1/reconciliation/items/${id}/resolve${query}`, { payload: { note: 'x' } })
const resolveShown = ({ id, updatedAt }: Item) => resolve(id, `?updatedAt=${updatedAt}`)

/** Of a transaction that is missing here. */
const unknown = () => `late_${accountId}`

const CHANGES: [string, () => Promise<unknown>, () => Promise<unknown>, object][] = [
  [
    'a statement names another amount',
    () => bring(line(transactionId, '49,90', 'RECEIVED')),
    () => bring(line(transactionId, '25,00', 'RECEIVED', '03')),
    { kind: 'amount', theirs: { amount: 2500 } },
  ],
  [
    'a reading says another status',
    () => noteReading(api.database.writer, chargeId, { status: 'REFUNDED' }),
    () => noteReading(api.database.writer, chargeId, { status: 'CHARGEBACK' }),
    { kind: 'status', theirs: { status: 'CHARGEBACK' } },
  ],
  [
    'the missing transaction becomes a charge',
    () => bring(line(unknown(), '50,00', 'REFUNDED')),
    async () => {
      const { id } = await api.addCharge(api.home)
      const of = { accountId, transactionId: unknown(), provider: 'ASAAS' }
      const attempt = { chargeId: id, number: 1, providerAccountId: accountId, provider: 'ASAAS' } as const
      await api.database.writer.insert(chargeAttempts).values({ ...attempt, state: 'answered', outcome: 'superseded' })
      await applyTransition(api.database.writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'late', of })
    },
    { kind: 'missingHere', chargeId: expect.any(String) },
  ],
]

describe.each(CHANGES)('where %s', (_, find, change, content) => {
  it('it stays open for who was shown it as it was, and is settled as it is now', async () => {
    await find()
    const shown = await only()
    await change()
    expect((await resolveShown(shown)).json()).toMatchObject(CHANGED)
    const now = await only()
    expect(now).toMatchObject({ ...content, id: shown.id, state: 'open', note: null })
    const settled = (await resolveShown(now)).json()
    expect(settled).toMatchObject({ ...content, state: 'resolvedByHand', note: 'x' })
    expect([shown.updatedAt, now.updatedAt]).not.toContain(settled.updatedAt)
    expect((await resolveShown(now)).json()).toMatchObject({ status: 409, detail: 'It was settled before' })
  })

  it('it is settled as it is now for who does not say what was shown', async () => {
    await find()
    const { id } = await only()
    await change()
    expect((await resolve(id)).json()).toMatchObject({ ...content, state: 'resolvedByHand' })
  })

  it('what is found again as it was has not changed', async () => {
    await find()
    const shown = await only()
    await find()
    expect(await items()).toEqual([shown])
    expect((await resolveShown(shown)).statusCode).toBe(200)
  })
})

it.each([
  ['what was shown', ({ updatedAt }: Item) => `?updatedAt=${updatedAt}`],
  ['nothing of what was shown', () => ''],
])('a change that is being written meanwhile is not settled with it, by who says %s', async (_, query) => {
  await bring(line(transactionId, '49,90', 'RECEIVED'))
  const shown = await only()
  const answer = await api.database.writer.transaction(async (tx) => {
    const isShown = eq(reconciliationItems.id, shown.id)
    await tx
      .update(reconciliationItems)
      .set({ theirs: { amount: 2500 } })
      .where(isShown)
    const asked = Promise.resolve(resolve(shown.id, query(shown)))
    await untilAwaited(tx, api.database)
    return { asked }
  })
  expect((await answer.asked).json()).toMatchObject(CHANGED)
  expect(await only()).toMatchObject({ id: shown.id, state: 'open', theirs: { amount: 2500 } })
})

it('what waits says when it last changed; what is no moment is refused', async () => {
  await bring(line(transactionId, '49,90', 'RECEIVED'))
  await bring(line(transactionId, '25,00', 'RECEIVED', '03'))
  const { id, updatedAt } = await only()
  const waiting = await api.call(api.home.keys.operator, 'GET', '/v1/attention?kind=reconciliation&limit=100')
  expect(waiting.json().data.find((item: Item) => item.id === id)).toMatchObject({ updatedAt, amount: 2500 })
  expect((await resolve(id, '?updatedAt=yesterday')).statusCode).toBe(400)
})
