/**
 * Follows every change of a charge over one LISTEN connection, reads each changed charge once, and hands it to whoever
 * watches its platform. Changes that come while a read is under way are read together in the next one.
 */
import type { DatabasePool } from '../../db/client.ts'
import { type ChargeRow, findCharges } from '../../db/queries/charge/read.ts'

const CHANNEL = 'charge_changed'

export interface Watcher {
  platformId: string
  /** One charge; every charge of the platform when left out. */
  chargeId?: string
  onChange(charge: ChargeRow): void
  /** Changes may have been missed: look again. */
  onGap(): void
}

export interface ChargeFeed {
  /** @returns how to stop watching. */
  watch(watcher: Watcher): () => void
  start(): void
  stop(): Promise<void>
}

export function createChargeFeed(
  database: DatabasePool,
  logger: { warn(details: object, message: string): void },
): ChargeFeed {
  const watchers = new Set<Watcher>()
  const changed = new Map<string, Set<string>>()
  let reading = false
  let stopped = false
  let unlisten: (() => Promise<unknown>) | undefined

  const isWatched = (platformId: string, chargeId: string) =>
    [...watchers].some((watcher) => watches(watcher, platformId, chargeId))

  const onNotification = (payload: string) => {
    const { id, platformId } = JSON.parse(payload) as { id: string; platformId: string }
    if (!isWatched(platformId, id)) return
    changed.set(platformId, (changed.get(platformId) ?? new Set()).add(id))
    if (!reading) void read()
  }

  async function read(): Promise<void> {
    reading = true
    while (changed.size > 0 && !stopped) {
      const batch = [...changed]
      changed.clear()
      for (const [platformId, ids] of batch) await readPlatform(platformId, ids)
    }
    reading = false
  }

  async function readPlatform(platformId: string, ids: ReadonlySet<string>): Promise<void> {
    try {
      const rows = await findCharges(database.writer, platformId, [...ids])
      for (const row of rows) {
        for (const watcher of watchers) if (watches(watcher, platformId, row.id)) watcher.onChange(row)
      }
    } catch (error) {
      logger.warn({ err: error }, 'a change could not be read; watchers look again once the database is back')
    }
  }

  /** The driver listens again by itself whenever the connection is lost, or was not to be had, and calls back each time. */
  async function listen(): Promise<void> {
    try {
      const listening = await database.sql.listen(CHANNEL, onNotification, () => {
        for (const watcher of watchers) watcher.onGap()
      })
      unlisten = listening.unlisten
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'not following changes until the database is back')
    }
  }

  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    start: () => void listen(),
    stop: async () => {
      stopped = true
      await unlisten?.().catch(() => undefined)
    },
  }
}

const watches = (watcher: Watcher, platformId: string, chargeId: string) =>
  watcher.platformId === platformId && (watcher.chargeId === undefined || watcher.chargeId === chargeId)
