/**
 * Takes stored webhooks to their movements as soon as an API process says that there are some. What is missed while the connection is
 * lost is found when it is back, and by the sweep.
 */
import { readAnnouncement, type StoredNotice, WEBHOOK_STORED } from '../db/queries/webhook/announced.ts'
import { dueWebhookEvents } from '../db/queries/webhook/inbox.ts'
import type { InboxDependencies } from '../inbox/deliver.ts'
import { deliveryLine } from '../inbox/line.ts'
import { CLAIMED_TOGETHER, deliverClaimed } from '../inbox/queue.ts'

/** So many batches: what movements do next needs the database, too. */
const BATCHES_AT_ONCE = 2
/** Every worker hears of all. Beyond some seconds' worth they are no longer quicker than the sweep. */
const MOST_WAITING = 5_000
const FOUND_AT_FIRST = 200

/** @returns how to stop; what is being delivered is delivered first. */
export function followInbox(dependencies: InboxDependencies): () => Promise<void> {
  const { database, logger } = dependencies
  const line = deliveryLine<StoredNotice>({
    places: BATCHES_AT_ONCE,
    batch: CLAIMED_TOGETHER,
    longest: MOST_WAITING,
    platformOf: ({ platformId }) => platformId,
    deliver: (notices) => deliverClaimed(dependencies, notices),
  })
  const leave = (error: unknown) => logger.warn({ err: error }, 'webhooks are left to the sweep')
  const catchUp = () =>
    void dueWebhookEvents(database.writer, FOUND_AT_FIRST)
      .then((due) => line.add(due))
      .catch(leave)
  let unlisten: (() => Promise<unknown>) | undefined

  /** The driver listens again by itself whenever the connection is lost, and catches up each time. */
  async function listen(): Promise<void> {
    const hear = (payload: string) => line.add([readAnnouncement(payload)])
    try {
      unlisten = (await database.sql.listen(WEBHOOK_STORED, hear, catchUp)).unlisten
    } catch (error) {
      leave(error)
    }
  }
  void listen()

  return async () => {
    await line.close()
    await unlisten?.().catch(() => undefined)
  }
}
