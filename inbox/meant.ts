/** Which transaction a notice is about, where the provider's words alone do not say. */
import type { Database } from '../db/client.ts'
import { findTransactionOf } from '../db/queries/charge/attempts.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import type { Said } from './claims.ts'

/** @returns undefined while the transaction is not known of which the notice names a part. */
export async function meant(db: Database, stored: WebhookEventRow, said: Said): Promise<Said | undefined> {
  if (!said.isPart) return said
  const { reference } = said
  const whole = reference === undefined ? null : await findTransactionOf(db, stored.providerAccountId, reference)
  return whole === null ? undefined : { ...said, transactionId: whole }
}
