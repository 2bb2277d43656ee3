/** A server that answers as it is told to, one answer after the other, and remembers what it was asked. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export type Reply = (response: ServerResponse, asked: Asked) => void

export interface FlakyApi {
  url: string
  asked: Asked[]
  /** The last one stands for all that follow. */
  replies: Reply[]
  close(): Promise<void>
}

export const DROPS: Reply = (response) => response.destroy()
export const HANGS: Reply = () => {}

/** Says how long the answer is, and breaks off before its end. */
export const BREAKS_OFF: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id":', () => response.destroy())
}

export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** A problem document, to be asked again at once. */
export const refuses = (status: number, code: string, more: object = {}): Reply =>
  says(status, { type: `urn:trilho:problem:${code}`, title: code, status, code, requestId: 'r1', ...more }, AT_ONCE)

export const AT_ONCE = { 'retry-after': '0' }

export async function startFlakyApi(): Promise<FlakyApi> {
  const asked: Asked[] = []
  const replies: Reply[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    reply?.(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    replies,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
