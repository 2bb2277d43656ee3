/** Notices that nothing confirms. An operator is shown them. */
import type { Database } from '../db/client.ts'
import { noteUnconfirmed as noteUnconfirmedNotice } from '../db/queries/charge/noticed.ts'
import { findPaymentState } from '../db/queries/charge/payments.ts'
import { applyTransition, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { isNews } from '../inbox/claims.ts'
import type { ProvenEvent } from '../inbox/proven.ts'
import type { ActivityDependencies } from './context.ts'
import type { EventKey, LearntEvent } from './provider-event.ts'

/** Records an unproved notice of a payment whose transaction is not proved to belong to this charge. */
export async function noteNotOurs(db: Database, key: EventKey, event: ProvenEvent): Promise<undefined> {
  if (!event.trusted && event.claim !== null && isPaid(event.claim)) await noteUnconfirmed(db, key, event)
}

/** Shows it to an operator, once for each notice. */
export async function noteUnconfirmed(
  db: Database,
  { chargeId, eventId }: EventKey,
  { claim, rawStatus, transactionId }: ProvenEvent,
): Promise<void> {
  const said = { status: claim ?? ('PENDING' as const), ...defined({ rawStatus }) }
  await noteUnconfirmedNotice(db, chargeId, { eventKey: eventId, transactionId, ...said })
}

/**
 * An event proved only by its secret webhook URL, about more money than the platform accepts that way. An operator may confirm a
 * payment, also of a transaction that was unknown before. A return is accepted once the platform's limit is high enough.
 */
export function proofAsker({ database: { writer: db } }: ActivityDependencies) {
  return async (key: EventKey, event: ProvenEvent): Promise<LearntEvent> => {
    const facts = await readChargeFacts(db, key.chargeId)
    const standing = (await findPaymentState(db, event)) ?? 'PENDING'
    if (!facts || event.claim === null || !isNews(standing, event.claim)) return { outcome: 'nothing' }
    const { transactionId, accountId, provider, attempt } = event
    const of = { transactionId, accountId, provider, attempt }
    await applyTransition(db, {
      chargeId: key.chargeId,
      to: 'PENDING',
      cause: 'webhook',
      key: `said/${key.eventId}`,
      of,
    })
    await noteUnconfirmed(db, key, event)
    return { outcome: 'recorded', recorded: { moved: false, status: facts.status, needsAttention: true } }
  }
}
