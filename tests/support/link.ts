/** A TCP link to a server, with the faults of a network: cut and mended, or ended in the middle of an answer. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Link {
  port: number
  /** Refuses new connections and drops those there are. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Calls `end` once, as soon as a client has been sent `bytes` more. */
  after(bytes: number, end: (client: Socket, upstream: Socket) => void): void
  close(): Promise<void>
}

/** @param reader begun for each client: it is given what the client sends. */
export async function openLink(
  target: { host: string; port: number },
  reader?: () => (bytes: Buffer) => void,
): Promise<Link> {
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
    if (reader) client.on('data', reader())
    client.pipe(upstream).pipe(client)
    upstream.on('data', (bytes) => {
      if (!armed) return
      armed.left -= bytes.length
      if (armed.left > 0) return
      const { end } = armed
      armed = undefined
      end(client, upstream)
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const after: Link['after'] = (bytes, end) => {
    armed = { left: bytes, end }
  }
  return { port, cut, mend: () => listen(port), after, close: cut }
}
