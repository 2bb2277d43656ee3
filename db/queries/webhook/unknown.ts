/** Webhooks of transactions that nobody knows, at an account that still owes the answer to an attempt. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges, platforms, providerAccounts, readings, webhookEvents } from '../../schema/index.ts'
import type { PlatformRow } from '../access/people.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import { isUnanswered } from '../charge/attempts.ts'
import type { WebhookEventRow } from './events.ts'

/** What was made so long ago and not heard of since is paid no more. */
const LONGEST_SILENCE = sql`interval '90 days'`

const mayBeMeant = and(isUnanswered, sql`${chargeAttempts.createdAt} > now() - ${LONGEST_SILENCE}`)

/** The account's reader reads what it names: of what was sent before it came, one may be it. It is asked for once. */
export async function readNotice(
  db: Database,
  { id, providerAccountId, receivedAt }: Pick<WebhookEventRow, 'id' | 'providerAccountId' | 'receivedAt'>,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${readings} (kind, id, provider_account_id, next_read_at)
    SELECT 'notice', ${id}::uuid, ${providerAccountId}::uuid, now()
    WHERE EXISTS (SELECT FROM ${chargeAttempts}
      WHERE ${chargeAttempts.providerAccountId} = ${providerAccountId} AND ${chargeAttempts.createdAt} < ${receivedAt} AND ${mayBeMeant})
    ON CONFLICT (kind, id) DO NOTHING`)
}

export interface UnknownNotice {
  stored: WebhookEventRow
  account: ProviderAccountRow
  platform: PlatformRow
  /** Of the latest attempt of which nobody has heard. */
  paymentMethod: PaymentMethod
}

/** @returns undefined once it has found its movement, or has been given up, and where no attempt can be meant any more. */
export async function loadUnknownNotice(db: Database, eventId: string): Promise<UnknownNotice | undefined> {
  const [row] = await db
    .select({
      stored: webhookEvents,
      account: providerAccounts,
      platform: platforms,
      paymentMethod: charges.paymentMethod,
    })
    .from(webhookEvents)
    .innerJoin(providerAccounts, eq(providerAccounts.id, webhookEvents.providerAccountId))
    .innerJoin(platforms, eq(platforms.id, webhookEvents.platformId))
    .innerJoin(chargeAttempts, and(eq(chargeAttempts.providerAccountId, providerAccounts.id), mayBeMeant))
    .innerJoin(charges, eq(charges.id, chargeAttempts.chargeId))
    .where(
      and(eq(webhookEvents.id, eventId), eq(webhookEvents.state, 'pending'), isNull(webhookEvents.bodyForgottenAt)),
    )
    .orderBy(desc(chargeAttempts.createdAt))
    .limit(1)
  return row
}

/** What its provider calls ours of the transaction that it names. */
export async function rememberReference(db: Database, eventId: string, reference: string): Promise<void> {
  await db.update(webhookEvents).set({ reference }).where(eq(webhookEvents.id, eventId))
}
