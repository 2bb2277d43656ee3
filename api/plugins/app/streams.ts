/** Counts the open event streams, and ends them before the server closes: it would wait for them for ever. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type ExpectedCharges, expectedCharges } from '../../charge/expected.ts'
import { type ChargeFeed, createChargeFeed } from '../../charge/feed.ts'
import { createPaced } from '../../paced.ts'

const ACCESS_CHANGED = 'access_changed'

export interface Streams {
  /**
   * @param platformId of a caller who has signed in.
   * @returns how to give the place back; undefined when the caller, or the platform, has too many.
   */
  admit(caller: string, platformId: string | undefined): (() => void) | undefined
  /** @returns how to take the callback back. */
  onShutdown(callback: () => void): () => void
  /** Calls `end` when the user or the key that asked has lost access. @returns how to take the callback back. */
  onLostAccess(request: FastifyRequest, end: () => void): () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams
    chargeFeed: ChargeFeed
    expectedCharges: ExpectedCharges
  }
}

export default fp(
  async (app) => {
    const open = new Map<string, number>()
    const callbacks = new Set<() => void>()
    const watching = new Map<FastifyRequest, () => void>()
    const leave = (whose: string) => {
      const left = (open.get(whose) ?? 1) - 1
      if (left === 0) open.delete(whose)
      else open.set(whose, left)
    }
    app.decorate('streams', {
      admit: (caller, platformId) => {
        const { streams, platformStreams } = app.limits
        const most = new Map([[caller, streams]])
        if (platformId !== undefined) most.set(platformId, platformStreams)
        if ([...most].some(([whose, limit]) => (open.get(whose) ?? 0) >= limit)) return undefined
        for (const whose of most.keys()) open.set(whose, (open.get(whose) ?? 0) + 1)
        app.metrics.streams.inc()
        return () => {
          app.metrics.streams.dec()
          for (const whose of most.keys()) leave(whose)
        }
      },
      onShutdown: (callback) => {
        callbacks.add(callback)
        return () => callbacks.delete(callback)
      },
      onLostAccess: (request, end) => {
        watching.set(request, end)
        return () => watching.delete(request)
      },
    })
    const endLost = async (platformId: string) => {
      const requests = [...watching.keys()].filter(({ actor }) => actor?.homeId === platformId)
      const allowed = await app.stillAllowed(requests)
      for (const request of requests) if (!allowed.has(request)) watching.get(request)?.()
    }
    const recheck = createPaced(
      (platformId) =>
        endLost(platformId).catch((error: unknown) => {
          app.log.warn({ err: error }, 'who has lost access could not be read; each stream looks for itself')
        }),
      app.limits.streamRecheckMs,
    )
    const recheckAll = () => {
      for (const platformId of new Set([...watching.keys()].map(({ actor }) => actor?.homeId)))
        if (platformId !== undefined) recheck(platformId)
    }
    /** Without it, as while the database is away, each stream's own check finds out. */
    const listen = () =>
      app.database.sql.listen(ACCESS_CHANGED, recheck, recheckAll).catch((error: unknown) => {
        app.log.warn({ err: error }, 'not following who loses access until the database is back')
        return undefined
      })
    let listening: ReturnType<typeof listen> | undefined
    app.decorate('chargeFeed', createChargeFeed(app.database, app.log))
    app.decorate('expectedCharges', expectedCharges(app.database, app.chargeFeed, app.log))
    app.addHook('onReady', async () => {
      app.chargeFeed.start()
      listening = listen()
    })
    app.addHook('preClose', async () => {
      for (const callback of callbacks) callback()
      void listening?.then((channel) => channel?.unlisten()).catch(() => undefined)
    })
    // Charges that are being made hear of their codes to the end.
    app.addHook('onClose', () => app.chargeFeed.stop())
  },
  { name: 'streams', dependencies: ['metrics'] },
)
