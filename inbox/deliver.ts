/** Delivers a stored webhook to the workflow of its movement. Safe to repeat, because every step is idempotent by the event's id. */
import type { Client } from '@temporalio/client'
import type { Database, DatabasePool } from '../db/client.ts'
import { type NoteOfNotice, noteOwed, noteUnknown } from '../db/queries/reconciliation/notices.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { findChargeOf, findWithdrawalOf, loadWebhookEvent, markWebhook } from '../db/queries/webhook/inbox.ts'
import { owesWithdrawal, readNotice } from '../db/queries/webhook/unknown.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { isDelivered, isNoticeHandled, type NoticeState } from '../domain/delivery.ts'
import { isPaidOut } from '../domain/disbursement.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WebhookEvent, WithdrawEvent } from '../providers/contract.ts'
import { inSpan } from '../telemetry/span.ts'
import { claimOf, withUnit } from './claims.ts'
import { warnOfFullList } from './full-list.ts'
import { meant } from './meant.ts'
import { notifyCharge, notifyWithdrawal } from './notify.ts'
import { askAboutAmount } from './other-amount.ts'
import { canBeRead, eventKeyOf } from './proven.ts'
import { asWithdrawal, canWithdrawalBeRead } from './proven-withdrawal.ts'
import { translate } from './translate.ts'

export interface InboxDependencies {
  database: DatabasePool
  temporal: Client
  logger: { warn(details: object, message: string): void }
}

/** After about two days of retries, an event that names no movement of ours is marked as failed. It can still be replayed. */
const MAX_ATTEMPTS = 60
const FIRST_RETRY_SECONDS = 2
/** Some seconds of retries: by then an answer that the webhook overtook has arrived. */
const OVERTAKEN_ATTEMPTS = 3
/** More than an hour of retries: by then a movement that a crash or a slow answer hid has been found. */
const UNKNOWN_ATTEMPTS = 12
const MAX_RETRY_SECONDS = 3600

type News = Exclude<WebhookEvent, { type: 'IGNORED' }>

/**
 * Never throws: an event that cannot be delivered now stays `pending` and becomes due again later.
 * @returns the state in which the event is left.
 */
export async function deliverWebhookEvent(dependencies: InboxDependencies, eventId: string): Promise<NoticeState> {
  const { database, logger } = dependencies
  try {
    const stored = await loadWebhookEvent(database.writer, eventId)
    if (!stored) return 'failed'
    if (isNoticeHandled(stored.state) || stored.bodyForgottenAt) return stored.state
    return await deliverStored(dependencies, stored)
  } catch (error) {
    logger.warn({ err: error, webhookEventId: eventId }, 'webhook stays pending')
    return 'pending'
  }
}

/** @throws on a defect or a database failure. The event then stays `pending` and is retried with growing pauses. */
export function deliverStored(dependencies: InboxDependencies, stored: WebhookEventRow): Promise<NoticeState> {
  const attributes = { 'trilho.provider': stored.provider, 'trilho.webhook_event_id': stored.id }
  return inSpan({ name: 'deliver webhook', attributes }, async (span) => {
    const { writer } = dependencies.database
    try {
      const change = await deliver(dependencies, stored)
      await markWebhook(writer, stored, change)
      span.setAttribute('trilho.outcome', change.state)
      return change.state
    } catch (error) {
      const again = { state: 'pending', detail: DEFECT, retryInSeconds: retryInSeconds(stored) } as const
      // If this write fails too, the event becomes due again when its claim expires.
      await markWebhook(writer, stored, again).catch(() => {})
      throw error
    }
  })
}

/** The details are only in the log, because they may quote the provider's message. */
const DEFECT = 'Internal error: the delivery is retried'

type Change = Parameters<typeof markWebhook>[2]

/** @returns the state in which the event is left. */
async function deliver(dependencies: InboxDependencies, stored: WebhookEventRow): Promise<Change> {
  const event = translate(stored)
  if (event instanceof ProviderError) return { state: 'failed', detail: event.message }
  switch (event.type) {
    case 'IGNORED':
      return { state: 'ignored', detail: event.reason }
    case 'TRANSACTION':
      return event.orWithdrawal
        ? toEither(dependencies, stored, event, event.orWithdrawal)
        : toCharge(dependencies, stored, event)
    case 'WITHDRAW':
      return toWithdrawal(dependencies, stored, event)
  }
}

async function toCharge(
  dependencies: InboxDependencies,
  stored: WebhookEventRow,
  said: Extract<WebhookEvent, { type: 'TRANSACTION' }>,
): Promise<Change> {
  const db = dependencies.database.writer
  const { about } = (await meant(db, stored, said)) ?? {}
  const charge = about && (await findChargeOf(db, stored.providerAccountId, about))
  if (!charge) {
    await askWhose(db, stored, said)
    return unknown(dependencies, stored, said, 'No charge has this transaction yet')
  }
  const event = withUnit(about, charge.amount)
  const { chargeId } = charge
  const isOther = claimOf(event, charge, canBeRead(stored.provider)) === 'amountMismatch'
  if (isOther) await askAboutAmount(db, { stored, charge, event })
  // The workflow hears of another amount too: a database failover may lose both the notice and the question about it.
  const change = await handOver(dependencies, stored, { event, chargeId }, (eventId) =>
    notifyCharge(dependencies.temporal, { ...charge, provider: stored.provider }, { eventId }),
  )
  return isOther && isDelivered(change.state) ? { ...change, ...NOT_TAKEN } : change
}

const NOT_TAKEN = { state: 'failed', detail: 'Another amount than was charged' } as const

/** The event is about the charge or the withdrawal that has the id. If both have it, neither is chosen, because both are read anyway. */
async function toEither(
  dependencies: InboxDependencies,
  stored: WebhookEventRow,
  event: Extract<WebhookEvent, { type: 'TRANSACTION' }>,
  orWithdrawal: WithdrawEvent,
): Promise<Change> {
  const db = dependencies.database.writer
  const [charge, withdrawal] = [
    await findChargeOf(db, stored.providerAccountId, event),
    await findWithdrawalOf(db, stored.providerAccountId, orWithdrawal),
  ]
  if (charge && withdrawal) return { state: 'failed', event, detail: 'A charge and a withdrawal have this id' }
  return withdrawal ? toWithdrawal(dependencies, stored, orWithdrawal) : toCharge(dependencies, stored, event)
}

async function toWithdrawal(
  dependencies: InboxDependencies,
  stored: WebhookEventRow,
  event: WithdrawEvent,
): Promise<Change> {
  const db = dependencies.database.writer
  const withdrawal = await findWithdrawalOf(db, stored.providerAccountId, event)
  if (!withdrawal) {
    await askWhose(db, stored, event)
    return unknown(dependencies, stored, event, 'No withdrawal has this id yet')
  }
  return handOver(dependencies, stored, { event, withdrawalId: withdrawal.disbursementId }, (eventId) =>
    notifyWithdrawal(dependencies.temporal, { ...withdrawal, provider: stored.provider }, { eventId }),
  )
}

/** If attempts wait for an answer, the account's reader asks the provider which one the event belongs to. */
async function askWhose(db: Database, stored: WebhookEventRow, event: News): Promise<void> {
  const { provider } = stored
  if (stored.attempts + 1 < OVERTAKEN_ATTEMPTS || event.reference !== undefined) return
  const charges = event.type === 'TRANSACTION' && canBeRead(provider)
  const withdrawals = asWithdrawal(event) !== undefined && canWithdrawalBeRead(provider)
  await readNotice(db, stored, { charges, withdrawals })
}

/** The named movement may not be known yet. If it stays unknown and money has moved, a reconciliation difference is recorded. */
async function unknown(
  dependencies: InboxDependencies,
  stored: WebhookEventRow,
  event: News,
  detail: string,
): Promise<Change> {
  const db = dependencies.database.writer
  const note = movesMoney(event) ? await noteOf(db, stored, event) : undefined
  if (note) {
    const { providerAccountId: id, platformId, provider, receivedAt } = stored
    const { status, amount } = event
    const theirs = defined({ status: status ?? undefined, amount, at: new Date(receivedAt).toISOString() })
    const isListed = await note(db, { id, platformId, provider }, idIn(event), theirs)
    if (!isListed) warnOfFullList(dependencies, id)
  }
  const state = stored.attempts + 1 >= MAX_ATTEMPTS ? 'failed' : 'pending'
  return { state, event, detail, retryInSeconds: retryInSeconds(stored) }
}

/** An operator is told at once, and in any case, if a withdrawal waits for its answer and the provider cannot be read. */
async function noteOf(db: Database, stored: WebhookEventRow, event: News): Promise<NoteOfNotice | undefined> {
  const tries = stored.attempts + 1
  if (tries < OVERTAKEN_ATTEMPTS) return undefined
  const mayHaveLeft = asWithdrawal(event) !== undefined && !canWithdrawalBeRead(stored.provider)
  if (mayHaveLeft && (await owesWithdrawal(db, stored.id))) return noteOwed
  return tries >= UNKNOWN_ATTEMPTS ? noteUnknown : undefined
}

async function handOver(
  { logger }: InboxDependencies,
  stored: WebhookEventRow,
  found: Pick<Change, 'event' | 'chargeId' | 'withdrawalId'>,
  notify: (eventId: string) => Promise<void>,
): Promise<Change> {
  try {
    await notify(eventKeyOf(stored))
  } catch (error) {
    logger.warn({ err: error, webhookEventId: stored.id }, 'Temporal did not take the webhook')
    return { ...found, state: 'pending', detail: 'Temporal did not answer', retryInSeconds: retryInSeconds(stored) }
  }
  return { ...found, state: 'delivered' }
}

const idIn = (event: News) => (event.type === 'WITHDRAW' ? event.withdrawId : event.transactionId)

function movesMoney(event: News): boolean {
  if (event.status === null) return false
  return event.type === 'WITHDRAW' ? isPaidOut(event.status) : isPaid(event.status)
}

function retryInSeconds({ attempts }: WebhookEventRow): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** attempts, MAX_RETRY_SECONDS)
}
