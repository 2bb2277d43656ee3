/** What an account's reader claims, and when what it has read is due again. */
import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDue, finishReading, makeDue } from '../../db/queries/reading/due.ts'
import { readings } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const HOUR_MS = 3_600_000

let api: TestApi
let account: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  account = (await api.addAccount(api.home, 'ASAAS')).id
})

const db = () => api.database.writer

/** Something of the account that has been due for so long. */
async function due(kind: 'withdrawal', minutesAgo = 1): Promise<string> {
  const id = uuidv7()
  const nextReadAt = sql`now() - ${`${minutesAgo} minutes`}::interval`
  await db().insert(readings).values({ kind, id, providerAccountId: account, nextReadAt })
  return id
}

describe('what is read', () => {
  const nextOf = async (id: string) => {
    const [row] = await db()
      .select({
        reads: readings.reads,
        nextReadAt: readings.nextReadAt,
        hours: sql<number>`(extract(epoch FROM ${readings.nextReadAt} - ${readings.readAt}) / 3600)::float8`,
      })
      .from(readings)
      .where(and(eq(readings.kind, 'withdrawal'), eq(readings.id, id)))
    return row
  }
  /** It is read, and something happens while it is. */
  async function read(meanwhile: (id: string) => Promise<unknown>) {
    const id = await due('withdrawal')
    const [claimed] = await claimDue(db(), account, 1)
    if (claimed?.id !== id) throw new Error('It was not claimed')
    await meanwhile(id)
    const before = await nextOf(id)
    await finishReading(db(), claimed, HOUR_MS)
    return { before, after: await nextOf(id) }
  }
  const anew = (id: string, isSettled: boolean) =>
    db().execute(sql`SELECT read_on('withdrawal', ${id}::uuid, ${account}::uuid, ${isSettled})`)

  test('is due again after its pause', async () => {
    const { after } = await read(async () => {})
    expect(after).toMatchObject({ reads: 1, hours: 1 })
  })

  test.each([
    ['somebody asks for it', (id: string) => makeDue(db(), { kind: 'withdrawal', id })],
    ['it begins anew', (id: string) => anew(id, false)],
    ['it is settled', (id: string) => anew(id, true)],
  ] as const)('keeps the time that it was given while it was read: %s', async (_words, meanwhile) => {
    const { before, after } = await read(meanwhile)
    expect(after).toMatchObject({ reads: 0, nextReadAt: before?.nextReadAt })
  })
})
