/**
 * Follows what is queued for sellers and buyers over one LISTEN connection, so that it leaves at once; whatever is missed while
 * the connection is lost is found when it is back, and by the sweep.
 */
import { startDueDeliveries, startDueMails } from '../activities/start-deliveries.ts'

const CHANNEL = 'delivery_queued'

/** @returns how to stop; what is being started is started first. */
export function followDeliveryQueue(dependencies: Parameters<typeof startDueMails>[0]): () => Promise<void> {
  const { database, logger } = dependencies
  let isStopped = false
  let isAsked = false
  let round: Promise<void> | undefined
  let unlisten: (() => Promise<unknown>) | undefined

  /** What is queued while a round is under way is for the next one. */
  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      for (const start of [startDueDeliveries, startDueMails]) {
        await start(dependencies).catch((error: unknown) => logger.warn({ err: error }, 'what is queued is sent later'))
      }
    }
    round = undefined
  }

  const ask = () => {
    isAsked = true
    round ??= run()
  }

  /** As for pages, the driver listens again by itself whenever the connection is lost, and asks each time. */
  async function listen(): Promise<void> {
    try {
      unlisten = (await database.sql.listen(CHANNEL, ask, ask)).unlisten
    } catch (error) {
      if (!isStopped) logger.warn({ err: error }, 'what is queued is sent by the sweep until the database is back')
    }
  }
  void listen()

  return async () => {
    isStopped = true
    await round
    await unlisten?.().catch(() => undefined)
  }
}
