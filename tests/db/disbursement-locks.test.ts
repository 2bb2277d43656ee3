/** What claims and answers an attempt waits for the transaction that holds the disbursement's row, and goes on from what it has written. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attemptId, disbursementReference } from '../../db/attempt-ids.ts'
import { recordDisbursementAnswered } from '../../db/queries/disbursement/attempt-ends.ts'
import { claimDisbursementAttempt, type NewDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import { moveDisbursement } from '../../db/queries/disbursement/transitions.ts'
import { disbursementAttempts, disbursementEvents, disbursements } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { UNROUTED } from '../support/disbursements.ts'
import { untilAwaited } from '../support/locks.ts'

let api: TestApi
let accountId: string
let id: string
let madeAt: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())
beforeEach(async () => {
  id = uuidv7()
  const row = { id, platformId: api.home.platformId, method: 'PIX' as const, amount: 2500 }
  madeAt = (await insertWithdrawal(db(), row, UNROUTED, { by: 'ana' })).disbursement.createdAt
})

const db = () => api.database.writer
const attempt = (number: number): NewDisbursementAttempt => ({
  disbursementId: id,
  accountId,
  number,
  id: attemptId(id, number),
  reference: disbursementReference(id, accountId),
  createdAt: new Date().toISOString(),
  provider: 'ASAAS',
})
const claim = (number: number, repeatable = false, of = madeAt) =>
  claimDisbursementAttempt(db(), attempt(number), {
    by: uuidv7(),
    keysVersion: 1,
    sealedJournal: null,
    repeatable,
    refundedBefore: null,
    madeAt: of,
  })
const answered = (externalId: string, number = 1) =>
  recordDisbursementAnswered(db(), {
    attempt: attempt(number),
    answer: { status: 'PENDING', externalId },
    cause: 'provider',
    events: [{ key: `answered/${number}`, type: 'answered', cause: 'provider' }],
  })
const rowOf = async () => (await db().select().from(disbursements).where(eq(disbursements.id, id)))[0]
const attempts = () => db().select().from(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
const history = async () => {
  const rows = await db().select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, id))
  return rows.map(({ key }) => key)
}

/** `meanwhile` has begun, and waits for the row, when the transaction that holds it commits what it has written. */
async function whileHeld<T>(write: Parameters<ReturnType<typeof db>['transaction']>[0], meanwhile: () => Promise<T>) {
  let waiting: Promise<T> | undefined
  await db().transaction(async (tx) => {
    await write(tx)
    waiting = meanwhile()
    await untilAwaited(tx, api.database)
  })
  return waiting
}

test('of two tries that are claimed at once, one sends', async () => {
  const claims = await Promise.all([claim(1), claim(2)])
  expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1)
  expect(await attempts()).toMatchObject([{ state: 'sending' }])
})

test('what was loaded of a row in whose place another one stands is not sent', async () => {
  expect(await claim(1, false, '2026-01-01T00:00:00.000Z')).toBe(false)
  expect(await attempts()).toEqual([])
  expect(await claim(1)).toBe(true)
})

test('what was ended while its try was being claimed is not sent', async () => {
  const isClaimed = await whileHeld(
    (tx) => moveDisbursement(tx, { disbursementId: id, to: 'CANCELED', cause: 'operator', key: 'operator/cancel' }),
    () => claim(1),
  )
  expect(isClaimed).toBe(false)
  expect(await attempts()).toEqual([])
})

test('an answer leaves what was written of its disbursement while it waited', async () => {
  await claim(1)
  const outcome = await whileHeld(
    (tx) =>
      tx
        .update(disbursements)
        .set({ attentionReasons: ['contradicted', 'unknownOutcome'] })
        .where(eq(disbursements.id, id)),
    () => answered(`${id}/1`),
  )
  expect(outcome).toMatchObject({ moved: false, status: 'PENDING', needsAttention: true })
  expect(await rowOf()).toMatchObject({ externalId: `${id}/1`, attentionReasons: ['contradicted'] })
  expect(await attempts()).toMatchObject([{ state: 'answered', outcome: 'created', externalId: `${id}/1` }])
})

test('of two answers to one try, the second changes nothing and adds nothing to the history', async () => {
  await claim(1)
  const outcomes = await Promise.all([answered(`${id}/1`), answered(`${id}/2`)])
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1)
  const [{ externalId } = { externalId: null }] = await attempts()
  expect(await rowOf()).toMatchObject({ externalId })
  expect(await history()).toEqual(['requested', 'answered/1'])
})

test('an answer whose row was lost while its request was under way gets one', async () => {
  expect(await answered(`${id}/1`)).toMatchObject({ status: 'PENDING' })
  expect(await attempts()).toMatchObject([{ state: 'answered', outcome: 'created', exchange: [] }])
})
