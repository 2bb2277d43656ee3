/**
 * Loaded before one of the product's processes (`node --import`), it plants a defect there that no code of the product has, so that
 * the campaign can show that it would be found. FAULT_PLANT names them; without it nothing is changed.
 */
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the planted process does wrong. */
export const PLANTS = ['doubleSend', 'droppedNotice', 'wrongAmount'] as const
type Plant = (typeof PLANTS)[number]

const planted = (process.env.FAULT_PLANT ?? '').split(',')
const runs = (entry: string) => process.argv[1]?.endsWith(entry) === true
const has = (plant: Plant, entry: string) => planted.includes(plant) && runs(entry)

const isDisbursement = (request: ClientRequest) => request.method === 'POST' && request.path.endsWith('/transfers')
const isRefund = (request: ClientRequest) => request.method === 'POST' && request.path.endsWith('/refund')

const copies = new WeakSet<ClientRequest>()

/** Every withdrawal is sent a second time, and nobody waits for the answer. */
function sendTwice(request: ClientRequest, body: string): void {
  const { host: hostname, path, method } = request
  const [, port] = String(request.getHeader('host')).split(':')
  const again = http.request({ hostname, port, path, method, headers: request.getHeaders() })
  copies.add(again)
  again.on('error', () => undefined)
  again.on('response', (response) => response.resume())
  again.end(body)
}

/** As little as is patched of it. */
interface Writing {
  write(this: ClientRequest, chunk: unknown, ...rest: unknown[]): boolean
  end(this: ClientRequest, chunk?: unknown, ...rest: unknown[]): ClientRequest
}

/** Hands each request's whole body to `change` before it leaves. */
function onSending(change: (request: ClientRequest, body: string) => string): void {
  const writing = http.ClientRequest.prototype as Writing
  const { end, write } = writing
  const written = new WeakMap<ClientRequest, string>()
  const isOurs = (request: ClientRequest) => isDisbursement(request) || isRefund(request)
  const before = (request: ClientRequest) => written.get(request) ?? ''
  writing.write = function (chunk, ...rest) {
    if (!isOurs(this)) return write.call(this, chunk, ...rest)
    written.set(this, before(this) + String(chunk))
    return true
  }
  writing.end = function (chunk, ...rest) {
    if (!isOurs(this)) return end.call(this, chunk, ...rest)
    const body = before(this) + (typeof chunk === 'string' || Buffer.isBuffer(chunk) ? String(chunk) : '')
    const changed = change(this, body)
    if (this.hasHeader('content-length')) this.setHeader('content-length', Buffer.byteLength(changed))
    return end.call(this, changed)
  }
}

/** A refund is asked for a centavo less than it says here. */
const lessOne = (body: string) =>
  body.replace(/"(value|amount)":([\d.]+)/, (_, name, amount) => `"${name}":${less(amount)}`)
const less = (amount: string) =>
  amount.includes('.') ? (Number(amount) - 0.01).toFixed(2) : String(Number(amount) - 1)

/** A notice of a chargeback is answered as if it had been stored. */
function dropNotices(): void {
  const listening = http.Server.prototype as { emit(this: http.Server, event: string, ...rest: unknown[]): boolean }
  const { emit } = listening
  listening.emit = function (event, ...rest) {
    const [request, response] = rest as [IncomingMessage, ServerResponse]
    if (event !== 'request' || !request.url?.startsWith('/webhooks/')) return emit.call(this, event, ...rest)
    request.resume()
    request.on('end', () => response.writeHead(200).end())
    return true
  }
}

if (has('droppedNotice', 'api/server.ts')) dropNotices()
if (has('doubleSend', 'worker/main.ts') || has('wrongAmount', 'worker/main.ts')) {
  onSending((request, body) => {
    if (isDisbursement(request) && !copies.has(request) && has('doubleSend', 'worker/main.ts')) sendTwice(request, body)
    return isRefund(request) && has('wrongAmount', 'worker/main.ts') ? lessOne(body) : body
  })
}
