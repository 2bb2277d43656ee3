/** Tells the workers what has been stored: one statement at a time, with all that came while the last one was under way. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/client.ts'
import { announceNotices, type StoredNotice } from '../../db/queries/webhook/announced.ts'

export interface NoticeAnnouncer {
  add(more: readonly StoredNotice[]): void
  /** Announces what is left. */
  close(): Promise<void>
}

export function noticeAnnouncer(db: Database, logger: Pick<FastifyBaseLogger, 'warn'>): NoticeAnnouncer {
  let waiting: StoredNotice[] = []
  let round: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const announced = waiting
      waiting = []
      await announceNotices(db, announced).catch((error: unknown) => {
        logger.warn({ err: error, notices: announced.length }, 'webhooks are left to the sweep')
      })
    }
    round = undefined
  }

  return {
    add: (more) => {
      waiting.push(...more)
      round ??= run()
    },
    close: async () => {
      await round
    },
  }
}
