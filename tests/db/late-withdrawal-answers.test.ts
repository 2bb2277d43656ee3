/** A provider's answer to a withdrawal that an operator has called unmade meanwhile. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockDisbursement, releaseDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { disbursementAttempts, readings } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { AMOUNT, disbursementBooks } from '../support/disbursement-books.ts'
import { untilAwaited } from '../support/locks.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof disbursementBooks>>
beforeAll(async () => {
  api = await startTestApi()
  books = await disbursementBooks(api)
})
afterAll(() => api?.close())

describe('a withdrawal that an operator has called unmade', () => {
  test('and that was paid is APPROVED under its id, the seller is told, and an operator is asked', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    expect(await books.callUnmade(id)).toMatchObject({ status: 'REJECTED', moved: true })
    const outcome = await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(outcome).toMatchObject({ moved: true, status: 'APPROVED', needsAttention: true })
    expect(await books.rowOf(id)).toMatchObject({
      status: 'APPROVED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
      failureMessage: null,
    })
    expect(await books.attemptsOf(id)).toMatchObject([{ outcome: 'created', externalId: `${id}/1`, errorKind: null }])
    expect(await books.questionsOf(id)).toMatchObject([{ status: 'APPROVED', amount: AMOUNT, externalId: `${id}/1` }])
    expect(await books.toldOf(id)).toEqual(['withdrawal.pending', 'withdrawal.rejected', 'withdrawal.approved'])
    // The same answer again is no news.
    expect(await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await books.questionsOf(id)).toHaveLength(1)
  })

  test.each([
    { word: 'that waits', said: { status: 'PENDING' } },
    { word: 'with an unknown word', said: { status: 'REJECTED', unmapped: true, rawStatus: 'odd' } },
  ] as const)('and that the provider has, $word, is read on until it says more', async ({ said }) => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    const outcome = await books.answer(attempt, { ...said, externalId: `${id}/1` })
    expect(outcome).toMatchObject({ moved: false, status: 'REJECTED', needsAttention: true })
    expect(await books.rowOf(id)).toMatchObject({
      status: 'REJECTED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
      failureMessage: expect.stringContaining('operator'),
    })
    expect(await books.db.select().from(readings).where(eq(readings.id, id))).toMatchObject([
      { kind: 'withdrawal', providerAccountId: books.first, settled: true },
    ])
    const read = { disbursementId: id, to: 'APPROVED', cause: 'poll', key: 'poll/APPROVED' } as const
    expect(await applyDisbursementTransition(books.db, read)).toMatchObject({ moved: true })
    expect(await books.rowOf(id)).toMatchObject({ status: 'APPROVED', attentionReasons: ['contradicted'] })
  })

  test('and that the provider has given up itself asks no operator', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    await books.answer(attempt, { status: 'REJECTED', externalId: `${id}/1` })
    expect(await books.rowOf(id)).toMatchObject({ status: 'REJECTED', externalId: `${id}/1`, attention: null })
  })

  test('is not made by another word of an operator', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    expect(await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` }, 'operator')).toBeUndefined()
    expect(await books.rowOf(id)).toMatchObject({ status: 'REJECTED', externalId: null, attention: null })
  })
})

test.each([
  { outcome: 'created', row: { status: 'PENDING', moved: false } },
  { outcome: 'absent', row: { status: 'REJECTED', moved: true } },
  { outcome: 'refused', row: { status: 'REJECTED', moved: true } },
] as const)('a withdrawal that an operator calls unmade while it is found $outcome is $row.status', async (found) => {
  const { outcome, row } = found
  const { id: attemptId, disbursementId: id } = await books.sent()
  const said = await books.db.transaction(async (tx) => {
    await lockDisbursement(tx, id)
    const calling = books.callUnmade(id)
    await untilAwaited(tx, api.database)
    const isIt = eq(disbursementAttempts.id, attemptId)
    await tx.update(disbursementAttempts).set({ state: 'answered', outcome }).where(isIt)
    return { calling }
  })
  expect(await said.calling).toMatchObject(row)
  expect(await books.attemptsOf(id)).toMatchObject([{ outcome }])
})

test('a withdrawal that was cancelled before a run of it was answered is asked about', async () => {
  const attempt = await books.sent()
  const { disbursementId: id } = attempt
  await books.db.update(disbursementAttempts).set({ state: 'created' }).where(eq(disbursementAttempts.id, attempt.id))
  const cancel = { disbursementId: id, to: 'CANCELED', cause: 'operator', key: 'operator/cancel' } as const
  expect(await applyDisbursementTransition(books.db, cancel)).toMatchObject({ moved: true })
  await books.answer(attempt, { status: 'PENDING', externalId: `${id}/1` })
  expect(await books.rowOf(id)).toMatchObject({
    status: 'CANCELED',
    externalId: `${id}/1`,
    attentionReasons: ['contradicted'],
  })
})

describe('a withdrawal that a search has called absent', () => {
  test('and that is answered before it is sent again is that one, and nothing is sent again', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    expect(await books.end(attempt, 'absent')).toBe(true)
    await books.answer(attempt, { status: 'PENDING', externalId: `${id}/1` })
    expect(await books.rowOf(id)).toMatchObject({ status: 'PENDING', externalId: `${id}/1`, attention: null })
    expect(await books.claim(books.attemptAt(books.first, id, 2))).toBe(false)
  })

  test('and that is answered while it is being sent again may have left twice: both are kept, and an operator is asked', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.end(attempt, 'absent')
    const second = books.attemptAt(books.second, id, 2)
    expect(await books.claim(second)).toBe(true)
    expect(await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await books.rowOf(id)).toMatchObject({
      status: 'PENDING',
      externalId: null,
      attentionReasons: ['contradicted'],
    })
    expect(await books.questionsOf(id)).toMatchObject([{ status: 'APPROVED', amount: AMOUNT, externalId: `${id}/1` }])
    await books.answer(second, { status: 'APPROVED', externalId: `${id}/2` })
    expect(await books.rowOf(id)).toMatchObject({
      status: 'APPROVED',
      externalId: `${id}/2`,
      attentionReasons: ['contradicted'],
    })
    expect(await books.attemptsOf(id)).toMatchObject([{ externalId: `${id}/1` }, { externalId: `${id}/2` }])
  })

  test('and that the second request brought back under the same id is one', async () => {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.end(attempt, 'absent')
    const second = books.attemptAt(books.first, id, 2)
    await books.claim(second)
    await books.answer(second, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await books.rowOf(id)).toMatchObject({ status: 'APPROVED', attention: null })
  })
})

describe('a withdrawal that was refused, and that is called paid while another account is asked', () => {
  async function keptBeside() {
    const attempt = await books.sent()
    const { disbursementId: id } = attempt
    await books.end(attempt, 'refused')
    const second = books.attemptAt(books.second, id, 2)
    expect(await books.claim(second)).toBe(true)
    expect(await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` }, 'webhook')).toBeUndefined()
    return { id, second, third: books.attemptAt(books.second, id, 3) }
  }
  const isTheAnswer = async (id: string) => {
    expect(await books.rowOf(id)).toMatchObject({
      status: 'PENDING',
      providerAccountId: books.first,
      externalId: `${id}/1`,
      failureMessage: null,
      attentionReasons: ['contradicted'],
    })
    expect((await books.attemptsOf(id))[0]).toMatchObject({ outcome: 'created', externalId: `${id}/1` })
    expect(await books.db.select().from(readings).where(eq(readings.id, id))).toMatchObject([
      { kind: 'withdrawal', providerAccountId: books.first, settled: false },
    ])
  }

  test('is not sent again once that request was not processed: the kept id is the answer', async () => {
    const { id, second } = await keptBeside()
    await releaseDisbursementAttempt(books.db, second, 'run', {
      sealedJournal: null,
      exchange: [],
      event: { key: 'notYet/2', type: 'turnedAway', cause: 'provider' },
    })
    expect(await books.claim(second)).toBe(false)
    await isTheAnswer(id)
    const cancel = { disbursementId: id, to: 'CANCELED', cause: 'operator', key: 'operator/cancel' } as const
    const unsent = await applyDisbursementTransition(books.db, { ...cancel, unsent: true })
    expect(unsent).toMatchObject({ moved: false, status: 'PENDING' })
    await isTheAnswer(id)
  })

  test.each(['absent', 'refused'] as const)('is not sent again once that one is %s', async (outcome) => {
    const { id, second, third } = await keptBeside()
    expect(await books.end(second, outcome)).toBe(false)
    expect(await books.claim(third)).toBe(false)
    await isTheAnswer(id)
  })

  test('stays open when an operator says that the other account made nothing', async () => {
    const { id, third } = await keptBeside()
    expect(await books.callUnmade(id)).toMatchObject({ status: 'PENDING', moved: false })
    expect(await books.claim(third)).toBe(false)
    await isTheAnswer(id)
  })

  test('is sent nowhere while the id is kept, whatever became of the other attempt', async () => {
    const { id, second, third } = await keptBeside()
    await books.db
      .update(disbursementAttempts)
      .set({ state: 'answered', outcome: 'absent' })
      .where(eq(disbursementAttempts.id, second.id))
    expect(await books.claim(third)).toBe(false)
    expect(await books.rowOf(id)).toMatchObject({ status: 'PENDING', attentionReasons: ['contradicted'] })
  })
})
