/** Takes a stored webhook to the workflow of its charge. Safe to repeat: every step is idempotent by the event's id. */

import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { DatabasePool } from '../db/client.ts'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { findChargeOf, loadWebhookEvent, markWebhook } from '../db/queries/webhook/inbox.ts'
import { ProviderError } from '../domain/provider-error.ts'
import {
  chargeEventWorkflowId,
  chargeWorkflowId,
  type ProviderEvent,
  providerEventSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../workflows/messages.ts'
import { claimOf } from './claims.ts'
import { canBeRead, eventKeyOf, translate } from './proven.ts'

export interface InboxDependencies {
  database: DatabasePool
  temporal: Client
  logger: { warn(details: object, message: string): void }
}

/** After about two days of trying, an event that names no charge of ours is set aside; it can still be replayed. */
const MAX_ATTEMPTS = 60
const FIRST_RETRY_SECONDS = 2
const MAX_RETRY_SECONDS = 3600
const SIGNAL_TIMEOUT_MS = 10_000

export type DeliveryState = WebhookEventRow['state']

/**
 * Never throws: what cannot be delivered now stays `pending` and is due again later.
 * @returns the state in which the event is left.
 */
export async function deliverWebhookEvent(dependencies: InboxDependencies, eventId: string): Promise<DeliveryState> {
  const { database, logger } = dependencies
  try {
    const stored = await loadWebhookEvent(database.writer, eventId)
    if (!stored) return 'failed'
    if (stored.state === 'delivered' || stored.state === 'ignored') return stored.state
    return await deliver(dependencies, stored)
  } catch (error) {
    logger.warn({ err: error, webhookEventId: eventId }, 'webhook stays pending')
    return 'pending'
  }
}

async function deliver(
  { database, temporal, logger }: InboxDependencies,
  stored: WebhookEventRow,
): Promise<DeliveryState> {
  const settle = async (change: Parameters<typeof markWebhook>[2]): Promise<DeliveryState> => {
    await markWebhook(database.writer, stored.id, change)
    return change.state
  }

  const event = translate(stored)
  if (event instanceof ProviderError) return settle({ state: 'failed', detail: event.message })
  if (event.type === 'IGNORED') return settle({ state: 'ignored', detail: event.reason })

  const retryInSeconds = Math.min(FIRST_RETRY_SECONDS * 2 ** stored.attempts, MAX_RETRY_SECONDS)
  const charge = await findChargeOf(database.writer, stored.providerAccountId, event)
  if (!charge) {
    const state = stored.attempts + 1 >= MAX_ATTEMPTS ? 'failed' : 'pending'
    return settle({ state, event, detail: 'No charge has this transaction yet', retryInSeconds })
  }

  const claim = claimOf(event, charge, canBeRead(stored.provider))
  if (claim === 'amountMismatch') {
    await flagAttention(database.writer, charge.chargeId, claim)
    return settle({ state: 'failed', event, chargeId: charge.chargeId, detail: 'Another amount than was charged' })
  }

  try {
    await notifyCharge(temporal, charge, { eventId: eventKeyOf(stored) })
  } catch (error) {
    logger.warn({ err: error, webhookEventId: stored.id }, 'Temporal did not take the webhook')
    return settle({
      state: 'pending',
      event,
      chargeId: charge.chargeId,
      detail: 'Temporal did not answer',
      retryInSeconds,
    })
  }
  return settle({ state: 'delivered', event, chargeId: charge.chargeId })
}

/**
 * Signals the charge's workflow; when that has closed, starts the event's own short workflow instead.
 * Never Signal-with-Start on the charge's id, which could charge again.
 */
async function notifyCharge(
  temporal: Client,
  charge: { chargeId: string; platformId: string },
  event: ProviderEvent,
): Promise<void> {
  await temporal.connection.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, async () => {
    try {
      await temporal.workflow.getHandle(chargeWorkflowId(charge.chargeId)).signal(providerEventSignal, event)
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      await startEventWorkflow(temporal, charge, event)
    }
  })
}

/** Applies one event to a charge whose own workflow is over. Starting it twice is harmless. */
async function startEventWorkflow(
  temporal: Client,
  charge: { chargeId: string; platformId: string },
  event: ProviderEvent,
): Promise<void> {
  try {
    await temporal.workflow.start(WORKFLOW_TYPES.chargeEvent, {
      workflowId: chargeEventWorkflowId(charge.chargeId, event.eventId),
      taskQueue: TASK_QUEUES.charges,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.platformId, value: charge.platformId }],
      priority: { fairnessKey: charge.platformId },
      args: [{ chargeId: charge.chargeId, platformId: charge.platformId, eventId: event.eventId }],
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
