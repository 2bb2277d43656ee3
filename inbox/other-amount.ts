/** A notice with another amount than was charged, from a provider that cannot be read. */
import type { Database } from '../db/client.ts'
import { hasEvent } from '../db/queries/charge/events.ts'
import { mismatchKey, noteMismatch } from '../db/queries/charge/noticed.ts'
import { findPaidAmount, notePaidAmount } from '../db/queries/charge/paid-amounts.ts'
import { findPaymentState, lockCharge } from '../db/queries/charge/payments.ts'
import { applyTransition } from '../db/queries/charge/transitions.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { eventKeyOf, loadNotice, type NoticeOfCharge } from './proven.ts'

/**
 * Asks an operator about the amount, once for each notice. A proved amount is stored with its payment, unless the charge is already paid.
 */
export async function askAboutAmount(
  db: Database,
  { stored, charge: { chargeId, number: attempt }, event }: NoticeOfCharge,
): Promise<void> {
  const { transactionId, amount, status, rawStatus } = event
  const of = { accountId: stored.providerAccountId, provider: stored.provider, transactionId, attempt }
  const eventKey = eventKeyOf(stored)
  await db.transaction(async (tx) => {
    const key = `stated/${eventKey}`
    // An operator may be taking the payment at this moment.
    await lockCharge(tx, chargeId)
    if (await hasEvent(tx, chargeId, mismatchKey(eventKey))) return
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

/** An operator was asked when the notice came. If a database failover has lost the question, it is asked again. */
export async function askAgainAboutAmount(db: Database, eventKey: string): Promise<void> {
  const notice = await loadNotice(db, eventKey)
  if (notice) await askAboutAmount(db, notice)
}
