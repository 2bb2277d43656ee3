/** Starts the refunds that a platform's policy requires. Their rows were written together with the payment that they refund. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { type PolicyRefund, unsentPolicyRefunds } from '../db/queries/disbursement/unstarted.ts'
import {
  type DisbursementInput,
  disbursementWorkflowId,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../workflows/messages.ts'
import { TITLES } from '../workflows/texts.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 200
const AT_ONCE = 16

/** Safe to repeat: a refund's workflow runs once, and its id is derived from the payment. */
export async function startPolicyRefunds({
  database,
  temporal,
}: Pick<ActivityDependencies, 'database' | 'temporal'>): Promise<void> {
  const refunds = await unsentPolicyRefunds(database.writer, BATCH)
  await eachAtOnce(temporal, refunds, AT_ONCE, (refund) => start(temporal, refund))
}

async function start(temporal: ActivityDependencies['temporal'], refund: PolicyRefund): Promise<void> {
  const { id: disbursementId, platformId, accountId, provider } = refund
  const input: DisbursementInput = { disbursementId, platformId, candidates: [{ accountId, provider }] }
  try {
    await temporal.workflow.start(WORKFLOW_TYPES.refund, {
      workflowId: disbursementWorkflowId('refund', disbursementId),
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      taskQueue: TASK_QUEUES.charges,
      args: [input],
      priority: { fairnessKey: platformId },
      staticSummary: TITLES.policyRefund(provider),
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.provider, value: provider },
        { key: SEARCH_ATTRIBUTES.platformId, value: platformId },
        { key: SEARCH_ATTRIBUTES.status, value: 'PENDING' },
        { key: SEARCH_ATTRIBUTES.needsAttention, value: false },
      ],
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
