/** Which transaction a notice is about, where the provider's words alone do not say. */
import type { Database } from '../db/client.ts'
import { findReferenceOf, findTransactionOf } from '../db/queries/charge/attempts.ts'
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

/** Whether a proved notice that came before it tells of another payment of the same transaction. */
async function isFurther(db: Database, stored: WebhookEventRow, { transactionId, furtherId }: Said): Promise<boolean> {
  if (furtherId === undefined || stored.verified === 'token') return false
  const [first] = (await earlierNotices(db, stored, transactionId)).flatMap((earlier) =>
    paymentIn(earlier, transactionId),
  )
  return first !== undefined && first !== furtherId
}

/** What the notice calls its payment, if it is one of the transaction. */
function paymentIn(notice: WebhookEventRow, transactionId: string): string[] {
  const said = translate(notice)
  if (said instanceof ProviderError || said.type !== 'TRANSACTION' || said.transactionId !== transactionId) return []
  return said.furtherId === undefined ? [] : [said.furtherId]
}
