/** Begins a charge's workflow and waits for its creation. */
import type { Client } from '@temporalio/client'
import type { Candidate } from '../../db/queries/account/read.ts'
import { defined } from '../../domain/defined.ts'
import { type Currency, cents, formatMoney } from '../../domain/money.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { type ChargeInput, type CreationOutcome, chargeWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { TITLES } from '../../workflows/texts.ts'
import { type Start, startAndWait, startOnly } from '../movement/start.ts'
import type { Expectation, KnownCreation } from './expected.ts'

export interface ChargeStart extends Pick<ChargeInput, 'chargeId' | 'platformId' | 'timing'> {
  candidates: readonly [Candidate, ...Candidate[]]
  paymentMethod: PaymentMethod
  amount: number
  currency: Currency
  /** When its row was made. */
  madeAt: string
}

/**
 * Waits for the row of a Pix alone: what a card or a boleto came to is for the workflow to write first.
 * @throws Error when no answer comes within `waitMs`; the workflow may be running all the same.
 */
export async function startCharge(
  temporal: Client,
  start: ChargeStart,
  expected: Expectation,
  waitMs: number,
): Promise<CreationOutcome | KnownCreation> {
  const until = Date.now() + waitMs
  return temporal.connection.withDeadline(until, async () => {
    if (start.paymentMethod !== 'PIX') return untilCreated(temporal, start)
    const isOpen = await startOnly(temporal, workflowStartOf(start))
    const known = await (isOpen ? expected.outcome(until - Date.now()) : expected.look())
    if (known) return known
    return untilCreated(temporal, start).catch(async (error: unknown) => {
      // One that has ended before it was asked does not answer; its row says how.
      const ended = await expected.look()
      if (ended) return ended
      throw error
    })
  })
}

/** Asks the workflow, and starts it where it has not been. Safe to repeat. */
export const untilCreated = (temporal: Client, start: ChargeStart): Promise<CreationOutcome> =>
  startAndWait(temporal, workflowStartOf(start))

function workflowStartOf(start: ChargeStart): Start {
  const { chargeId, platformId, candidates, timing, paymentMethod, amount, currency, madeAt } = start
  const [{ provider }] = candidates
  const input: ChargeInput = { chargeId, platformId, candidates, ...defined({ timing }) }
  return {
    workflowType: WORKFLOW_TYPES.charge,
    workflowId: chargeWorkflowId(chargeId),
    input,
    provider,
    summary: TITLES.charge(paymentMethod, formatMoney(cents(amount), currency), provider),
    madeAt,
  }
}
