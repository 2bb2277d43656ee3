/** Which transaction a notice is about, where the provider's words alone do not say. */
import type { Database } from '../db/client.ts'
import { findReferenceOf, findTransactionOf } from '../db/queries/charge/attempts.ts'
import { findNamed, hasFurther, namesBeside } from '../db/queries/charge/known-ids.ts'
import { findPaymentState } from '../db/queries/charge/payments.ts'
import { earlierNotices } from '../db/queries/webhook/earlier.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Said } from './claims.ts'
import { translate } from './translate.ts'

/** What a reading found: the payment's name, and those of the payments that were known then (`AccountTransaction.beside`). */
export interface Further {
  name: string
  beside: readonly string[]
}

/**
 * @param found by a reading, where our rows do not tell: the further payment that it is.
 * @returns undefined while the transaction is not known of which the notice names a part.
 */
export async function meant(
  db: Database,
  stored: WebhookEventRow,
  said: Said,
  found?: Further,
): Promise<Said | undefined> {
  if (said.isPart) return ofWhole(db, stored, said)
  const { transactionId, furtherId } = said
  if (furtherId === undefined) return said
  const beside = found?.beside ?? (await namesBeside(db, stored.providerAccountId, transactionId))
  if (found?.name !== furtherId && (await whichOf(db, stored, said, furtherId)) !== 'further') return said
  // No charge has the further payment's id, and the notice may not repeat our reference.
  const reference = said.reference ?? (await findReferenceOf(db, stored.providerAccountId, transactionId))
  return { ...said, transactionId: furtherId, beside, ...defined({ reference }) }
}

/**
 * What the notice's payment is called if it is not the first, where only the provider can say whether it is: the first one is paid
 * already, and no notice that is still known told of it.
 */
export async function unsureOf(db: Database, stored: WebhookEventRow, said: Said): Promise<string | undefined> {
  const { transactionId, furtherId } = said
  if (furtherId === undefined || (await whichOf(db, stored, said, furtherId)) !== 'unknown') return undefined
  const first = await findPaymentState(db, { accountId: stored.providerAccountId, transactionId })
  return first !== undefined && isPaid(first) ? furtherId : undefined
}

/** Whether it tells of a return by the return's own id alone, and the transaction has further payments. */
export async function isOfAny(db: Database, stored: WebhookEventRow, said: Said): Promise<boolean> {
  const { transactionId, furtherId, isReturn } = said
  if (!isReturn || furtherId !== undefined) return false
  return hasFurther(db, stored.providerAccountId, transactionId)
}

async function ofWhole(db: Database, stored: WebhookEventRow, said: Said): Promise<Said | undefined> {
  const { reference } = said
  const whole = reference === undefined ? null : await findTransactionOf(db, stored.providerAccountId, reference)
  return whole === null ? undefined : { ...said, transactionId: whole }
}

/**
 * A payment that is known by its name stays what it is. Otherwise the first one is whose notice came first, of those that are proved and
 * have no name of their own.
 */
async function whichOf(
  db: Database,
  stored: WebhookEventRow,
  { transactionId }: Said,
  furtherId: string,
): Promise<'first' | 'further' | 'unknown'> {
  const isProved = stored.verified !== 'token'
  const earlier = isProved ? await earlierNotices(db, stored, transactionId) : []
  const told = earlier.flatMap((notice) => paymentIn(notice, transactionId))
  const named = await findNamed(db, stored.providerAccountId, [furtherId, ...told])
  if (named.includes(furtherId)) return 'further'
  const first = told.find((name) => !named.includes(name))
  if (first === undefined) return 'unknown'
  return first === furtherId ? 'first' : 'further'
}

/** What the notice calls its payment, if it is one of the transaction. */
function paymentIn(notice: WebhookEventRow, transactionId: string): string[] {
  const said = translate(notice)
  if (said instanceof ProviderError || said.type !== 'TRANSACTION' || said.transactionId !== transactionId) return []
  return said.furtherId === undefined ? [] : [said.furtherId]
}
