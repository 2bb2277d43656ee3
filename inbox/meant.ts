/** Which transaction a notice is about, where the provider's words alone do not say. */
import type { Database } from '../db/client.ts'
import { findReferenceOf, findTransactionOf } from '../db/queries/charge/attempts.ts'
import { findNamed } from '../db/queries/charge/known-ids.ts'
import { earlierNotices } from '../db/queries/webhook/earlier.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Said } from './claims.ts'
import { translate } from './translate.ts'

/** @returns undefined while the transaction is not known of which the notice names a part. */
export async function meant(db: Database, stored: WebhookEventRow, said: Said): Promise<Said | undefined> {
  if (said.isPart) return ofWhole(db, stored, said)
  const { transactionId, furtherId } = said
  if (furtherId === undefined || !(await isFurther(db, stored, said))) return said
  // No charge has the further payment's id, and the notice may not repeat our reference.
  const reference = said.reference ?? (await findReferenceOf(db, stored.providerAccountId, transactionId))
  return { ...said, transactionId: furtherId, ...defined({ reference }) }
}

async function ofWhole(db: Database, stored: WebhookEventRow, said: Said): Promise<Said | undefined> {
  const { reference } = said
  const whole = reference === undefined ? null : await findTransactionOf(db, stored.providerAccountId, reference)
  return whole === null ? undefined : { ...said, transactionId: whole }
}

/**
 * Whether it is known as a payment by that name, or a proved notice that came before it tells of another payment of the same transaction,
 * which has no name of its own.
 */
async function isFurther(db: Database, stored: WebhookEventRow, { transactionId, furtherId }: Said): Promise<boolean> {
  if (furtherId === undefined) return false
  const isProved = stored.verified !== 'token'
  const earlier = isProved ? await earlierNotices(db, stored, transactionId) : []
  const told = earlier.flatMap((notice) => paymentIn(notice, transactionId))
  const named = await findNamed(db, stored.providerAccountId, [furtherId, ...told])
  if (named.includes(furtherId)) return true
  const first = told.find((name) => !named.includes(name))
  return first !== undefined && first !== furtherId
}

/** What the notice calls its payment, if it is one of the transaction. */
function paymentIn(notice: WebhookEventRow, transactionId: string): string[] {
  const said = translate(notice)
  if (said instanceof ProviderError || said.type !== 'TRANSACTION' || said.transactionId !== transactionId) return []
  return said.furtherId === undefined ? [] : [said.furtherId]
}
