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
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 200
const AT_ONCE = 16
const DEADLINE_MS = 5_000

/**
 * Safe to repeat: a refund's workflow runs once, and its id is derived from the payment. A refund that Temporal does not start stops none
 * of the others.
 * @throws the first failure, after all were tried.
 */
export async function startPolicyRefunds(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger'>,
): Promise<void> {
  const { database, temporal, logger } = dependencies
  const failures: unknown[] = []
  await eachAtOnce(await unsentPolicyRefunds(database.writer, BATCH), AT_ONCE, (refund) =>
    start(temporal, refund).catch((error: unknown) => {
      logger.warn({ err: error, disbursementId: refund.id }, 'could not start a refund: the sweep starts it later')
      failures.push(error)
    }),
  )
  if (failures.length > 0) throw failures[0]
}

async function start(temporal: ActivityDependencies['temporal'], refund: PolicyRefund): Promise<void> {
  const { id: disbursementId, platformId, accountId, provider } = refund
  const input: DisbursementInput = { disbursementId, platformId, candidates: [{ accountId, provider }] }
  try {
    await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(WORKFLOW_TYPES.refund, {
        workflowId: disbursementWorkflowId('refund', disbursementId),
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        taskQueue: TASK_QUEUES.charges,
        args: [input],
        priority: { fairnessKey: platformId },
        staticSummary: `Reembolso automático pela ${provider}`,
        typedSearchAttributes: [
          { key: SEARCH_ATTRIBUTES.provider, value: provider },
          { key: SEARCH_ATTRIBUTES.platformId, value: platformId },
          { key: SEARCH_ATTRIBUTES.status, value: 'PENDING' },
          { key: SEARCH_ATTRIBUTES.needsAttention, value: false },
        ],
      }),
    )
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
