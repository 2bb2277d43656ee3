/** A provider's answer to a withdrawal or a refund that somebody has called unmade meanwhile. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptId, disbursementReference, paymentId } from '../../db/attempt-ids.ts'
import {
  type DisbursementAnswer,
  recordDisbursementAnswered,
  recordDisbursementNotMade,
  settleDisbursement,
} from '../../db/queries/disbursement/attempt-ends.ts'
import { claimDisbursementAttempt, type NewDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { insertWithdrawal, reserveRefund } from '../../db/queries/disbursement/create.ts'
import { noteReturned } from '../../db/queries/disbursement/returns.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import {
  charges,
  disbursementAttempts,
  disbursementEvents,
  disbursements,
  readings,
  sellerEvents,
  webhookEndpoints,
} from '../../db/schema/index.ts'
import type { EventCause } from '../../domain/cause.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { UNROUTED } from '../support/disbursements.ts'

const AMOUNT = 5000

let api: TestApi
let accountId: string
let otherAccount: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
  otherAccount = (await api.addAccount(api.home, 'ASAAS')).id
  await db()
    .insert(webhookEndpoints)
    .values({
      platformId: api.home.platformId,
      url: 'https://loja.example/avisos',
      events: ['*'],
      sealedSecret: 'sealed',
    })
})
afterAll(() => api?.close())

const db = () => api.database.writer

const attemptAt = (account: string, disbursementId: string, number = 1): NewDisbursementAttempt => ({
  disbursementId,
  accountId: account,
  number,
  id: attemptId(disbursementId, number),
  reference: disbursementReference(disbursementId, account),
  createdAt: new Date().toISOString(),
  provider: 'ASAAS',
})
const claim = (attempt: NewDisbursementAttempt, by = 'run') =>
  claimDisbursementAttempt(db(), attempt, { by, sealedJournal: null, repeatable: false, refundedBefore: null })
const answer = (attempt: NewDisbursementAttempt, said: DisbursementAnswer, cause: EventCause = 'provider') =>
  recordDisbursementAnswered(db(), { attempt, answer: said, cause, events: [] })

async function sent(): Promise<NewDisbursementAttempt> {
  const id = uuidv7()
  const row = { id, platformId: api.home.platformId, method: 'PIX' as const, amount: AMOUNT }
  await insertWithdrawal(db(), row, UNROUTED, { by: 'ana' })
  const attempt = attemptAt(accountId, id)
  expect(await claim(attempt)).toBe(true)
  return attempt
}
const callUnmade = (disbursementId: string) =>
  settleDisbursement(db(), disbursementId, { made: false, status: 'REJECTED', cause: 'operator', key: 'operator/1' })
const callAbsent = (attempt: NewDisbursementAttempt) =>
  recordDisbursementNotMade(db(), attempt, {
    outcome: 'absent',
    errorKind: 'NotFound',
    errorMessage: 'The provider has no such withdrawal',
    claimedBy: 'run',
    events: [],
  })

const rowOf = async (id: string) => (await db().select().from(disbursements).where(eq(disbursements.id, id)))[0]
const attemptsOf = (id: string) =>
  db()
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, id))
    .orderBy(disbursementAttempts.number)
const questionsOf = async (id: string) => {
  const rows = await db().select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, id))
  return rows.filter(({ detail }) => detail?.reason === 'contradicted').map(({ detail }) => detail)
}
const toldOf = async (id: string) => {
  const rows = await db()
    .select()
    .from(sellerEvents)
    .where(eq(sellerEvents.subjectId, id))
    .orderBy(sellerEvents.sequence)
  return rows.map(({ type }) => type)
}

describe('a withdrawal that an operator has called unmade', () => {
  test('and that was paid is APPROVED under its id, the seller is told, and an operator is asked', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    expect(await callUnmade(id)).toMatchObject({ status: 'REJECTED', moved: true })
    const outcome = await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(outcome).toMatchObject({ moved: true, status: 'APPROVED', needsAttention: true })
    expect(await rowOf(id)).toMatchObject({
      status: 'APPROVED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
      failureMessage: null,
    })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'created', externalId: `${id}/1`, errorKind: null }])
    expect(await questionsOf(id)).toMatchObject([{ status: 'APPROVED', amount: AMOUNT, externalId: `${id}/1` }])
    expect(await toldOf(id)).toEqual(['withdrawal.pending', 'withdrawal.rejected', 'withdrawal.approved'])
    // The same answer again is no news.
    expect(await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await questionsOf(id)).toHaveLength(1)
  })

  test.each([
    { word: 'that waits', said: { status: 'PENDING' } },
    { word: 'with an unknown word', said: { status: 'REJECTED', unmapped: true, rawStatus: 'odd' } },
  ] as const)('and that the provider has, $word, is read on until it says more', async ({ said }) => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    await callUnmade(id)
    const outcome = await answer(attempt, { ...said, externalId: `${id}/1` })
    expect(outcome).toMatchObject({ moved: false, status: 'REJECTED', needsAttention: true })
    expect(await rowOf(id)).toMatchObject({
      status: 'REJECTED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
      failureMessage: expect.stringContaining('operator'),
    })
    expect(await db().select().from(readings).where(eq(readings.id, id))).toMatchObject([
      { kind: 'withdrawal', providerAccountId: accountId, settled: true },
    ])
    const read = { disbursementId: id, to: 'APPROVED', cause: 'poll', key: 'poll/APPROVED' } as const
    expect(await applyDisbursementTransition(db(), read)).toMatchObject({ moved: true })
    expect(await rowOf(id)).toMatchObject({ status: 'APPROVED', attentionReasons: ['contradicted'] })
  })

  test('and that the provider has given up itself asks nobody', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    await callUnmade(id)
    await answer(attempt, { status: 'REJECTED', externalId: `${id}/1` })
    expect(await rowOf(id)).toMatchObject({ status: 'REJECTED', externalId: `${id}/1`, attention: null })
  })

  test('is not made by another word of an operator', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    await callUnmade(id)
    expect(await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` }, 'operator')).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ status: 'REJECTED', externalId: null, attention: null })
  })
})

test('a withdrawal that was cancelled before a run of it was answered is asked about', async () => {
  const attempt = await sent()
  const { disbursementId: id } = attempt
  await db().update(disbursementAttempts).set({ state: 'created' }).where(eq(disbursementAttempts.id, attempt.id))
  const cancel = { disbursementId: id, to: 'CANCELED', cause: 'operator', key: 'operator/cancel' } as const
  expect(await applyDisbursementTransition(db(), cancel)).toMatchObject({ moved: true })
  await answer(attempt, { status: 'PENDING', externalId: `${id}/1` })
  expect(await rowOf(id)).toMatchObject({
    status: 'CANCELED',
    externalId: `${id}/1`,
    attentionReasons: ['contradicted'],
  })
})

describe('a withdrawal that a search has called absent', () => {
  test('and that is answered before it is sent again is that one, and nothing is sent again', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    expect(await callAbsent(attempt)).toBe(true)
    await answer(attempt, { status: 'PENDING', externalId: `${id}/1` })
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', externalId: `${id}/1`, attention: null })
    expect(await claim(attemptAt(accountId, id, 2))).toBe(false)
  })

  test('and that is answered while it is being sent again may have left twice: both are kept, and an operator is asked', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    await callAbsent(attempt)
    const second = attemptAt(otherAccount, id, 2)
    expect(await claim(second)).toBe(true)
    expect(await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', externalId: null, attentionReasons: ['contradicted'] })
    expect(await questionsOf(id)).toMatchObject([{ status: 'APPROVED', amount: AMOUNT, externalId: `${id}/1` }])
    await answer(second, { status: 'APPROVED', externalId: `${id}/2` })
    expect(await rowOf(id)).toMatchObject({
      status: 'APPROVED',
      externalId: `${id}/2`,
      attentionReasons: ['contradicted'],
    })
    expect(await attemptsOf(id)).toMatchObject([{ externalId: `${id}/1` }, { externalId: `${id}/2` }])
  })

  test('and that the second request brought back under the same id is one', async () => {
    const attempt = await sent()
    const { disbursementId: id } = attempt
    await callAbsent(attempt)
    const second = attemptAt(accountId, id, 2)
    await claim(second)
    await answer(second, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ status: 'APPROVED', attention: null })
  })
})

describe('a refund that an operator has called unmade', () => {
  async function paid() {
    const charge = await api.addMadeCharge(api.home, { status: 'APPROVED', amount: AMOUNT })
    const account = charge.providerAccountId ?? ''
    return { chargeId: charge.id, account, payment: paymentId(charge.id, account, charge.transactionId ?? '') }
  }
  const chargeOf = async (id: string) => (await db().select().from(charges).where(eq(charges.id, id)))[0]

  async function begun({ chargeId, account }: { chargeId: string; account: string }, amount: number) {
    const wish = { id: uuidv7(), platformId: api.home.platformId, chargeId, amount, by: 'ana' }
    expect(await reserveRefund(db(), wish)).toMatchObject({ outcome: 'reserved' })
    const attempt = attemptAt(account, wish.id)
    expect(await claim(attempt)).toBe(true)
    return attempt
  }

  test.each([
    { amount: 2000, becomes: { status: 'APPROVED', refundedAmount: 2000 }, told: 'charge.partially_refunded' },
    { amount: AMOUNT, becomes: { status: 'REFUNDED', refundedAmount: AMOUNT }, told: 'charge.refunded' },
  ])('and that was made ($amount) is in the sums of its charge, and an operator is asked', async (expected) => {
    const charge = await paid()
    const attempt = await begun(charge, expected.amount)
    const { disbursementId: id } = attempt
    await callUnmade(id)
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
    await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await rowOf(id)).toMatchObject({ status: 'APPROVED', attentionReasons: ['contradicted'] })
    expect(await chargeOf(charge.chargeId)).toMatchObject(expected.becomes)
    expect(await toldOf(id)).toEqual(['refund.pending', 'refund.rejected', 'refund.approved'])
    expect(await toldOf(charge.chargeId)).toEqual([expected.told])
  })

  test('and whose money another one has given back since counts once, and an operator is asked', async () => {
    const charge = await paid()
    const attempt = await begun(charge, 3000)
    const { disbursementId: id } = attempt
    await callUnmade(id)
    const second = await begun(charge, 4000)
    await answer(second, { status: 'APPROVED', externalId: `${id}/2` })
    await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await rowOf(id)).toMatchObject({
      status: 'REJECTED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
    })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 4000 })
    expect(await questionsOf(id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'APPROVED', amount: 3000 })]),
    )
  })

  test('and whose money was found gone by a reading counts once, and an operator is asked', async () => {
    const charge = await paid()
    const attempt = await begun(charge, 2000)
    const { disbursementId: id } = attempt
    await callUnmade(id)
    await noteReturned(db(), { chargeId: charge.chargeId, paymentId: charge.payment, returned: 2000, cause: 'poll' })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ refundedAmount: 2000 })
    await answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await rowOf(id)).toMatchObject({ status: 'REJECTED', attentionReasons: ['contradicted'] })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 2000 })
  })
})
