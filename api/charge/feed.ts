/**
 * Follows every change of a charge over one LISTEN connection, reads each changed charge once, and hands it to the streams that
 * watch its platform; other requests have their turn after each row. Changes that come while a read is under way are read
 * together in the next one.
 */
import { setImmediate } from 'node:timers/promises'
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
  /**
   * Hears of every change of one charge, without its being read, and when changes may have been missed.
   * @param onChange `isUnderWay`: there is nothing to be read in it yet.
   * @returns how to stop hearing.
   */
  hear(chargeId: string, onChange: (isUnderWay: boolean) => void): () => void
  start(): void
  stop(): Promise<void>
}

export function createChargeFeed(
  database: DatabasePool,
  logger: { warn(details: object, message: string): void },
): ChargeFeed {
  const byPlatform = new Map<string, Set<Watcher>>()
  const hearers = new Map<string, (isUnderWay: boolean) => void>()
  const changed = new Map<string, Set<string>>()
  let reading = false
  let stopped = false
  let unlisten: (() => Promise<unknown>) | undefined

  const watchersOf = (platformId: string, chargeId: string) =>
    [...(byPlatform.get(platformId) ?? [])].filter(
      (watcher) => watcher.chargeId === undefined || watcher.chargeId === chargeId,
    )

  const onNotification = (payload: string) => {
    const { id, platformId, underWay = false } = JSON.parse(payload) as Announcement
    hearers.get(id)?.(underWay)
    if (watchersOf(platformId, id).length === 0) return
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
    // A stream that is opened during the read looks for itself, and may have seen a newer row.
    const watching = new Set(byPlatform.get(platformId))
    try {
      const rows = await findCharges(database.writer, platformId, [...ids])
      for (const row of rows) {
        for (const watcher of watchersOf(platformId, row.id)) if (watching.has(watcher)) watcher.onChange(row)
        await setImmediate()
      }
    } catch (error) {
      logger.warn({ err: error }, 'a change could not be read; watchers look again once the database is back')
    }
  }

  /** The driver listens again by itself whenever the connection is lost, or was not to be had, and calls back each time. */
  async function listen(): Promise<void> {
    try {
      const listening = await database.sql.listen(CHANNEL, onNotification, () => {
        for (const watchers of byPlatform.values()) for (const watcher of watchers) watcher.onGap()
        for (const onChange of hearers.values()) onChange(false)
      })
      unlisten = listening.unlisten
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'not following changes until the database is back')
    }
  }

  return {
    watch: (watcher) => {
      const { platformId } = watcher
      const watchers = byPlatform.get(platformId) ?? new Set()
      byPlatform.set(platformId, watchers.add(watcher))
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0 && byPlatform.get(platformId) === watchers) byPlatform.delete(platformId)
      }
    },
    hear: (chargeId, onChange) => {
      hearers.set(chargeId, onChange)
      return () => {
        if (hearers.get(chargeId) === onChange) hearers.delete(chargeId)
      }
    },
    start: () => void listen(),
    stop: async () => {
      stopped = true
      await unlisten?.().catch(() => undefined)
    },
  }
}

interface Announcement {
  id: string
  platformId: string
  /** Missing where a version before wrote it. */
  underWay?: boolean
}
