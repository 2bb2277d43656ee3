/** Begins a charge's workflow and waits for its creation. */

import type { Client } from '@temporalio/client'
import type { Candidate } from '../../db/queries/account/read.ts'
import { defined } from '../../domain/defined.ts'
import { type Currency, cents, formatMoney } from '../../domain/money.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { type ChargeInput, type CreationOutcome, chargeWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { startAndWait } from '../movement/start.ts'

export interface ChargeStart extends Pick<ChargeInput, 'chargeId' | 'platformId' | 'timing'> {
  candidates: readonly [Candidate, ...Candidate[]]
  paymentMethod: PaymentMethod
  amount: number
  currency: Currency
}

const METHOD_NAMES = { PIX: 'Pix', CREDIT_CARD: 'Cartão', BILLET: 'Boleto' } as const satisfies Record<
  PaymentMethod,
  string
>

/** @throws Error when nobody answers within `waitMs`; the workflow may be running all the same. */
export async function startCharge(temporal: Client, start: ChargeStart, waitMs: number): Promise<CreationOutcome> {
  return temporal.connection.withDeadline(Date.now() + waitMs, () => untilCreated(temporal, start))
}

/** Safe to repeat. */
export async function untilCreated(temporal: Client, start: ChargeStart): Promise<CreationOutcome> {
  const { chargeId, platformId, candidates, timing, paymentMethod, amount, currency } = start
  const [{ provider }] = candidates
  const input: ChargeInput = { chargeId, platformId, candidates, ...defined({ timing }) }
  return startAndWait(temporal, {
    workflowType: WORKFLOW_TYPES.charge,
    workflowId: chargeWorkflowId(chargeId),
    input,
    provider,
    summary: `${METHOD_NAMES[paymentMethod]} de ${formatMoney(cents(amount), currency)} pela ${provider}`,
  })
}
