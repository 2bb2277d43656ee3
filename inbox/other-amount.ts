/** A notice with another amount than was charged, from a provider that cannot be read. */
import type { Database } from '../db/client.ts'
import { noteMismatch } from '../db/queries/charge/noticed.ts'
import { findPaidAmount, notePaidAmount } from '../db/queries/charge/paid-amounts.ts'
import { findPaymentState, lockCharge } from '../db/queries/charge/payments.ts'
import { applyTransition } from '../db/queries/charge/transitions.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import type { WebhookCharge } from '../db/queries/webhook/inbox.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import type { Said } from './claims.ts'
import { eventKeyOf } from './proven.ts'

/** Asks an operator about the amount. A proved amount is stored with its payment, unless the charge is already paid. */
export async function askAboutAmount(
  db: Database,
  stored: WebhookEventRow,
  { chargeId, number: attempt }: WebhookCharge,
  { transactionId, amount, status, rawStatus }: Said,
): Promise<void> {
  const of = { accountId: stored.providerAccountId, provider: stored.provider, transactionId, attempt }
  const eventKey = eventKeyOf(stored)
  await db.transaction(async (tx) => {
    const key = `stated/${eventKey}`
    // An operator may be taking the payment at this moment.
    await lockCharge(tx, chargeId)
    await applyTransition(tx, { chargeId, to: 'PENDING', cause: 'webhook', key, of })
    const isTaken = isPaid((await findPaymentState(tx, of)) ?? 'PENDING')
    if (isTaken && (await findPaidAmount(tx, chargeId, of)) === amount) return
    const isKept = amount !== undefined && stored.verified !== 'token' && !isTaken
    if (isKept) await notePaidAmount(tx, chargeId, of, amount)
    await noteMismatch(tx, chargeId, {
      eventKey,
      transactionId,
      ...defined({ status: status ?? undefined, amount, rawStatus }),
    })
  })
}
