import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

const HOST = '127.0.0.1'
/** Below the range of outgoing connections: such a connection could take the port before it is listened on. */
const OURS = { from: 10_000, to: 32_767 }
const MOST_TRIES = 1_000

/** A port that no process listens on now, outside the range of outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(OURS.from, OURS.to + 1)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No port between ${OURS.from} and ${OURS.to} is free`)
}

/** True when something could listen on `port` now. */
export function isPortFree(port: number, host = HOST): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** True when something answers a connection on `port`. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
