/** Another amount than was charged, that notices state of a transaction that was unknown when they came. */
import type { Database } from '../db/client.ts'
import { deliveredWebhooksOf } from '../db/queries/webhook/inbox.ts'
import { eventKeyOf, loadProvenEvent, type ProvenEvent } from './proven.ts'

interface Noticed {
  eventId: string
  event: ProvenEvent & { amount: number }
}

/** @returns the newest such notice; undefined if a proved notice has stated the charged amount after it. */
export async function findNoticedAmount(
  db: Database,
  charge: { id: string; amount: number },
  of: { accountId: string; transactionId: string },
): Promise<Noticed | undefined> {
  const stated: Noticed[] = []
  for (const delivered of await deliveredWebhooksOf(db, charge.id)) {
    const eventId = eventKeyOf(delivered)
    const event = await loadProvenEvent(db, eventId)
    if (event?.accountId !== of.accountId || event.transactionId !== of.transactionId) continue
    const { amount } = event
    if (amount !== undefined) stated.push({ eventId, event: { ...event, amount } })
  }
  const last = stated.findLastIndex(({ event }) => event.amount !== charge.amount)
  return stated.slice(last + 1).some(({ event }) => event.isProved) ? undefined : stated[last]
}
