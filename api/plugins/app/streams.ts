/** Counts the open event streams, and ends them before the server closes: it would wait for them for ever. */
import fp from 'fastify-plugin'
import { type ChargeFeed, createChargeFeed } from '../../charge/feed.ts'

export interface Streams {
  /** How to give the place back; undefined when the caller has too many. */
  admit(caller: string): (() => void) | undefined
  /** @returns how to take the callback back. */
  onShutdown(callback: () => void): () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams
    chargeFeed: ChargeFeed
  }
}

export default fp(
  async (app) => {
    const open = new Map<string, number>()
    const callbacks = new Set<() => void>()
    app.decorate('streams', {
      admit: (caller) => {
        const count = open.get(caller) ?? 0
        if (count >= app.limits.streams) return undefined
        open.set(caller, count + 1)
        app.metrics.streams.inc()
        return () => {
          app.metrics.streams.dec()
          const left = (open.get(caller) ?? 1) - 1
          if (left === 0) open.delete(caller)
          else open.set(caller, left)
        }
      },
      onShutdown: (callback) => {
        callbacks.add(callback)
        return () => callbacks.delete(callback)
      },
    })
    app.decorate('chargeFeed', createChargeFeed(app.database, app.log))
    app.addHook('onReady', async () => app.chargeFeed.start())
    app.addHook('preClose', async () => {
      for (const callback of callbacks) callback()
      await app.chargeFeed.stop()
    })
  },
  { name: 'streams', dependencies: ['metrics'] },
)
