/** What an account's reader is told of refusals, whichever request was refused: it rests, and is never kept from its turn. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginRound, slowDown } from '../../db/queries/reading/pace.ts'
import { accountReaders } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const HALF = { perSecond: 10, concurrency: 4 }
const QUARTER = { perSecond: 5, concurrency: 2 }

let api: TestApi
let account: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  account = (await api.addAccount(api.home, 'ASAAS')).id
})

interface Moment {
  refused(seconds: number): Promise<void>
  /** So much time passes. */
  pass(seconds: number): Promise<void>
  /** It looks whether it may ask. */
  begin: () => ReturnType<typeof beginRound>
  stored(): Promise<object | undefined>
}

/** In one transaction, in which no time passes but what is said to. */
const inOneMoment = (run: (moment: Moment) => Promise<void>) =>
  api.database.writer.transaction(async (tx) => {
    const { perSecond, concurrency, pacedAt, resumeAt, providerAccountId } = accountReaders
    const isOurs = eq(providerAccountId, account)
    const restSeconds = sql<number>`extract(epoch FROM ${resumeAt} - ${pacedAt})::float8`
    await run({
      refused: (seconds) => slowDown(tx, account, seconds * 1_000),
      pass: async (seconds) => {
        const before = (at: typeof pacedAt | typeof resumeAt) => sql`${at} - ${`${seconds} seconds`}::interval`
        await tx
          .update(accountReaders)
          .set({ pacedAt: before(pacedAt), resumeAt: before(resumeAt) })
          .where(isOurs)
      },
      begin: () => beginRound(tx, account),
      stored: async () => {
        const [row] = await tx.select({ perSecond, concurrency, restSeconds }).from(accountReaders).where(isOurs)
        return row
      },
    })
  })

test.each([1, 5, 60])(
  'refused every five seconds, and for %i seconds each time, it may ask again after a minute',
  (seconds) =>
    inOneMoment(async ({ refused, pass, begin }) => {
      for (let passed = 0; passed < 60; passed += 5) {
        await refused(seconds)
        await pass(5)
      }
      await pass(1)
      await refused(seconds)
      expect(await begin()).toEqual({ ...HALF, restMs: 0 })
    }),
)

test('a refusal while it rests makes the rest longer, and it no slower', () =>
  inOneMoment(async ({ refused, pass, stored }) => {
    await refused(5)
    await pass(4)
    await refused(20)
    expect(await stored()).toEqual({ ...HALF, restSeconds: 24 })
    await refused(60)
    expect(await stored()).toEqual({ ...HALF, restSeconds: 60 })
  }))

test('a refusal after it has asked again is another one', () =>
  inOneMoment(async ({ refused, pass, begin, stored }) => {
    await refused(60)
    await pass(61)
    expect(await begin()).toEqual({ ...HALF, restMs: 0 })
    await refused(60)
    expect(await stored()).toEqual({ ...QUARTER, restSeconds: 60 })
  }))

test('a refusal long after one for which no reader was at work is another one', () =>
  inOneMoment(async ({ refused, pass, stored }) => {
    await refused(60)
    await pass(3_600)
    await refused(60)
    expect(await stored()).toEqual({ ...QUARTER, restSeconds: 60 })
  }))
