/** A seller's system that takes webhooks: keeps what arrives, and answers as it is told to. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Arrived {
  headers: IncomingHttpHeaders
  raw: string
  body: { id: string; type: string; createdAt: string; sequence: number; data: Record<string, unknown> }
}

export interface SellerSystem {
  url: string
  arrived: Arrived[]
  /** From now on. */
  answerWith(answer: Answering): void
  close(): Promise<void>
}

export type Answering = (response: ServerResponse) => void

export const TAKES: Answering = (response) => response.writeHead(204).end()
export const REFUSES: Answering = (response) => response.writeHead(500).end('broken')
export const HANGS: Answering = () => {}

export async function startSellerSystem(first: Answering = TAKES): Promise<SellerSystem> {
  const arrived: Arrived[] = []
  let answer = first
  const path = `/hook/${randomUUID()}`
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    // Meant for one that listened on this port before.
    if (request.url !== path) return void response.writeHead(404).end()
    arrived.push({ headers: request.headers, raw, body: JSON.parse(raw) })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    arrived,
    answerWith: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
