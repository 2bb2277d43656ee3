/** Begins a charge's workflow and waits for its creation, in one round trip to Temporal. */
import { type Client, WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client'
import type { Candidate } from '../../db/queries/provider-accounts.ts'
import { type Currency, cents, formatMoney } from '../../domain/money.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import {
  type ChargeInput,
  CREATED_UPDATE_ID,
  type CreationOutcome,
  chargeWorkflowId,
  createdUpdate,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'

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
const DESCRIBE_TIMEOUT_MS = 3_000

/** @throws Error when nobody answers within `waitMs`; the workflow may be running all the same. */
export async function startCharge(temporal: Client, start: ChargeStart, waitMs: number): Promise<CreationOutcome> {
  return temporal.connection.withDeadline(Date.now() + waitMs, () => untilCreated(temporal, start))
}

/** Safe to repeat: the workflow's id, the policies and the constant update id make every repetition the same start. */
export async function untilCreated(temporal: Client, start: ChargeStart): Promise<CreationOutcome> {
  const { chargeId, platformId, candidates, timing, paymentMethod, amount, currency } = start
  const [{ provider }] = candidates
  const input: ChargeInput = { chargeId, platformId, candidates, ...(timing === undefined ? {} : { timing }) }
  return temporal.workflow.executeUpdateWithStart(createdUpdate, {
    updateId: CREATED_UPDATE_ID,
    startWorkflowOperation: new WithStartWorkflowOperation(WORKFLOW_TYPES.charge, {
      workflowId: chargeWorkflowId(chargeId),
      taskQueue: TASK_QUEUES.charges,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [input],
      staticSummary: `${METHOD_NAMES[paymentMethod]} de ${formatMoney(cents(amount), currency)} pela ${provider}`,
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.provider, value: provider },
        { key: SEARCH_ATTRIBUTES.platformId, value: platformId },
        { key: SEARCH_ATTRIBUTES.status, value: 'PENDING' },
        { key: SEARCH_ATTRIBUTES.needsAttention, value: false },
      ],
    }),
  })
}

/** Whether the charge's workflow was ever started; 'unknown' when Temporal does not say. */
export async function hasStarted(temporal: Client, chargeId: string): Promise<boolean | 'unknown'> {
  try {
    await temporal.connection.withDeadline(Date.now() + DESCRIBE_TIMEOUT_MS, () =>
      temporal.workflow.getHandle(chargeWorkflowId(chargeId)).describe(),
    )
    return true
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? false : 'unknown'
  }
}
