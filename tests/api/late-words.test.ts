/** Another amount than was charged, that a notice states and no reading can confirm: an operator takes what it said. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeEvents } from '../../db/schema/index.ts'
import { chargeDecisionWorkflowId, chargeWorkflowId } from '../../workflows/messages.ts'
import { runAgain } from '../support/again.ts'
import {
  api,
  call,
  MADE,
  PAID,
  PATIENCE,
  paidAtFlow2pay,
  paidForAnother,
  paymentsOf,
  resolve,
  startSilentApi,
  TAKEN,
  untilCharge,
} from './silent-charges.ts'

beforeAll(startSilentApi)
afterAll(() => api?.close())

/**
 * As if the worker had died between the taking and its answer: what carries the decision out goes back to before it was told.
 * @returns what it then says became of the decision.
 */
async function loseTheAnswer(chargeId: string, status: string): Promise<unknown> {
  const isDecision = and(eq(chargeEvents.chargeId, chargeId), eq(chargeEvents.type, 'operatorResolved'))
  const decisions = () => api.database.writer.select().from(chargeEvents).where(isDecision)
  await expect.poll(decisions, PATIENCE).toHaveLength(1)
  const [row] = await decisions()
  const decisionId = row?.key.split('/')[1] ?? ''
  const isLate = status === 'REJECTED'
  const workflowId = isLate ? chargeDecisionWorkflowId(chargeId, decisionId) : chargeWorkflowId(chargeId)
  const again = await runAgain(api.temporal, workflowId, 'takeLateAmounts')
  const result = await again.result()
  return isLate ? result : again.getUpdateHandle(decisionId).result()
}

describe.each(MADE)('another amount that a proved notice states of a charge that is %s', (status, made) => {
  const ASKED = { status, attentionReasons: ['amountMismatch'] }

  it('is what was paid, and all that can be given back', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    expect(await paymentsOf(id)).toMatchObject([{ state: expect.not.stringMatching('APPROVED'), amount: PAID }])
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
    const refund = { amount: PAID + 1 }
    expect((await call('POST', `/v1/charges/${id}/refunds`, refund)).statusCode).toBe(422)
  }, 120_000)

  it('is of the transaction that the notice names', async () => {
    const { id, own } = await made('FIREBANK')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    const payments = await paymentsOf(id)
    const of = (transactionId: string) =>
      payments.find((payment: { transactionId: string }) => payment.transactionId === transactionId)
    expect(of(`earlier${id}`)).toMatchObject({ state: 'APPROVED', amount: PAID })
    expect(of(own)?.state).not.toBe('APPROVED')
  }, 120_000)

  it('is taken although the charge is at a provider that can be asked', async () => {
    const { id } = await made('PAGUESAFE')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
  }, 120_000)

  it('of two stays in doubt until an operator says of which it is', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    await paidForAnother(id, `earlier${id}`)
    await expect.poll(async () => (await paymentsOf(id)).length, PATIENCE).toBe(2)
    expect((await resolve(id)).statusCode).toBe(409)
    await untilCharge(id, ASKED)
    expect((await resolve(id, `earlier${id}`)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED' })
    const payments: { transactionId: string; state: string }[] = await paymentsOf(id)
    const taken = payments.filter(({ state }) => state === 'APPROVED')
    expect(taken.map(({ transactionId }) => transactionId)).toEqual([`earlier${id}`])
    await untilCharge(id, { attentionReasons: ['amountMismatch'] })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: ['doublePayment'] })
    expect(await paymentsOf(id)).toMatchObject(Array(2).fill({ state: 'APPROVED', amount: PAID }))
  }, 120_000)

  it('of another transaction is not what its own id names', async () => {
    const { id, own } = await made('FIREBANK')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id, own)).statusCode).toBe(409)
    await untilCharge(id, ASKED)
    expect((await paymentsOf(id)).filter(({ state }: { state: string }) => state === 'APPROVED')).toEqual([])
  }, 120_000)

  it('is taken once by a decision whose answer was lost', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await loseTheAnswer(id, status)).toEqual({ became: 'carriedOut' })
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
  }, 120_000)
})
