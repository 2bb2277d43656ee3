/** A sandbox of one's own, a plain HTTP client that shares nothing with the product, and a receiver of webhooks. */
import { randomUUID } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { defined } from '../../domain/defined.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts'

export interface Sent {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** Client certificate, key and authority, for the TLS port. */
  tls?: { cert?: string; key?: string; ca: string }
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a wire body has no type, which is what these tests are about
  body: any
}

/** Rejects when the connection is cut, as a client sees it. */
export function send({ method = 'GET', url, headers = {}, body, tls }: Sent): Promise<Answered> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method,
      agent: false,
      headers: { 'user-agent': 'test', ...(text ? { 'content-type': 'application/json' } : {}), ...headers },
      ...tls,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const received = Buffer.concat(parts).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: received,
          body: parse(received),
        })
      })
    })
    request.end(text)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Api = Awaited<ReturnType<typeof launchSandbox>>

/** One's own for a test, closed when it ends. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const api = await launchSandbox(options)
  onTestFinished(api.close)
  return api
}

/** In memory on free ports, with its control API at hand. */
export async function launchSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox: Sandbox = await startSandbox({
    port: 0,
    tlsPort: 0,
    dataDir: ':memory:',
    webhookBackoffMs: 5,
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await sandbox.close()
    open = false
  }
  const control = (method: string, path: string, body?: unknown) =>
    send({ method, url: `${sandbox.url}/_control${path}`, ...defined({ body }) })
  return {
    ...sandbox,
    close,
    control,
    act: (provider: string, id: string, action: string) => control('POST', `/transactions/${provider}/${id}/${action}`),
    fault: (provider: string, operation: string, fault: string, more: object = {}) =>
      control('PUT', `/faults/${provider}/${operation}`, { fault, ...more }),
    requests: async (provider: string) => (await control('GET', `/requests?provider=${provider}`)).body.data,
    transactions: async (provider: string) => (await control('GET', `/transactions?provider=${provider}`)).body.data,
  }
}

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body: any
}

/** Stands for the product: keeps what is posted to it and answers what it is told to. */
export async function openReceiver(answer: (received: Received) => number = () => 200) {
  const received: Received[] = []
  const own = `/hook/${randomUUID()}`
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, text, body: parse(text) }
      // A port is given again: what was meant for its last owner is taken and forgotten.
      const isOurs = url.startsWith(own)
      if (isOurs) received.push(one)
      response.writeHead(isOurs ? answer(one) : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${own}`, received }
}
