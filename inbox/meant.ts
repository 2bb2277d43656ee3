/** Which transaction a notice is about, where the provider's words alone do not say. */
import type { Database } from '../db/client.ts'
import { findReferenceOf, findTransactionOf } from '../db/queries/charge/attempts.ts'
import { hasFurther, paymentsBeside } from '../db/queries/charge/known-ids.ts'
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

/** What a notice means by its transaction. */
export interface Meaning {
  /** What it says, of the payment that it is about. */
  about: Said
  /**
   * What its payment is called if it is not the first, where only the provider can say whether it is: the first one is paid already, and no
   * notice that is still known told of it.
   */
  unsureOf?: string
  /** It tells of a return by the return's own id alone, and the transaction has further payments. */
  ofAny?: true
}

/**
 * Decides once, by one set of names: a further payment is written only while these are still all.
 * @param found by a reading, where our rows do not tell: the further payment that it is.
 * @returns undefined while the transaction is not known of which the notice names a part.
 */
export async function meant(
  db: Database,
  stored: WebhookEventRow,
  said: Said,
  found?: Further,
): Promise<Meaning | undefined> {
  if (said.isPart) return ofWhole(db, stored, said)
  const { transactionId, furtherId, isReturn } = said
  const { providerAccountId: accountId } = stored
  if (furtherId === undefined) {
    const isOfAny = isReturn === true && (await hasFurther(db, accountId, transactionId))
    return { about: said, ...defined({ ofAny: isOfAny || undefined }) }
  }
  const known = found ? [] : await paymentsBeside(db, accountId, transactionId)
  const beside = found?.beside ?? known.map(({ name }) => name)
  const which = found ? 'further' : await whichOf(db, stored, said, { furtherId, beside })
  if (which === 'further') {
    // No charge has the further payment's id, and the notice may not repeat our reference.
    const reference = said.reference ?? (await findReferenceOf(db, accountId, transactionId))
    return { about: { ...said, transactionId: furtherId, beside, ...defined({ reference }) } }
  }
  const isUnsure = which === 'unknown' && known.some(({ name, state }) => name === transactionId && isPaid(state))
  return { about: said, ...defined({ unsureOf: isUnsure ? furtherId : undefined }) }
}

async function ofWhole(db: Database, stored: WebhookEventRow, said: Said): Promise<Meaning | undefined> {
  const { reference } = said
  const whole = reference === undefined ? null : await findTransactionOf(db, stored.providerAccountId, reference)
  return whole === null ? undefined : { about: { ...said, transactionId: whole } }
}

/**
 * A payment that is known by its name stays what it is. Otherwise the first one is whose notice came first, of those that are proved and
 * have no name of their own.
 */
async function whichOf(
  db: Database,
  stored: WebhookEventRow,
  { transactionId }: Said,
  { furtherId, beside }: { furtherId: string; beside: readonly string[] },
): Promise<'first' | 'further' | 'unknown'> {
  if (beside.includes(furtherId)) return 'further'
  const isProved = stored.verified !== 'token'
  const earlier = isProved ? await earlierNotices(db, stored, transactionId) : []
  const told = earlier.flatMap((notice) => paymentIn(notice, transactionId))
  const first = told.find((name) => !beside.includes(name))
  if (first === undefined) return 'unknown'
  return first === furtherId ? 'first' : 'further'
}

/** What the notice calls its payment, if it is one of the transaction. */
function paymentIn(notice: WebhookEventRow, transactionId: string): string[] {
  const said = translate(notice)
  if (said instanceof ProviderError || said.type !== 'TRANSACTION' || said.transactionId !== transactionId) return []
  return said.furtherId === undefined ? [] : [said.furtherId]
}
