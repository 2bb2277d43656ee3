/** A fake provider whose answers arrive late: what it says is composed when it is asked, and held on the way back. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface HeldProvider {
  /** The account's base URL. */
  baseUrl: string
  /** Answers to these requests are held from now on, until they are let go. */
  hold(isMeant: (request: { method: string; url: string }) => boolean): Held
  close(): Promise<void>
}

export interface Held {
  /** How many answers are held. */
  count(): number
  letGo(): void
}

/** @param baseUrl the fake's own. */
export async function startHeldProvider(baseUrl: string): Promise<HeldProvider> {
  const { origin, pathname } = new URL(baseUrl)
  let holding: { isMeant: Parameters<HeldProvider['hold']>[0]; waiting: (() => void)[] } | undefined
  const server = createServer(async (request, reply) => {
    try {
      const answer = await forward(origin, request)
      const body = Buffer.from(await answer.arrayBuffer())
      const { method = '', url = '' } = request
      const held = holding?.isMeant({ method, url }) ? holding : undefined
      if (held) await new Promise<void>((letGo) => held.waiting.push(letGo))
      reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      reply.end(body)
    } catch {
      // The fake has cut the connection.
      reply.destroy()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const letGo = () => {
    const { waiting = [] } = holding ?? {}
    holding = undefined
    for (const resolve of waiting) resolve()
  }
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    hold: (isMeant) => {
      const waiting: (() => void)[] = []
      holding = { isMeant, waiting }
      return { count: () => waiting.length, letGo }
    },
    close: async () => {
      letGo()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function forward(origin: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = request
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers
  const body = await buffer(request)
  return fetch(new URL(url, origin), {
    method,
    headers: rest as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
}
