/**
 * Signals a provider's event to its movement's workflow. If that has closed, it starts a separate short workflow for the event.
 * Never Signal-with-Start on the movement's id, which could charge or pay out again.
 */
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import {
  type ChargeEventInput,
  chargeEventWorkflowId,
  chargeWorkflowId,
  disbursementWorkflowId,
  type ProviderEvent,
  providerEventSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  type WithdrawalEventInput,
  WORKFLOW_TYPES,
  withdrawalEventWorkflowId,
} from '../workflows/messages.ts'

const SIGNAL_TIMEOUT_MS = 10_000

export function notifyCharge(
  temporal: Client,
  { chargeId, platformId, provider }: { chargeId: string; platformId: string; provider: string },
  event: ProviderEvent,
): Promise<void> {
  return notify(temporal, event, {
    provider,
    workflowId: chargeWorkflowId(chargeId),
    eventType: WORKFLOW_TYPES.chargeEvent,
    eventWorkflowId: chargeEventWorkflowId(chargeId, event.eventId),
    input: { chargeId, platformId, ...event },
  })
}

export function notifyWithdrawal(
  temporal: Client,
  { disbursementId, platformId, provider }: { disbursementId: string; platformId: string; provider: string },
  event: ProviderEvent,
): Promise<void> {
  return notify(temporal, event, {
    provider,
    workflowId: disbursementWorkflowId('withdrawal', disbursementId),
    eventType: WORKFLOW_TYPES.withdrawalEvent,
    eventWorkflowId: withdrawalEventWorkflowId(disbursementId, event.eventId),
    input: { disbursementId, platformId, ...event },
  })
}

interface Addressee {
  provider: string
  workflowId: string
  eventType: string
  eventWorkflowId: string
  input: ChargeEventInput | WithdrawalEventInput
}

async function notify(temporal: Client, event: ProviderEvent, addressee: Addressee): Promise<void> {
  await temporal.connection.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, async () => {
    try {
      await temporal.workflow.getHandle(addressee.workflowId).signal(providerEventSignal, event)
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      await startEventWorkflow(temporal, addressee)
    }
  })
}

/**
 * Starts the workflow that applies one event to a movement whose own workflow has closed. Starts it again if it has ended while the
 * event is still pending: a database failover may have lost what it wrote. Applying an event twice is harmless.
 */
async function startEventWorkflow(
  temporal: Client,
  { provider, eventType, eventWorkflowId: workflowId, input }: Addressee,
): Promise<void> {
  const { platformId } = input
  try {
    await temporal.workflow.start(eventType, {
      workflowId,
      taskQueue: TASK_QUEUES.charges,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.provider, value: provider },
        { key: SEARCH_ATTRIBUTES.platformId, value: platformId },
        { key: SEARCH_ATTRIBUTES.needsAttention, value: false },
      ],
      priority: { fairnessKey: platformId },
      args: [input],
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
