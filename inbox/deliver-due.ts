/** Claims due webhooks before they are delivered, so that workers share them and no two deliver the same one. */
import type { StoredNotice } from '../db/queries/webhook/announced.ts'
import { claimWebhookEvents, dueWebhookEvents } from '../db/queries/webhook/due.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { inCarriedTrace } from '../telemetry/carried.ts'
import { deliverStored, type InboxDependencies } from './deliver.ts'
import { translate } from './translate.ts'

/** How many webhooks one statement claims, and how many are delivered at once. */
export const CLAIMED_TOGETHER = 16
/** How many due webhooks one query lists. */
const DUE_TOGETHER = 192
/** The most queries in one round of the sweep, which has other work to do. The next round continues. */
const MOST_ROUNDS = 10

/** Never throws: a webhook that is not delivered becomes due again later. */
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

/** Groups webhooks by transaction, in order of arrival, so that "dispute won" does not overtake "dispute opened". */
export function inOrder(claimed: readonly WebhookEventRow[]): WebhookEventRow[][] {
  const asTheyCame = claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return [...Map.groupBy(asTheyCame, subjectOf).values()]
}

/** A webhook that names no transaction forms its own group. */
function subjectOf(stored: WebhookEventRow): string {
  const event = translate(stored)
  if (event instanceof ProviderError || event.type === 'IGNORED') return stored.id
  return `${stored.providerAccountId}/${event.type === 'WITHDRAW' ? event.withdrawId : event.transactionId}`
}

/** Delivers due webhooks in turns, up to a bound: those whose announcement was missed, and those that wait for a retry. */
export async function deliverDue(dependencies: InboxDependencies): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { due, isMore } = await dueWebhookEvents(dependencies.database.writer, DUE_TOGETHER)
    for (let first = 0; first < due.length; first += CLAIMED_TOGETHER) {
      await deliverClaimed(dependencies, due.slice(first, first + CLAIMED_TOGETHER))
    }
    if (!isMore) return
  }
}
