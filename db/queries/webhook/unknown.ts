/** Webhooks about unknown ids, at an account with attempts that are still unanswered. */
import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { PaymentMethod, WithdrawMethod } from '../../../domain/payment-method.ts'
import type { Database } from '../../client.ts'
import {
  chargeAttempts,
  charges,
  disbursementAttempts,
  disbursements,
  platforms,
  providerAccounts,
  readings,
  webhookEvents,
} from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import { isUnanswered } from '../charge/attempts.ts'
import { isUnansweredDisbursement } from '../disbursement/attempts.ts'
import type { WebhookEventRow } from './events.ts'

/** An attempt this old without news is not paid any more. */
export const LONGEST_SILENCE = sql`interval '90 days'`

/** Of the attempts of charges that were sent to an account and whose outcome is unknown. */
const unansweredCharges = (accountId: SQLWrapper) => sql`
  FROM ${chargeAttempts} JOIN ${charges} ON ${charges.id} = ${chargeAttempts.chargeId}
  WHERE ${chargeAttempts.providerAccountId} = ${accountId} AND ${isUnanswered}
    AND ${chargeAttempts.createdAt} > now() - ${LONGEST_SILENCE}`

/** The same for withdrawals. */
const unansweredWithdrawals = (accountId: SQLWrapper) => sql`
  FROM ${disbursementAttempts} JOIN ${disbursements} ON ${disbursements.id} = ${disbursementAttempts.disbursementId}
  WHERE ${disbursementAttempts.providerAccountId} = ${accountId} AND ${disbursements.kind} = 'withdrawal'
    AND ${isUnansweredDisbursement} AND ${disbursementAttempts.createdAt} > now() - ${LONGEST_SILENCE}`

/** The latest that was sent before a webhook came. */
const owedCharges = (accountId: SQLWrapper) => sql`
  SELECT ${charges.paymentMethod} ${unansweredCharges(accountId)} AND ${chargeAttempts.createdAt} < ${webhookEvents.receivedAt}
  ORDER BY ${chargeAttempts.createdAt} DESC LIMIT 1`

/** The same for withdrawals. */
const owedWithdrawals = (accountId: SQLWrapper) => sql`
  SELECT json_build_object('paymentMethod', ${disbursements.method}, 'receiverId', ${disbursements.destination} ->> 'receiverId')
  ${unansweredWithdrawals(accountId)} AND ${disbursementAttempts.createdAt} < ${webhookEvents.receivedAt}
  ORDER BY ${disbursementAttempts.createdAt} DESC LIMIT 1`

/**
 * Lets the account's reader read the id that a notice names, once, because an attempt sent before the notice may be its movement.
 * @param meant the kinds of movements it may belong to, as far as the provider can be read.
 */
export async function readNotice(
  db: Database,
  { id }: Pick<WebhookEventRow, 'id'>,
  meant: { charges: boolean; withdrawals: boolean },
): Promise<void> {
  const { providerAccountId } = webhookEvents
  await db.execute(sql`
    INSERT INTO ${readings} (kind, id, provider_account_id, next_read_at)
    SELECT 'notice', ${webhookEvents.id}, ${providerAccountId}, now() FROM ${webhookEvents}
    WHERE ${webhookEvents.id} = ${id} AND (
      ${meant.charges}::boolean AND EXISTS (${owedCharges(providerAccountId)})
      OR ${meant.withdrawals}::boolean AND EXISTS (${owedWithdrawals(providerAccountId)}))
    ON CONFLICT (kind, id) DO NOTHING`)
}

/** Whether the webhook's account has an unanswered withdrawal. */
export async function owesWithdrawal(db: Database, eventId: string): Promise<boolean> {
  const owed = sql<boolean>`EXISTS (${owedWithdrawals(webhookEvents.providerAccountId)})`
  const [row] = await db.select({ owed }).from(webhookEvents).where(eq(webhookEvents.id, eventId))
  return row?.owed ?? false
}

/** Whether the account has an unanswered charge or withdrawal of this amount, in integer cents. */
export async function owesAmount(db: Database, accountId: string, amount: number): Promise<boolean> {
  const account = sql`${accountId}::uuid`
  const [row] = await db.execute<{ owed: boolean }>(sql`
    SELECT EXISTS (SELECT ${unansweredCharges(account)} AND ${charges.amount} = ${amount})
      OR EXISTS (SELECT ${unansweredWithdrawals(account)} AND ${disbursements.amount} = ${amount}) AS owed`)
  return row?.owed ?? false
}

export interface OwedWithdrawal {
  paymentMethod: WithdrawMethod
  receiverId: string | null
}

export interface UnknownNotice {
  stored: WebhookEventRow
  account: ProviderAccountRow
  platform: PlatformRow
  /** The payment method of the latest unanswered charge; null if there is none. */
  charge: PaymentMethod | null
  /** The latest unanswered withdrawal; null if there is none. */
  withdrawal: OwedWithdrawal | null
}

/** @returns undefined once the notice has found its movement, or was given up. */
export async function loadUnknownNotice(db: Database, eventId: string): Promise<UnknownNotice | undefined> {
  const [row] = await db
    .select({
      stored: webhookEvents,
      account: providerAccounts,
      platform: platforms,
      charge: sql<PaymentMethod | null>`(${owedCharges(providerAccounts.id)})`,
      withdrawal: sql<OwedWithdrawal | null>`(${owedWithdrawals(providerAccounts.id)})`,
    })
    .from(webhookEvents)
    .innerJoin(providerAccounts, eq(providerAccounts.id, webhookEvents.providerAccountId))
    .innerJoin(platforms, eq(platforms.id, webhookEvents.platformId))
    .where(
      and(eq(webhookEvents.id, eventId), eq(webhookEvents.state, 'pending'), isNull(webhookEvents.bodyForgottenAt)),
    )
  return row
}

/** Stores our reference that the provider returned for the notice's transaction. */
export async function rememberReference(db: Database, eventId: string, reference: string): Promise<void> {
  await db.update(webhookEvents).set({ reference }).where(eq(webhookEvents.id, eventId))
}
