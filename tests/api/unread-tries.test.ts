/** A buyer's try that has done something, and cannot read what became of it, because the database is away by then. */
import { like, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { type Link, openLink } from '../support/link.ts'
import { newLink } from './buyers-link.ts'
import {
  ADDRESS,
  type ChargingApi,
  CUT_WAIT_MS,
  chargeIds,
  NEW_CHARGE,
  startChargingApi,
  untilAnotherBegins,
  untilReady,
  waitingBriefly,
} from './charging.ts'

let api: ChargingApi
let database: Link
beforeAll(async () => {
  const postgres = new URL(inject('postgresUrl'))
  database = await openLink({ host: postgres.hostname, port: Number(postgres.port) })
  const temporal = Number(inject('temporalAddress').split(':')[1])
  api = await startChargingApi({ links: { database: database.port, temporal } })
  await api.connect('ASAAS')
})
afterEach(async () => {
  await database.cut()
  await database.mend()
  await untilReady(api)
})
afterAll(async () => {
  await api?.close()
  await database.close()
})

/** The database is back, and the request that holds the key counts as dead. */
async function anHourLater(key: string): Promise<void> {
  await database.mend()
  await untilReady(api)
  const lockedAt = new Date(Date.now() - 3_600_000).toISOString()
  await api.database.writer
    .update(idempotencyKeys)
    .set({ lockedAt })
    .where(like(idempotencyKeys.key, `%${key}`))
}

const buyAt = (slug: string, key: string, payload: object) =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, ...payload },
    headers: { 'idempotency-key': key },
  })

const ASKS = {
  "a buyer's": async (key) => {
    const slug = await newLink(api, api.home.keys.seller)
    return () => buyAt(slug, key, { paymentMethod: 'PIX' })
  },
  // What has committed its row last may be lost with it.
  "a seller's": async (key) => () =>
    api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: NEW_CHARGE,
      headers: { 'idempotency-key': key },
    }),
} satisfies Record<string, (key: string) => Promise<() => ReturnType<ChargingApi['call']>>>

it.each(Object.entries(ASKS))(
  '%s is not said to have made nothing, nor to be made, and its repeat finds the charge',
  async (_, asking) => {
    const key = uuidv7()
    const buy = await asking(key)
    const before = (await chargeIds(api)).length
    const first = await api.database.writer.transaction(async (tx) => {
      // No attempt is written down: the answer is waited for in vain.
      await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
      const cutOff = async () => {
        const answer = buy()
        await untilAnotherBegins(api, before)
        await database.cut()
        return answer
      }
      return waitingBriefly(api, cutOff, CUT_WAIT_MS)
    })
    expect(first.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    await anHourLater(key)
    const second = await buy()
    expect([201, 202]).toContain(second.statusCode)
    expect(second.json()).toMatchObject({ status: 'PENDING', paymentMethod: 'PIX' })
    expect(await chargeIds(api)).toHaveLength(before + 1)
  },
)

it('that has given up the one before it is not said to have done nothing', async () => {
  const slug = await newLink(api, api.home.keys.seller)
  const { token } = (await buyAt(slug, uuidv7(), { paymentMethod: 'PIX' })).json()
  const another = { paymentMethod: 'BILLET', token }
  const { workflow } = api.app.temporal
  const getHandle = workflow.getHandle.bind(workflow)
  vi.spyOn(workflow, 'getHandle').mockImplementation(((id: string) => {
    const handle = getHandle(id)
    const startUpdate = handle.startUpdate.bind(handle)
    const cutOnceTaken = async (...args: Parameters<typeof startUpdate>) => {
      const update = await startUpdate(...args)
      await update.result()
      await database.cut()
      return update
    }
    return Object.assign(handle, { startUpdate: cutOnceTaken })
  }) as never)
  const key = uuidv7()
  const first = await buyAt(slug, key, another).finally(() => vi.restoreAllMocks())
  expect(first.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0)
  await anHourLater(key)
  expect((await buyAt(slug, key, another)).statusCode).toBe(201)
})
