/** Loads stored webhooks, finds their charge or withdrawal, and records where they were delivered. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { ChargeStatus } from '../../../domain/charge.ts'
import type { WebhookEvent } from '../../../providers/contract.ts'
import { referredAttempt } from '../../attempt-ids.ts'
import type { Database } from '../../client.ts'
import { given, givens, prepared } from '../../prepared.ts'
import {
  chargeAttempts,
  charges,
  disbursementAttempts,
  disbursements,
  payments,
  platforms,
  webhookEvents,
} from '../../schema/index.ts'
import type { DisbursementRow } from '../disbursement/read.ts'
import type { WebhookEventRow } from './events.ts'

const storedWebhook = prepared((db) =>
  db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, sql.placeholder('eventId')))
    .prepare('stored_webhook'),
)

export async function loadWebhookEvent(db: Database, eventId: string): Promise<WebhookEventRow | undefined> {
  const [row] = await storedWebhook(db).execute({ eventId })
  return row
}

export interface WebhookCharge {
  chargeId: string
  platformId: string
  number: number
  amount: number
  /** The amount paid by the transaction, as far as it is known. A return is full or partial in relation to it. */
  paid: number
  /** The transaction's status. */
  status: ChargeStatus
  /** Null if the transaction is not known yet. */
  paymentId: string | null
}

const chargeOfNotice = prepared((db) => {
  const accountId = sql.placeholder('accountId')
  const transactionId = sql.placeholder('transactionId')
  return (
    db
      .select({
        chargeId: chargeAttempts.chargeId,
        platformId: charges.platformId,
        number: chargeAttempts.number,
        amount: charges.amount,
        paid: sql<number>`coalesce(${payments.amount}, ${charges.amount})`.mapWith(Number),
        status: sql<ChargeStatus>`coalesce(${payments.state}, 'PENDING')`,
        paymentId: payments.id,
      })
      .from(chargeAttempts)
      .innerJoin(charges, eq(charges.id, chargeAttempts.chargeId))
      .leftJoin(payments, and(eq(payments.providerAccountId, accountId), eq(payments.transactionId, transactionId)))
      .where(
        and(
          eq(chargeAttempts.providerAccountId, accountId),
          or(eq(chargeAttempts.transactionId, transactionId), eq(chargeAttempts.id, sql.placeholder('attemptId'))),
        ),
      )
      // A match by the provider's id takes precedence over a match by reference.
      .orderBy(sql`${chargeAttempts.transactionId} = ${transactionId} DESC NULLS LAST`)
      .limit(1)
      .prepare('charge_of_notice')
  )
})

/**
 * The charge and the attempt that a webhook of this account is about: by the provider's id, or else by our reference, which is known before
 * the provider has answered. Undefined if there is none (yet).
 */
export async function findChargeOf(
  db: Database,
  accountId: string,
  { transactionId, reference }: { transactionId: string; reference?: string },
): Promise<WebhookCharge | undefined> {
  const attemptId = reference === undefined ? null : (referredAttempt(reference) ?? null)
  const [row] = await chargeOfNotice(db).execute({ accountId, transactionId, attemptId })
  return row
}

/** A withdrawal that a provider's event is about. */
export interface NamedWithdrawal
  extends Pick<DisbursementRow, 'platformId' | 'amount' | 'status' | 'statusUnmapped' | 'approvedAt' | 'externalId'> {
  disbursementId: string
  /** The account that accepted it; null while none has. */
  accountId: string | null
}

const NAMED_WITHDRAWAL = {
  disbursementId: disbursements.id,
  platformId: disbursements.platformId,
  amount: disbursements.amount,
  status: disbursements.status,
  statusUnmapped: disbursements.statusUnmapped,
  approvedAt: disbursements.approvedAt,
  externalId: disbursements.externalId,
  accountId: disbursements.providerAccountId,
}

const namedWithdrawal = prepared((db) =>
  db
    .select(NAMED_WITHDRAWAL)
    .from(disbursements)
    .where(
      and(
        eq(disbursements.providerAccountId, given('accountId')),
        eq(disbursements.kind, 'withdrawal'),
        eq(disbursements.externalId, given('withdrawId')),
      ),
    )
    .prepare('withdrawal_of_notice'),
)

/** The withdrawal that a webhook of this account is about: by the provider's id, or else by our reference. */
export async function findWithdrawalOf(
  db: Database,
  accountId: string,
  event: { withdrawId: string; reference?: string },
): Promise<NamedWithdrawal | undefined> {
  const [named] = await namedWithdrawal(db).execute({ accountId, withdrawId: event.withdrawId })
  if (named || event.reference === undefined) return named
  const { providerAccountId, reference, disbursementId } = disbursementAttempts
  const [referred] = await db
    .select(NAMED_WITHDRAWAL)
    .from(disbursementAttempts)
    .innerJoin(disbursements, and(eq(disbursements.id, disbursementId), eq(disbursements.kind, 'withdrawal')))
    .where(and(eq(providerAccountId, accountId), eq(reference, event.reference)))
    .limit(1)
  return referred
}

/** The amount in cents up to which the platform accepts news of money that only the secret webhook URL proves. */
export async function unprovedLimitOf(db: Database, platformId: string): Promise<number> {
  const [row] = await db
    .select({ limit: platforms.maxUnprovedAmount })
    .from(platforms)
    .where(eq(platforms.id, platformId))
  return row?.limit ?? 0
}

const marking = prepared((db) => {
  const { type, transactionId, reference, status, rawStatus, attempts, deliveredAt, nextAttemptAt } = webhookEvents
  const ifTranslated = <Column extends { name: string }>(name: string, column: Column) =>
    sql`CASE WHEN ${given('isTranslated')}::boolean THEN ${given(name)} ELSE ${column} END`
  return db
    .update(webhookEvents)
    .set({
      ...givens(['state', 'chargeId', 'withdrawalId', 'detail']),
      type: ifTranslated('type', type),
      transactionId: ifTranslated('transactionId', transactionId),
      // A reference that another process stored meanwhile stays.
      reference: sql`coalesce(${given('reference')}, ${reference})`,
      status: ifTranslated('status', status),
      rawStatus: ifTranslated('rawStatus', rawStatus),
      attempts: sql`${attempts} + 1`,
      deliveredAt: sql`CASE WHEN ${given('state')}::text = 'delivered' THEN now() ELSE ${deliveredAt} END`,
      nextAttemptAt: sql`coalesce(now() + make_interval(secs => ${given('retryInSeconds')}::double precision), ${nextAttemptAt})`,
    })
    .where(
      and(
        eq(webhookEvents.id, given('eventId')),
        eq(webhookEvents.replays, given('replays')),
        eq(attempts, given('attempts')),
      ),
    )
    .prepare('webhook_mark')
})

/** Records where a delivery has left the webhook. One that became due again meanwhile stays due: it was replayed, or its movement is known. */
export async function markWebhook(
  db: Database,
  { id: eventId, replays, attempts }: Pick<WebhookEventRow, 'id' | 'replays' | 'attempts'>,
  change: {
    state: WebhookEventRow['state']
    chargeId?: string
    withdrawalId?: string
    detail?: string
    event?: WebhookEvent
    retryInSeconds?: number
  },
): Promise<void> {
  const { state, chargeId = null, withdrawalId = null, detail = null, event, retryInSeconds = null } = change
  await marking(db).execute({
    eventId,
    replays,
    attempts,
    state,
    chargeId,
    withdrawalId,
    detail,
    retryInSeconds,
    ...translated(event),
  })
}

function translated(event: WebhookEvent | undefined) {
  if (!event || event.type === 'IGNORED') return UNTRANSLATED
  const { type, reference = null, status, rawStatus = null } = event
  const transactionId = event.type === 'WITHDRAW' ? event.withdrawId : event.transactionId
  return { isTranslated: true, type, transactionId, reference, status, rawStatus }
}

const UNTRANSLATED = {
  isTranslated: false,
  type: null,
  transactionId: null,
  reference: null,
  status: null,
  rawStatus: null,
} as const

/** The latest webhooks of a charge that were delivered to its workflow, or not accepted, as one of another amount. Oldest first. */
export async function deliveredWebhooksOf(
  db: Database,
  chargeId: string,
): Promise<Pick<WebhookEventRow, 'id' | 'replays'>[]> {
  const { id, replays, receivedAt } = webhookEvents
  const rows = await db
    .select({ id, replays })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.chargeId, chargeId), inArray(webhookEvents.state, ['delivered', 'failed'])))
    .orderBy(desc(receivedAt), desc(id))
    .limit(MOST_DELIVERED)
  return rows.reverse()
}

const MOST_DELIVERED = 100

const pendingNotices = prepared((db) =>
  db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.providerAccountId, sql.placeholder('accountId')),
        eq(webhookEvents.transactionId, sql.placeholder('transactionId')),
        inArray(webhookEvents.state, ['pending', 'failed']),
      ),
    )
    .prepare('pending_notices'),
)

/** Webhooks that arrived before we knew their transaction or withdrawal. */
export async function pendingWebhooksFor(db: Database, accountId: string, transactionId: string): Promise<string[]> {
  const rows = await pendingNotices(db).execute({ accountId, transactionId })
  return rows.map((row) => row.id)
}
