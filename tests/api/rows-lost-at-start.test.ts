/** A failover of the database loses a movement's row before its workflow has looked for it: the workflow ends, and has sent nothing. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { charges, disbursements, receivers } from '../../db/schema/index.ts'
import { RECEIVER } from '../support/receivers.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let opener: string
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE', { priority: 1 })
  await api.connect('BRAVIVE', { priority: 2 })
  opener = (await api.connect('VILLET', { priority: 3 })).id
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api?.close())

const BOLETO = { ...NEW_CHARGE, paymentMethod: 'BILLET', address: ADDRESS }
const PIX_KEY = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }
const ASKS = {
  'a Pix': ['/v1/charges', () => NEW_CHARGE],
  'a boleto': ['/v1/charges', () => BOLETO],
  'a withdrawal': ['/v1/withdrawals', () => PIX_KEY],
  'a receiver': ['/v1/receivers', () => ({ ...RECEIVER, providerAccountId: opener })],
} satisfies Record<string, [path: string, payload: () => object]>

const TABLES = [charges, disbursements, receivers]
const ids = async () => {
  const { writer } = api.database
  return (await Promise.all(TABLES.map((table) => writer.select({ id: table.id }).from(table)))).flat()
}

/** What was written last is lost, once, when its workflow is about to be started. */
function losingTheNextRow(before: readonly { id: string }[]) {
  const { workflow } = api.app.temporal
  let isLost = false
  const lose = async () => {
    if (isLost) return
    isLost = true
    const known = before.map(({ id }) => id)
    const { writer } = api.database
    const made = (await ids()).filter(({ id }) => !known.includes(id))
    expect(made).toHaveLength(1)
    for (const { id } of made) for (const table of TABLES) await writer.delete(table).where(eq(table.id, id))
  }
  for (const name of ['start', 'executeUpdateWithStart'] as const) {
    const real = workflow[name].bind(workflow) as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(workflow, name).mockImplementation((async (...args: unknown[]) => {
      await lose()
      return real(...args)
    }) as never)
  }
}

describe.each(Object.entries(ASKS))('%s', (_, [path, payload]) => {
  it.each([
    ['without a key', {}],
    ['under a key', { 'idempotency-key': uuidv7() }],
  ])('%s is made under another id, once, and is read at its address', async (_name, headers) => {
    const before = await ids()
    losingTheNextRow(before)
    const answer = await api.call(api.home.keys.seller, 'POST', path, { payload: payload(), headers })
    expect(answer.statusCode).toBe(201)
    const { id } = answer.json()
    expect((await ids()).filter(({ id: known }) => !before.some((one) => one.id === known))).toEqual([{ id }])
    expect((await api.call(api.home.keys.seller, 'GET', `${path}/${id}`)).statusCode).toBe(200)
  })
})
