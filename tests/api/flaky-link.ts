/** A TCP link to a server that can be cut and mended, as a network or a restart does. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FlakyLink {
  port: number
  /** Refuses new connections and drops those there are. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function flakyLink(target: { host: string; port: number }): Promise<FlakyLink> {
  const sockets = new Set<Socket>()
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
    client.pipe(upstream).pipe(client)
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
  return { port, cut, mend: () => listen(port), close: cut }
}
