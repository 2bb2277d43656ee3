/** What the HTTP client says of a failure decides whether money may be sent again, so each cause is made for real. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type ClientRequest, createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { createHttpClient } from '../../gateway/http-client.ts'
import type { WireRequest } from '../../providers/contract.ts'
import { watchStalls } from '../support/stalls.ts'

const http = createHttpClient({ timeoutMs: 60_000 })
/** For what never ends by itself; long enough for the connection to be open by then. */
const hurried = createHttpClient({ timeoutMs: 3_000 })
const servers: { close(): unknown }[] = []
const sockets: Socket[] = []
afterAll(() => {
  http.close()
  hurried.close()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

const post = (url: string): WireRequest => ({
  risk: 'money',
  method: 'POST',
  url,
  headers: {},
  body: { type: 'json', value: { amount: 1 } },
  authenticated: false,
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A TCP server that does this to every connection once its first bytes have come. */
const onBytes = (act: (socket: Socket) => void) =>
  listen(
    createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => act(socket))
    }),
  )

/** Never silent for long enough to be called so, and never at its end. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
  const dripping = setInterval(() => socket.write('a'), 50)
  socket.once('close', () => clearInterval(dripping))
}

async function kindOf(url: string, client = http): Promise<string> {
  const error = await client.send(post(url)).catch((thrown: unknown) => thrown)
  return error instanceof ProviderError ? error.kind : `not a ProviderError: ${String(error)}`
}

test.each([
  ['a refused connection', async () => 'http://127.0.0.1:1/', 'NotSent'],
  ['a name that does not exist', async () => 'http://does-not-exist.invalid/', 'NotSent'],
  ['a connection cut after the request', () => onBytes((socket) => socket.destroy()), 'OutcomeUnknown'],
  ['a connection reset after the request', () => onBytes((socket) => socket.resetAndDestroy()), 'OutcomeUnknown'],
  [
    'half an answer',
    () => onBytes((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')),
    'OutcomeUnknown',
  ],
  ['not HTTP', () => onBytes((socket) => socket.end('hello\r\n\r\n')), 'OutcomeUnknown'],
])('%s is told apart', async (_name, address, kind) => {
  expect(await kindOf(await address())).toBe(kind)
})

test.each([
  ['silence', () => {}],
  ['headers, and then a byte now and again', drip],
])('%s is not waited for without end', async (_name, act) => {
  expect(await kindOf(await onBytes(act), hurried)).toBe('OutcomeUnknown')
})

test.each(['read', 'write'])(
  'the system finds an open connection broken (%s): the request may have arrived',
  async (syscall) => {
    const url = await onBytes(() => {})
    const broken = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: 'EHOSTUNREACH', syscall })
    const channel = 'http.client.request.start'
    const breakIt = (message: unknown) => {
      const { request } = message as { request: ClientRequest }
      request.once('finish', () => request.socket?.destroy(broken))
    }
    subscribe(channel, breakIt)
    try {
      expect(await kindOf(url)).toBe('OutcomeUnknown')
    } finally {
      unsubscribe(channel, breakIt)
    }
  },
)

test('what moves money is waited for longer than what only reads', async () => {
  const patient = createHttpClient({ timeoutMs: 3_000, moneyTimeoutMs: 60_000 })
  const held: ServerResponse[] = []
  const url = await listen(createHttpServer((_, response) => void held.push(response)))
  const moved = patient.send(post(url))
  await expect.poll(() => held.length).toBe(1)
  const reading = { ...post(url), risk: 'read', method: 'GET' } as const
  await expect(patient.send(reading)).rejects.toMatchObject({ kind: 'OutcomeUnknown' })
  for (const response of held) response.end('{}')
  expect(await moved).toMatchObject({ status: 200, body: '{}' })
  patient.close()
})

test('an answer comes back whatever its status, with its body as text and JSON sent as JSON', async () => {
  const url = await listen(
    createHttpServer((request, response) => {
      response.writeHead(418, { 'X-Kind': request.headers['content-type'] ?? '' })
      request.pipe(response)
    }),
  )
  const answer = await http.send(post(url))
  expect(answer).toMatchObject({ status: 418, headers: { 'x-kind': 'application/json' }, body: '{"amount":1}' })
})

test('an answer longer than any provider’s is not read to its end, and what it said is unknown', async () => {
  let written = 0
  const url = await listen(
    createHttpServer((_, response) => {
      const more = () => {
        if (response.destroyed) return
        written += 65_536
        response.write('1 '.repeat(32_768), () => setImmediate(more))
      }
      more()
    }),
  )
  expect(await kindOf(url, createHttpClient())).toBe('MalformedResponse')
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test.each([
  'http://127.0.0.1:9/',
  'https://127.0.0.1:9/',
  'https://localhost:9/',
  'https://[::1]:9/',
  'https://10.0.0.1/',
])('production does not connect to %s', async (url) => {
  const client = createHttpClient({ timeoutMs: 60_000, publicOnly: true })
  expect(await kindOf(url, client)).toBe('InvalidRequest')
  client.close()
})

test('a client that shows the copy of a certificate, without its key, does not get its owner’s connection', async () => {
  const { createServer: createTlsServer } = await import('node:https')
  const [server, owner, stranger] = await Promise.all([localhost(), localhost(), localhost()])
  const options = { key: server.private, cert: server.cert, requestCert: true, rejectUnauthorized: false }
  const url = await listen(createTlsServer(options, (_, response) => response.end()))
  const request = post(url.replace('http://127.0.0.1', 'https://localhost'))
  const identity = { certificate: owner.cert, key: owner.private, authorities: [server.cert] }
  expect(await http.send(request, identity)).toMatchObject({ status: 200 })
  await expect(http.send(request, { ...identity, key: stranger.private })).rejects.toMatchObject({ kind: 'NotSent' })
})

/** Servers that keep connections open, and how many are open. */
async function keepers(count: number, waitMs = 0) {
  const made = Array.from({ length: count }, () => {
    const server = createHttpServer((_, response) => void setTimeout(() => response.end('{}'), waitMs))
    return Object.assign(server, { keepAliveTimeout: 0 })
  })
  const openAt = (server: Server) => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))
  const open = async () => (await Promise.all(made.map(openAt))).reduce((sum, n) => sum + n, 0)
  return { urls: await Promise.all(made.map(listen)), open }
}

/** Once more where the machine stood still for about as long as a limit: what passed it then says nothing of the client. */
async function unlessStalled<T>(limitMs: number, act: () => Promise<T>): Promise<T> {
  const stalledFor = watchStalls()
  const ended = await act().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  const isStalled = stalledFor() > limitMs / 2
  if ('result' in ended) return ended.result
  if (!isStalled) throw ended.error
  return unlessStalled(limitMs, act)
}

test('an unused connection ends, at each of many hosts, and one that waits for its answer does not', async () => {
  // Longer than a crowded machine takes to connect: until then the limit of an unused connection is this one's, too.
  const idleMs = 2_000
  const client = createHttpClient({ idleMs, timeoutMs: 60_000 })
  const { urls, open } = await keepers(8, 2 * idleMs)
  const answers = await unlessStalled(idleMs, () => Promise.all(urls.map((url) => client.send(post(url)))))
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200))
  await expect.poll(open).toBe(0)
  client.close()
})

test('only so many unused connections are kept at all hosts together', async () => {
  const client = createHttpClient({ idleMs: 60_000 })
  const { urls, open } = await keepers(300)
  for (const url of urls) await client.send(post(url))
  await expect.poll(open).toBeLessThanOrEqual(256)
  expect(await open()).toBeGreaterThan(200)
  client.close()
})

async function localhost() {
  const { generate } = await import('selfsigned')
  return generate([{ name: 'commonName', value: 'localhost' }])
}
