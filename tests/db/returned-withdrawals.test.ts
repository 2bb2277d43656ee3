/** A provider that is read, and calls a withdrawal paid that had come back. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { disbursementEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { disbursementBooks } from '../support/disbursement-books.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof disbursementBooks>>
beforeAll(async () => {
  api = await startTestApi()
  books = await disbursementBooks(api)
})
afterAll(() => api?.close())

/** What happened to it, happened so long ago. A history is not changed by the product. */
const age = (disbursementId: string, minutes: number) =>
  books.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx
      .update(disbursementEvents)
      .set({ at: sql`now() - ${`${minutes} minutes`}::interval` })
      .where(eq(disbursementEvents.disbursementId, disbursementId))
  })

/** Paid, and come back so long ago. */
async function returned(minutesAgo: number): Promise<string> {
  const attempt = await books.sent()
  const { disbursementId } = attempt
  await books.answer(attempt, { status: 'APPROVED', externalId: `${disbursementId}/1` })
  const back = { disbursementId, to: 'REJECTED', cause: 'webhook', key: 'returned' } as const
  expect(await applyDisbursementTransition(books.db, back)).toMatchObject({ moved: true, needsAttention: false })
  await age(disbursementId, minutesAgo)
  return disbursementId
}
const says = (disbursementId: string, cause: 'poll' | 'webhook', unmapped?: true) =>
  applyDisbursementTransition(books.db, {
    ...{ disbursementId, to: 'APPROVED', cause, key: `${cause}/APPROVED` },
    ...(unmapped ? { unmapped } : {}),
  })

describe('that a withdrawal is paid which came back', () => {
  test('is asked about once a reading says so that cannot lag any more; its status stays', async () => {
    const id = await returned(61)
    const asked = { status: 'REJECTED', attentionReasons: ['contradicted'] }
    expect(await says(id, 'poll')).toMatchObject({ moved: false, needsAttention: true })
    expect(await books.rowOf(id)).toMatchObject(asked)
    await says(id, 'poll')
    const events = await books.db.select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, id))
    const noted = events.filter(({ type }) => type === 'eventIgnored')
    expect(noted).toMatchObject([{ cause: 'poll', detail: { status: 'APPROVED', reason: 'contradicted' } }])
  })

  test('is asked about though a reading that lagged has said the same before', async () => {
    const id = await returned(5)
    expect(await says(id, 'poll')).toMatchObject({ moved: false, needsAttention: false })
    expect(await books.rowOf(id)).toMatchObject({ status: 'REJECTED', attention: null })
    await age(id, 61)
    expect(await says(id, 'poll')).toMatchObject({ moved: false, needsAttention: true })
  })

  test.each([
    ['in a notice', 'webhook', undefined],
    ['in a word that no table maps', 'poll', true],
  ] as const)('is old %s', async (_, cause, unmapped) => {
    const id = await returned(61)
    expect(await says(id, cause, unmapped)).toMatchObject({ moved: false, needsAttention: false })
  })
})
