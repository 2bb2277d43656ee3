/** A withdrawal whose id becomes known by an operator, or by a notice of an account that had refused it. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleDisbursement } from '../../db/queries/disbursement/attempt-ends.ts'
import { recordWithdrawalNews } from '../../db/queries/disbursement/news.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { disbursementAttempts, disbursementEvents, disbursements, readings } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { disbursementBooks } from '../support/disbursement-books.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof disbursementBooks>>
beforeAll(async () => {
  api = await startTestApi()
  books = await disbursementBooks(api)
})
afterAll(() => api?.close())

const eventsOf = (id: string, type: 'lookedUp' | 'needsAttention') =>
  books.db
    .select()
    .from(disbursementEvents)
    .where(and(eq(disbursementEvents.disbursementId, id), eq(disbursementEvents.type, type)))

test('a word that no table maps is whose it is: of the notice that brought it', async () => {
  const { disbursementId } = await books.sent()
  const odd = { to: 'PENDING', cause: 'webhook', key: 'webhook/odd', rawStatus: 'odd', unmapped: true } as const
  await applyDisbursementTransition(books.db, { disbursementId, ...odd })
  expect(await eventsOf(disbursementId, 'needsAttention')).toMatchObject([
    { cause: 'webhook', detail: { reason: 'unmappedStatus', rawStatus: 'odd' } },
  ])
})

describe('an id that an operator names, and that the provider calls pending', () => {
  const named = (id: string) =>
    settleDisbursement(books.db, id, {
      made: true,
      status: 'PENDING',
      externalId: `${id}/1`,
      cause: 'poll',
      key: 'poll/PENDING',
    })

  async function isReadUnder(id: string) {
    expect(await books.rowOf(id)).toMatchObject({ status: 'PENDING', externalId: `${id}/1`, attention: null })
    expect(await books.attemptsOf(id)).toMatchObject([
      { state: 'answered', outcome: 'created', externalId: `${id}/1`, providerAccountId: books.first },
    ])
    expect(await books.db.select().from(readings).where(eq(readings.id, id))).toMatchObject([
      { kind: 'withdrawal', providerAccountId: books.first, settled: false },
    ])
  }

  test('is kept and read where the attempt waited to be sent again', async () => {
    const { disbursementId: id } = await books.sent()
    await books.db
      .update(disbursementAttempts)
      .set({ state: 'created' })
      .where(eq(disbursementAttempts.disbursementId, id))
    expect(await named(id)).toMatchObject({ status: 'PENDING', moved: false })
    await isReadUnder(id)
    expect(await books.claim(books.attemptAt(books.first, id))).toBe(false)
  })

  test('is kept and read where the attempt is lost', async () => {
    const { disbursementId: id } = await books.sent()
    await books.db.delete(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
    await named(id)
    await isReadUnder(id)
  })

  test('comes back to a row that has lost it', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.answer(attempt, { status: 'PENDING', externalId: `${id}/1` })
    await books.db.update(disbursements).set({ externalId: null }).where(eq(disbursements.id, id))
    await named(id)
    await isReadUnder(id)
  })
})

describe('a withdrawal that one account has refused, and then another', () => {
  async function refusedTwice() {
    const first = await books.sent()
    const { disbursementId } = first
    expect(await books.end(first, 'refused')).toBe(true)
    const second = books.attemptAt(books.second, disbursementId, 2)
    expect(await books.claim(second)).toBe(true)
    expect(await books.end(second, 'refused')).toBe(true)
    const end = { disbursementId, to: 'REJECTED', cause: 'provider', key: 'refused', message: 'Recusado' } as const
    expect(await applyDisbursementTransition(books.db, end)).toMatchObject({ moved: true })
    return first
  }
  const tell = (first: Awaited<ReturnType<typeof refusedTwice>>, status: 'APPROVED' | 'REJECTED' | 'PENDING') =>
    recordWithdrawalNews(books.db, {
      disbursementId: first.disbursementId,
      accountId: first.accountId,
      withdrawId: `${first.disbursementId}/1`,
      reference: first.reference,
      answer: { status },
      key: `webhook/${status}`,
    })

  test('and that the first has paid after all is that account’s, and an operator is asked', async () => {
    const first = await refusedTwice()
    const { disbursementId: id } = first
    expect(await books.rowOf(id)).toMatchObject({ status: 'REJECTED', provider: 'ZENDRY' })
    expect(await tell(first, 'APPROVED')).toMatchObject({ moved: true, status: 'APPROVED', needsAttention: true })
    expect(await books.rowOf(id)).toMatchObject({
      status: 'APPROVED',
      externalId: `${id}/1`,
      provider: 'ASAAS',
      providerAccountId: books.first,
      attentionReasons: ['contradicted'],
    })
    expect(await books.attemptsOf(id)).toMatchObject([
      { outcome: 'created', externalId: `${id}/1` },
      { outcome: 'refused', externalId: null },
    ])
    expect(await books.db.select().from(readings).where(eq(readings.id, id))).toMatchObject([
      { providerAccountId: books.first },
    ])
    expect(await books.toldOf(id)).toEqual(['withdrawal.pending', 'withdrawal.rejected', 'withdrawal.approved'])
    // The provider was not asked: it rests on the webhook, which its key names.
    expect(await eventsOf(id, 'lookedUp')).toMatchObject([{ key: 'lookedUp/1/webhook/APPROVED', cause: 'webhook' }])
  })

  test.each(['REJECTED', 'PENDING'] as const)('stays as it is when a notice calls it %s', async (status) => {
    const first = await refusedTwice()
    const { disbursementId: id } = first
    await tell(first, status)
    expect(await books.rowOf(id)).toMatchObject({
      status: 'REJECTED',
      externalId: null,
      provider: 'ZENDRY',
      attention: null,
      failureMessage: 'Recusado',
    })
  })

  test('is not ended by the failure of the first while the second is still to be asked', async () => {
    const first = await books.sent()
    await books.end(first, 'refused')
    expect(await tell(first, 'REJECTED')).toBe('anothers')
    expect(await books.rowOf(first.disbursementId)).toMatchObject({ status: 'PENDING', externalId: null })
    expect(await books.claim(books.attemptAt(books.second, first.disbursementId, 2))).toBe(true)
  })
})
