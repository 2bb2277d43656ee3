/** Takes a stored webhook to the workflow of its charge. Safe to repeat: every step is idempotent by the event's id. */
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { DatabasePool } from '../db/client.ts'
import { findChargeOf, loadWebhookEvent, markWebhook, type StoredWebhook } from '../db/queries/webhook-inbox.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WebhookEvent } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import {
  chargeEventWorkflowId,
  chargeWorkflowId,
  type ProviderEvent,
  providerEventSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../workflows/messages.ts'

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

export type DeliveryState = StoredWebhook['state']

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
  stored: StoredWebhook,
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

  try {
    await notifyCharge(temporal, charge, toProviderEvent(stored, event))
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

function translate(stored: StoredWebhook): WebhookEvent | ProviderError {
  try {
    const { headers, query, body } = stored
    return findProvider(stored.provider).translateWebhook({ headers, query, body })
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}

/**
 * A status that nobody signed is only a hint: the workflow reads the transaction and believes that. Where a provider can
 * neither sign nor be read, the secret in the address is all the proof there will ever be.
 */
function toProviderEvent(stored: StoredWebhook, event: Extract<WebhookEvent, { type: 'TRANSACTION' }>): ProviderEvent {
  const signed = stored.verified !== 'token' || !canBeRead(stored.provider)
  return {
    eventId: stored.replays === 0 ? stored.id : `${stored.id}.${stored.replays}`,
    transactionId: event.transactionId,
    accountId: stored.providerAccountId,
    signed,
    status: signed ? event.status : null,
    ...(event.rawStatus === undefined ? {} : { rawStatus: event.rawStatus }),
    ...(signed && event.unmapped ? { unmapped: true } : {}),
  }
}

function canBeRead(provider: string): boolean {
  return findProvider(provider).capabilities.operations.includes('readTransaction')
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
export async function startEventWorkflow(
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
      args: [{ chargeId: charge.chargeId, platformId: charge.platformId, event }],
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
