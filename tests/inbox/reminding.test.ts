/** A charge whose row has lost its transaction: its workflow is told until it has written it down again, or has asked a person. */
import { TypedSearchAttributes } from '@temporalio/common'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { charges } from '../../db/schema/index.ts'
import { FORGOTTEN, SEARCH_ATTRIBUTES } from '../../workflows/messages.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const RUNNING = { status: { name: 'RUNNING' }, raw: {} }

let api: TestApi
let chargeId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  await api.database.writer.update(charges).set({ status: 'REJECTED' }).where(eq(charges.status, 'PENDING'))
  chargeId = (await api.addCharge(api.home, { createdAt: sql`now() - interval '2 minutes'` as never })).id
})

const statusOf = async () => {
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.id, chargeId))
  return { status: row?.status, attention: row?.attention }
}
/** A round of the sweep, with workflows that follow a transaction and do this when they are signalled. */
const watch = (
  signal: (...said: unknown[]) => Promise<void>,
  query = async () => ({ phase: 'following' }),
  isAsking = false,
) =>
  watchWorkflows(
    {
      database: api.database,
      logger: { warn: () => undefined },
      temporal: {
        connection: { withDeadline: (_at: number, ask: () => Promise<void>) => ask() },
        workflow: {
          getHandle: () => ({
            describe: async () => ({
              ...RUNNING,
              typedSearchAttributes: new TypedSearchAttributes([
                { key: SEARCH_ATTRIBUTES.needsAttention, value: isAsking },
              ]),
            }),
            query,
            signal,
          }),
        },
      },
    } as never,
    'charges',
  )(Date.now())

test('is told again until its workflow has done something about it', async () => {
  await expect(watch(() => Promise.reject(new Error('Temporal is away')))).rejects.toThrow('1 of 1 failed')
  expect(await statusOf()).toEqual({ status: 'PENDING', attention: null })
  let told = 0
  const tell = async () => {
    told += 1
  }
  await watch(tell)
  expect(await statusOf()).toEqual({ status: 'PENDING', attention: null })
  await watch(async () => {
    await tell()
    await flagAttention(api.database.writer, chargeId, 'unknownOutcome')
  })
  await watch(tell)
  expect(told).toBe(2)
})

test('is not for an operator to look at when its workflow settles it at once', async () => {
  await watch(async () => {
    await api.database.writer.update(charges).set({ status: 'REJECTED' }).where(eq(charges.id, chargeId))
  })
  expect(await statusOf()).toEqual({ status: 'REJECTED', attention: null })
})

test('is not for an operator to look at when its provider has answered since it was listed', async () => {
  const answer = { provider: 'ASAAS', transactionId: 'pay_1' }
  const query = async () => {
    await api.database.writer.update(charges).set(answer).where(eq(charges.id, chargeId))
    return { phase: 'following' }
  }
  await watch(() => Promise.reject(new Error('no workflow is to be told')), query)
  expect(await statusOf()).toEqual({ status: 'PENDING', attention: null })
})

test('is still being made for a minute', async () => {
  await api.database.writer.update(charges).set({ createdAt: sql`now()` }).where(eq(charges.id, chargeId))
  await watch(() => Promise.reject(new Error('no workflow is to be told')))
  expect(await statusOf()).toEqual({ status: 'PENDING', attention: null })
})

test.each([
  { phase: 'expiring', told: 1 },
  { phase: 'following', told: 0 },
])(
  'whose workflow waits for an operator at its end, and whose row asks no operator, is told so ($phase)',
  async ({ phase, told }) => {
    const made = { provider: 'FLOW2PAY', transactionId: 'tx_1', updatedAt: sql`now() - interval '2 minutes'` as never }
    await api.database.writer.update(charges).set(made).where(eq(charges.id, chargeId))
    const said: unknown[] = []
    await watch(
      async (_signal, event) => void said.push(event),
      async () => ({ phase }),
      true,
    )
    expect(said).toEqual(Array.from({ length: told }, () => ({ eventId: FORGOTTEN })))
  },
)
