/** Notices that nothing confirms. An operator is shown them. */
import type { Database, Queryable } from '../db/client.ts'
import { noteUnconfirmed as noteUnconfirmedNotice } from '../db/queries/charge/noticed.ts'
import { findPaymentState, lockCharge } from '../db/queries/charge/payments.ts'
import { applyTransition, readChargeStanding } from '../db/queries/charge/transitions.ts'
import { type ChargeStatus, isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { agrees, isNews } from '../inbox/claims.ts'
import type { ProvenEvent } from '../inbox/proven.ts'
import type { ActivityDependencies } from './context.ts'
import type { EventKey, LearntEvent } from './provider-event.ts'

/** What is asked about a payment as it stands by now; undefined if it is unknown. */
type Question = (standing: ChargeStatus | undefined) => boolean

/** Records an unproved notice of a payment whose transaction is not proved to belong to this charge. */
export async function noteNotOurs(db: Database, key: EventKey, event: ProvenEvent): Promise<undefined> {
  if (!event.trusted && event.claim !== null && isPaid(event.claim)) await noteUnconfirmed(db, key, event)
}

/** Shows it to an operator, once for each notice. */
export async function noteUnconfirmed(
  db: Queryable,
  { chargeId, eventId }: EventKey,
  { claim, rawStatus, transactionId }: ProvenEvent,
): Promise<void> {
  const said = { status: claim ?? ('PENDING' as const), ...defined({ rawStatus }) }
  await noteUnconfirmedNotice(db, chargeId, { eventKey: eventId, transactionId, ...said })
}

/** As `noteUnconfirmed`, unless the payment is by now what the notice says: an operator or a reading may have made it so. */
export async function noteStillUnconfirmed(
  db: Database,
  key: EventKey,
  event: ProvenEvent,
  isUnconfirmed: Question = (standing) => !agrees(event.claim, standing),
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCharge(tx, key.chargeId)
    if (isUnconfirmed(await findPaymentState(tx, event))) await noteUnconfirmed(tx, key, event)
  })
}

/**
 * An event proved only by its secret webhook URL, about more money than the platform accepts that way. An operator may confirm a
 * payment, also of a transaction that was unknown before. A return is accepted once the platform's limit is high enough.
 */
export function proofAsker({ database: { writer: db } }: ActivityDependencies) {
  return async (key: EventKey, event: ProvenEvent): Promise<LearntEvent> => {
    const { claim, transactionId, accountId, provider, attempt } = event
    const isAsked: Question = (standing) => claim !== null && isNews(standing ?? 'PENDING', claim)
    if (!isAsked(await findPaymentState(db, event))) return { outcome: 'nothing' }
    const of = { transactionId, accountId, provider, attempt }
    await applyTransition(db, {
      chargeId: key.chargeId,
      to: 'PENDING',
      cause: 'webhook',
      key: `said/${key.eventId}`,
      of,
    })
    await noteStillUnconfirmed(db, key, event, isAsked)
    const standing = await readChargeStanding(db, key.chargeId)
    return standing ? { outcome: 'recorded', recorded: { moved: false, ...standing } } : { outcome: 'nothing' }
  }
}
