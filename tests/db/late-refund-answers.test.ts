/** A provider's answer to a refund that an operator has called unmade meanwhile: its charge's sums, and never too much. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { noteReturned } from '../../db/queries/disbursement/returns.ts'
import { charges } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { AMOUNT, disbursementBooks } from '../support/disbursement-books.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof disbursementBooks>>
beforeAll(async () => {
  api = await startTestApi()
  books = await disbursementBooks(api)
})
afterAll(() => api?.close())

describe('a refund that an operator has called unmade', () => {
  async function paid() {
    const charge = await api.addMadeCharge(api.home, { status: 'APPROVED', amount: AMOUNT })
    const account = charge.providerAccountId ?? ''
    return { chargeId: charge.id, account, payment: paymentId(charge.id, account, charge.transactionId ?? '') }
  }
  const chargeOf = async (id: string) => (await books.db.select().from(charges).where(eq(charges.id, id)))[0]

  async function begun({ chargeId, account }: { chargeId: string; account: string }, amount: number) {
    const wish = { id: uuidv7(), platformId: api.home.platformId, chargeId, amount, by: 'ana' }
    expect(await reserveRefund(books.db, wish)).toMatchObject({ outcome: 'reserved' })
    const attempt = books.attemptAt(account, wish.id)
    expect(await books.claim(attempt)).toBe(true)
    return attempt
  }

  test.each([
    { amount: 2000, becomes: { status: 'APPROVED', refundedAmount: 2000 }, told: 'charge.partially_refunded' },
    { amount: AMOUNT, becomes: { status: 'REFUNDED', refundedAmount: AMOUNT }, told: 'charge.refunded' },
  ])('and that was made ($amount) is in the sums of its charge, and an operator is asked', async (expected) => {
    const charge = await paid()
    const attempt = await begun(charge, expected.amount)
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
    await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await books.rowOf(id)).toMatchObject({ status: 'APPROVED', attentionReasons: ['contradicted'] })
    expect(await chargeOf(charge.chargeId)).toMatchObject(expected.becomes)
    expect(await books.toldOf(id)).toEqual(['refund.pending', 'refund.rejected', 'refund.approved'])
    expect(await books.toldOf(charge.chargeId)).toEqual([expected.told])
  })

  test('and whose money another one has given back since counts once, and an operator is asked', async () => {
    const charge = await paid()
    const attempt = await begun(charge, 3000)
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    const second = await begun(charge, 4000)
    await books.answer(second, { status: 'APPROVED', externalId: `${id}/2` })
    await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await books.rowOf(id)).toMatchObject({
      status: 'REJECTED',
      externalId: `${id}/1`,
      attentionReasons: ['contradicted'],
    })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 4000 })
    expect(await books.questionsOf(id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'APPROVED', amount: 3000 })]),
    )
  })

  test('and whose money was found gone by a reading counts once, and an operator is asked', async () => {
    const charge = await paid()
    const attempt = await begun(charge, 2000)
    const { disbursementId: id } = attempt
    await books.callUnmade(id)
    await noteReturned(books.db, {
      chargeId: charge.chargeId,
      paymentId: charge.payment,
      returned: 2000,
      cause: 'poll',
    })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ refundedAmount: 2000 })
    await books.answer(attempt, { status: 'APPROVED', externalId: `${id}/1` })
    expect(await books.rowOf(id)).toMatchObject({ status: 'REJECTED', attentionReasons: ['contradicted'] })
    expect(await chargeOf(charge.chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 2000 })
  })
})
