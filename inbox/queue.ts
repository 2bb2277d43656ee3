/** Stored webhooks that are due are claimed before they are delivered, so that workers share them and take none at the same time. */
import type { StoredNotice } from '../db/queries/webhook/announced.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { claimWebhookEvents, dueWebhookEvents } from '../db/queries/webhook/inbox.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { inCarriedTrace } from '../telemetry/carried.ts'
import { deliverStored, type InboxDependencies } from './deliver.ts'
import { translate } from './proven.ts'

/** So many are claimed by one statement, and delivered at once. */
export const CLAIMED_TOGETHER = 16
/** So many are looked for at once. */
const DUE_TOGETHER = 192
/** A round of the sweep has other things to do, and the next one follows. */
const MOST_ROUNDS = 10

/** Never throws: what is not delivered is due again later. */
export async function deliverClaimed(dependencies: InboxDependencies, notices: readonly StoredNotice[]): Promise<void> {
  const { database, logger } = dependencies
  const traces = new Map(notices.map(({ eventId, trace }) => [eventId, trace]))
  const leave = (webhookEventId: string | undefined) => (error: unknown) =>
    logger.warn({ err: error, webhookEventId }, 'webhook stays pending')
  const claimed = await claimWebhookEvents(database.writer, [...traces.keys()]).catch((error: unknown) => {
    leave(notices[0]?.eventId)(error)
    return []
  })
  await Promise.all(
    inOrder(claimed).map(async (ofOne) => {
      for (const stored of ofOne) {
        await inCarriedTrace(traces.get(stored.id), () => deliverStored(dependencies, stored)).catch(leave(stored.id))
      }
    }),
  )
}

/** What is said of one transaction, in the order in which it came: that a dispute was won does not overtake that it was opened. */
export function inOrder(claimed: readonly WebhookEventRow[]): WebhookEventRow[][] {
  const asTheyCame = claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return [...Map.groupBy(asTheyCame, subjectOf).values()]
}

/** What names nothing stands alone. */
function subjectOf(stored: WebhookEventRow): string {
  const event = translate(stored)
  if (event instanceof ProviderError || event.type === 'IGNORED') return stored.id
  return `${stored.providerAccountId}/${event.type === 'WITHDRAW' ? event.withdrawId : event.transactionId}`
}

/** All that is due, platforms in turn: what nobody was told of, and what waits for another try. */
export async function deliverDue(dependencies: InboxDependencies): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const due = await dueWebhookEvents(dependencies.database.writer, DUE_TOGETHER)
    for (let first = 0; first < due.length; first += CLAIMED_TOGETHER) {
      await deliverClaimed(dependencies, due.slice(first, first + CLAIMED_TOGETHER))
    }
    if (due.length < DUE_TOGETHER) return
  }
}
