/**
 * Delivers stored webhooks to their movements as soon as an API process announces them. Announcements missed while the connection is
 * lost are caught up when it is back, and by the sweep.
 */
import { readAnnouncement, type StoredNotice, WEBHOOK_STORED } from '../db/queries/webhook/announced.ts'
import { dueWebhookEvents } from '../db/queries/webhook/due.ts'
import type { InboxDependencies } from '../inbox/deliver.ts'
import { CLAIMED_TOGETHER, deliverClaimed } from '../inbox/deliver-due.ts'
import { deliveryQueue } from '../inbox/delivery-queue.ts'

/** Few batches at once, because the movements' next steps need the database too. */
const BATCHES_AT_ONCE = 2
/** Every worker hears every announcement. Beyond a few seconds' worth, the sweep is as quick. */
const MOST_WAITING = 5_000
const FOUND_AT_FIRST = 200

/** @returns a function that stops following, after the running deliveries have finished. */
export function followInbox(dependencies: InboxDependencies): () => Promise<void> {
  const { database, logger } = dependencies
  const queue = deliveryQueue<StoredNotice>({
    places: BATCHES_AT_ONCE,
    batch: CLAIMED_TOGETHER,
    longest: MOST_WAITING,
    platformOf: ({ platformId }) => platformId,
    deliver: (notices) => deliverClaimed(dependencies, notices),
  })
  const leave = (error: unknown) => logger.warn({ err: error }, 'webhooks are left to the sweep')
  const catchUp = () =>
    void dueWebhookEvents(database.writer, FOUND_AT_FIRST)
      .then(({ due }) => queue.add(due))
      .catch(leave)
  let unlisten: (() => Promise<unknown>) | undefined

  /** The driver listens again by itself after a lost connection, and calls `catchUp` each time. */
  async function listen(): Promise<void> {
    const hear = (payload: string) => queue.add([readAnnouncement(payload)])
    try {
      unlisten = (await database.sql.listen(WEBHOOK_STORED, hear, catchUp)).unlisten
    } catch (error) {
      leave(error)
    }
  }
  void listen()

  return async () => {
    await queue.close()
    await unlisten?.().catch(() => undefined)
  }
}
