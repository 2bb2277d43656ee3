/** What is answered on a connection itself: to what is no HTTP, and while the process stops. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../api/schemas/problem.ts'
import { processLogger } from '../../telemetry/logger.ts'
import { startTestApi, type TestApi } from './support.ts'

const warnings: string[] = []
let api: TestApi
beforeAll(async () => {
  const logger = processLogger('api', { logLevel: 'warn' }, { write: (line) => void warnings.push(line) })
  api = await startTestApi({ logger })
  // Read when it begins to listen: how often Node looks for slow requests.
  Object.assign(api.app.server, { connectionsCheckingInterval: 20 })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api?.close())

const opened = () => connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')

/** What comes until the connection ends. */
async function answerTo(bytes: string, socket: Socket = opened()) {
  socket.on('error', () => undefined)
  socket.write(bytes)
  return lastAnswer(await text(socket))
}

function lastAnswer(received: string) {
  const [head = '', body = ''] = received.slice(received.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string]))
  return { status: Number(status.split(' ')[1]), headers, body }
}

function expectProblem({ status, headers, body }: ReturnType<typeof lastAnswer>, expected: [number, string]) {
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(headers.connection).toBe('close')
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
  const problem = JSON.parse(body)
  expect(Value.Errors(Problem, problem)).toEqual([])
  expect([status, problem.status, problem.code]).toEqual([expected[0], ...expected])
  expect(problem.requestId).toBe(headers['x-request-id'])
}

describe('what cannot be read as a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', [400, 'malformed_request']],
    ['a header that is none', 'GET /health/live HTTP/1.1\r\nhost: x\r\nno header\r\n\r\n', [400, 'malformed_request']],
    [
      'headers without end',
      `GET /health/live HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
      [431, 'headers_too_large'],
    ],
  ] as [string, string, [number, string]][])('%s is answered with a problem', async (_, bytes, expected) => {
    expectProblem(await answerTo(bytes), expected)
  })

  it('a request that does not come to its end is answered with a problem', async () => {
    const { server } = api.app
    const { headersTimeout } = server
    const socket = opened()
    const taken = once(server, 'connection') as Promise<[Socket]>
    const answer = answerTo('GET /health/live HTTP/1.1\r\nhost: x\r\n', socket)
    // What is answered before it has been read may be lost with the connection.
    const [connection] = await taken
    await vi.waitUntil(() => connection.bytesRead > 0, 60_000)
    Object.assign(server, { headersTimeout: 50 })
    expectProblem(await answer.finally(() => Object.assign(server, { headersTimeout })), [408, 'request_too_slow'])
  })
})

it('a request that comes on an open connection while the process stops is answered with a problem, and when to come again', async () => {
  warnings.length = 0
  const socket = opened()
  const body = '{"amount":1}'
  const head = [
    'POST /v1/charges HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `authorization: Bearer ${api.home.keys.seller}`,
    `content-length: ${body.length}`,
  ]
  const underWay = new Promise<void>((resolve) => api.app.server.once('request', () => resolve()))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  await underWay
  const closed = api.app.close()
  await vi.waitUntil(() => !api.app.server.listening, 60_000)
  const answer = await answerTo(`${body.slice(5)}GET /v1/charges HTTP/1.1\r\nhost: x\r\n\r\n`, socket)
  expectProblem(answer, [503, 'unavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await closed
  expect(warnings).toEqual([])
})
