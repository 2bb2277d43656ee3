/** What forbids a refund stands twice: in words before its request is prepared, and in SQL as it leaves. Both judge each case alike. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { objection } from '../../activities/refund-objection.ts'
import { attemptId, disbursementReference, paymentId } from '../../db/attempt-ids.ts'
import { claimDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { loadDisbursementAttempt } from '../../db/queries/disbursement/snapshot.ts'
import { checkoutOrders, disbursements, payments } from '../../db/schema/index.ts'
import type { ChargeStatus } from '../../domain/charge.ts'
import { OUR_MESSAGES, ourMessage } from '../../domain/our-messages.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const AMOUNT = 5000
const OPEN = { kind: 'refund', provider: 'ASAAS' } as const
const DONE = { ...OPEN, status: 'APPROVED', approvedAt: '2026-01-02T15:00:00Z' } as const

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())

const db = () => api.database.writer
const platformId = () => api.home.platformId

/** Of a payment of R$ 50,00. Amounts are cents. */
interface Case {
  state?: ChargeStatus
  amount?: number
  policy?: 'doublePayments' | 'latePayments'
  /** What another refund of the payment gave back. */
  given?: number
  /** What another refund of it may still give back. */
  pending?: number
  /** Another payment of the charge, of which so much went back. */
  beside?: { state: ChargeStatus; given?: number }
  /** The status of another charge of its order; null: the order has no other. */
  ofOrder?: ChargeStatus | null
}

async function refund({ state = 'APPROVED', amount = AMOUNT, policy, given, pending, beside, ofOrder }: Case) {
  const at = { provider: 'ASAAS', providerAccountId: accountId }
  const order =
    ofOrder === undefined ? [] : await db().insert(checkoutOrders).values({ platformId: platformId() }).returning()
  const ofItsOrder = { checkoutOrderId: order[0]?.id ?? null }
  if (ofOrder) await api.addCharge(api.home, { ...ofItsOrder, status: ofOrder })
  const { id: chargeId } = await api.addCharge(api.home, {
    ...at,
    ...ofItsOrder,
    transactionId: uuidv7(),
    status: 'APPROVED',
  })
  const [payment] = await db().update(payments).set({ state }).where(eq(payments.chargeId, chargeId)).returning()
  const own = { platformId: platformId(), providerAccountId: accountId, chargeId, paymentId: payment?.id ?? '' }
  if (given !== undefined)
    await db()
      .insert(disbursements)
      .values({ ...own, ...DONE, amount: given })
  if (pending !== undefined)
    await db()
      .insert(disbursements)
      .values({ ...own, ...OPEN, amount: pending })
  if (beside) {
    const transactionId = uuidv7()
    const id = paymentId(chargeId, accountId, transactionId)
    await db()
      .insert(payments)
      .values({ ...at, id, chargeId, transactionId, state: beside.state, amount: AMOUNT })
    if (beside.given !== undefined)
      await db()
        .insert(disbursements)
        .values({ ...own, ...DONE, paymentId: id, amount: beside.given })
  }
  const [row] = await db()
    .insert(disbursements)
    .values({ ...own, ...OPEN, amount, policy: policy ?? null })
    .returning()
  if (!row) throw new Error('No refund')
  return row
}

const isPaid = (state: ChargeStatus) =>
  [`of a payment that is ${state}`, { state }, ourMessage('chargeIs', { state })] as const
const CASES: readonly (readonly [string, Case, string | undefined])[] = [
  ['of all', {}, undefined],
  ['of a part', { amount: 1 }, undefined],
  isPaid('PENDING'),
  isPaid('REJECTED'),
  isPaid('REFUNDED'),
  isPaid('CHARGEBACK'),
  ['of all that is left', { amount: 4000, given: 1000 }, undefined],
  ['of a cent more than is left', { amount: 4001, given: 1000 }, OUR_MESSAGES.lessIsLeft],
  ['beside one that may still be made', { amount: 4001, pending: 1000 }, undefined],
  ['of a double payment', { policy: 'doublePayments', beside: { state: 'APPROVED' } }, undefined],
  [
    'of a double payment of which the other went back in part',
    { policy: 'doublePayments', beside: { state: 'APPROVED', given: 1 } },
    undefined,
  ],
  [
    'of a double payment of which the other went back',
    { policy: 'doublePayments', beside: { state: 'APPROVED', given: AMOUNT } },
    OUR_MESSAGES.noOtherPayment,
  ],
  [
    'of a double payment of which the bank took the other',
    { policy: 'doublePayments', beside: { state: 'CHARGEBACK' } },
    OUR_MESSAGES.noOtherPayment,
  ],
  ['of a double payment without another', { policy: 'doublePayments' }, OUR_MESSAGES.noOtherPayment],
  ['of a late payment of a paid order', { policy: 'latePayments', ofOrder: 'APPROVED' }, undefined],
  [
    'of a late payment of an order that was given back',
    { policy: 'latePayments', ofOrder: 'REFUNDED' },
    OUR_MESSAGES.noOtherOfOrder,
  ],
  [
    'of a late payment of an order that the bank took back',
    { policy: 'latePayments', ofOrder: 'CHARGEBACK' },
    OUR_MESSAGES.noOtherOfOrder,
  ],
  [
    'of a late payment of an order without another charge',
    { policy: 'latePayments', ofOrder: null },
    OUR_MESSAGES.noOtherOfOrder,
  ],
  ['of a late payment for no order', { policy: 'latePayments' }, undefined],
  ['of what an order waits for, that a user asked for', { ofOrder: 'PENDING' }, undefined],
]

test.each(CASES)('a refund %s', async (_, given, words) => {
  const { id: disbursementId, createdAt: madeAt } = await refund(given)
  const key = { disbursementId, accountId, number: 1 }
  const snapshot = await loadDisbursementAttempt(db(), key)
  if (!snapshot) throw new Error('No snapshot')
  expect(objection(snapshot)?.message).toBe(words)
  const reference = disbursementReference(disbursementId, accountId)
  const attempt = { ...key, id: attemptId(disbursementId, 1), reference, createdAt: madeAt, provider: 'ASAAS' }
  const run = { by: uuidv7(), keysVersion: 1, sealedJournal: null, repeatable: false }
  expect(await claimDisbursementAttempt(db(), attempt, { ...run, refundedBefore: null, madeAt })).toBe(
    words === undefined,
  )
})
