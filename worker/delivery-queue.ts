/**
 * Follows the queue of deliveries and mails over one LISTEN connection, so that they are sent at once. What is missed while the
 * connection is lost is found when it is back, and by the sweep.
 */
import { startDueDeliveries, startDueMails } from '../activities/start-deliveries.ts'

const CHANNEL = 'delivery_queued'

/** @returns a function that stops following, after the running starts have finished. */
export function followDeliveryQueue(dependencies: Parameters<typeof startDueMails>[0]): () => Promise<void> {
  const { database, logger } = dependencies
  let isStopped = false
  let isAsked = false
  let round: Promise<void> | undefined
  let unlisten: (() => Promise<unknown>) | undefined

  /** Deliveries queued during a round, and those beyond its bound, are left to the next round. */
  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      for (const start of [startDueDeliveries, startDueMails]) {
        const isMore = await start(dependencies).catch((error: unknown) => {
          logger.warn({ err: error }, 'deliveries are left to the sweep')
          return false
        })
        isAsked ||= isMore
      }
    }
    round = undefined
  }

  const ask = () => {
    isAsked = true
    round ??= run()
  }

  /** The driver listens again by itself after a lost connection, and calls `ask` each time. */
  async function listen(): Promise<void> {
    try {
      unlisten = (await database.sql.listen(CHANNEL, ask, ask)).unlisten
    } catch (error) {
      if (!isStopped) logger.warn({ err: error }, 'deliveries wait for the sweep until the database is back')
    }
  }
  void listen()

  return async () => {
    isStopped = true
    await round
    await unlisten?.().catch(() => undefined)
  }
}
