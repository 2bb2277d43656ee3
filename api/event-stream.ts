/** Server-sent events as a Fastify answer. */
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from './caller-address.ts'
import { tooMany } from './plugins/external/rate-limit.ts'

/** A stream ends now and then, and the browser opens another. */
const LIFE_MS = 15 * 60_000
const RECONNECT_MS = 2_000
/** A reader this far behind has gone away or cannot keep up. */
const MAX_BUFFERED_BYTES = 1_000_000

export interface EventStream {
  /** What `eventOf` made: streams that are told the same share one buffer. */
  send(event: Buffer): void
  /** Runs once, when the stream has ended for whatever reason. */
  onEnd(callback: () => void): void
}

/** An event as streams send it. */
export const eventOf = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/**
 * Opens a stream to the caller; the route returns `reply`. All streams end when the app closes.
 * @throws ApiProblem 429 when the caller, or their platform, has too many open already.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { server: app } = request
  const caller = request.actor?.id ?? callerAddress(request.ip)
  const release = app.streams.admit(caller, request.actor?.homeId)
  if (!release) throw tooMany(RECONNECT_MS)

  const stream = new PassThrough()
  const heartbeat = setInterval(() => void check(), app.limits.streamCheckMs).unref()
  const hasLostAccess = async () => request.actor !== null && !(await app.stillAllowed([request])).has(request)
  /** A user who has lost access does not keep watching. While the database cannot be asked there is no news either. */
  const check = async () => {
    if (await hasLostAccess().catch(() => false)) stream.end()
    else if (!stream.writableEnded && !stream.destroyed) stream.write(':\n\n')
  }
  const life = setTimeout(() => stream.end(), LIFE_MS).unref()
  const stop = app.streams.onShutdown(() => stream.end())
  const stopWatching = request.actor && app.streams.onLostAccess(request, () => stream.end())
  stream.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(life)
    stop()
    stopWatching?.()
    release()
  })
  // A broken connection is an end like any other.
  stream.on('error', () => undefined)
  request.raw.socket.once('close', () => stream.destroy())

  stream.write(`retry: ${RECONNECT_MS}\n\n`)
  reply
    // Kept alive after its stream, the connection would hold up a closing server for more than a minute.
    .header('connection', 'close')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream)
  return {
    send: (event) => {
      if (stream.writableEnded || stream.destroyed) return
      if (stream.writableLength > MAX_BUFFERED_BYTES) return void stream.destroy()
      stream.write(event)
    },
    onEnd: (callback) => void stream.once('close', callback),
  }
}
