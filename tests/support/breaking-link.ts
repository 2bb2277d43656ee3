/** A TCP link to PostgreSQL that ends its connections in the middle of an answer, in the way a test chooses. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BreakingLink {
  port: number
  /** Calls `end` once, as soon as a client has been sent `bytes` more. */
  after(bytes: number, end: (client: Socket, upstream: Socket) => void): void
  close(): Promise<void>
}

export async function breakingLink(target: { host: string; port: number }): Promise<BreakingLink> {
  const sockets = new Set<Socket>()
  let armed: { left: number; end: (client: Socket, upstream: Socket) => void } | undefined
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
    upstream.on('data', (bytes) => {
      if (!armed) return
      armed.left -= bytes.length
      if (armed.left > 0) return
      const { end } = armed
      armed = undefined
      end(client, upstream)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    after: (bytes, end) => {
      armed = { left: bytes, end }
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
