/** Refunds that a statement cannot list: their provider gives them the transaction's id, or none, and then they have our reference. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disbursementReference } from '../../db/attempt-ids.ts'
import { disbursementAttempts, disbursements, payments } from '../../db/schema/index.ts'
import { itemsOf, taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', status: 'Situação', date: 'Data' }
const NOON = '2026-01-02T15:00:00Z'
const LATER = 'later;1,00;;03/01/2026'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ARKAMA')).id
})

const bring = (...lines: string[]) => taken(api, { accountId, columns: COLUMNS, lines })
const missing = () => itemsOf(api, accountId, '&kind=missingThere')
const line = (id: string, amount = '50,00', status = 'Recebida') => `${id};${amount};${status};02/01/2026 12:00`

let made = 0
async function paid() {
  const transactionId = `pay_${++made}`
  const own = { provider: 'ARKAMA', providerAccountId: accountId, transactionId }
  const { id } = await api.addCharge(api.home, { ...own, status: 'APPROVED', paidAt: NOON })
  const [payment] = await api.database.writer.select().from(payments).where(eq(payments.chargeId, id))
  return { chargeId: id, paymentId: payment?.id ?? '', transactionId }
}

/** A part of a payment that was given back. @param idOf the provider's id of it, by our reference. */
async function refund({ chargeId, paymentId }: Awaited<ReturnType<typeof paid>>, idOf: (reference: string) => string) {
  const at = { provider: 'ARKAMA', providerAccountId: accountId }
  const { writer } = api.database
  const gone = { kind: 'refund', amount: 1234, status: 'APPROVED', approvedAt: NOON } as const
  const [row] = await writer
    .insert(disbursements)
    .values({ ...at, ...gone, platformId: api.home.platformId, chargeId, paymentId })
    .returning()
  const disbursementId = row?.id ?? ''
  const reference = disbursementReference(disbursementId, accountId)
  const answered = { number: 1, state: 'answered', outcome: 'created', externalId: idOf(reference) } as const
  await writer.insert(disbursementAttempts).values({ ...at, ...answered, disbursementId, reference })
  await writer
    .update(disbursements)
    .set({ externalId: idOf(reference) })
    .where(eq(disbursements.id, disbursementId))
  return { id: disbursementId, reference }
}

describe('a refund with the id of its transaction', () => {
  it('is missing with it once, and not twice', async () => {
    const lost = await paid()
    await refund(lost, () => lost.transactionId)
    const listed = await paid()
    await refund(listed, () => listed.transactionId)
    await bring(line(listed.transactionId), LATER)
    expect(await missing()).toMatchObject([{ chargeId: lost.chargeId, refundId: null }])
  })

  it('does not say that the statement lists refunds', async () => {
    const listed = await paid()
    await refund(listed, () => listed.transactionId)
    await refund(await paid(), () => 'refund_of_its_own')
    await bring(line(listed.transactionId), LATER)
    expect(await missing()).toMatchObject([{ refundId: null }])
  })
})

describe('a refund that has no id but our reference', () => {
  it('is not missing in a statement that lists refunds by the ids of the provider', async () => {
    const payment = await paid()
    await refund(payment, () => 'refund_listed')
    await refund(payment, (reference) => reference)
    await bring(line(payment.transactionId), line('refund_listed', '-12,34', ''), LATER)
    expect(await missing()).toEqual([])
  })

  it('is missing in one that names refunds by our references', async () => {
    const payment = await paid()
    const listed = await refund(payment, (reference) => reference)
    const lost = await refund(payment, (reference) => reference)
    await bring(line(payment.transactionId), line(listed.reference, '-12,34', ''), LATER)
    expect(await missing()).toMatchObject([{ refundId: lost.id }])
  })
})

it('a refund and a withdrawal of one id that are both missing are one difference', async () => {
  const payment = await paid()
  const withdrawal = async (externalId: string) =>
    api.database.writer.insert(disbursements).values({
      platformId: api.home.platformId,
      kind: 'withdrawal',
      amount: 1234,
      status: 'APPROVED',
      approvedAt: NOON,
      provider: 'ARKAMA',
      providerAccountId: accountId,
      externalId,
      method: 'PIX',
      destination: { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' },
    })
  await refund(payment, () => 'of_both')
  await withdrawal('of_both')
  await refund(payment, () => 'listed_refund')
  await withdrawal('listed_withdrawal')
  await bring(
    line(payment.transactionId),
    line('listed_refund', '-12,34', ''),
    line('listed_withdrawal', '-12,34', ''),
    LATER,
  )
  expect(await missing()).toMatchObject([{ transactionId: 'of_both' }])
})
