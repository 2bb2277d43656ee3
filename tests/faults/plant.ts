/**
 * Loaded before one of the product's processes (`node --import`), it plants a defect there that no code of the product has, so that
 * the campaign can show that it would be found. FAULT_PLANT names them; without it nothing is changed.
 */
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the planted process does wrong. */
export const PLANTS = [
  'doubleSend',
  'doubleCharge',
  'doubleRefund',
  'wrongCharge',
  'droppedNotice',
  'wrongAmount',
  'swappedDestination',
] as const
type Plant = (typeof PLANTS)[number]

const planted = (process.env.FAULT_PLANT ?? '').split(',')
const runs = (entry: string) => process.argv[1]?.endsWith(entry) === true
const has = (plant: Plant, entry: string) => planted.includes(plant) && runs(entry)

/** Which requests each defect spoils: by their path, and where that is not enough by what they say. */
const SPOILT: Readonly<Record<Exclude<Plant, 'droppedNotice'>, (path: string, body: string) => boolean>> = {
  doubleSend: (path) => path.endsWith('/transfers'),
  doubleCharge: (path, body) => path.endsWith('/paguesafe/v1/transactions') && body.includes('"boleto"'),
  doubleRefund: (path) => path.endsWith('/refunds'),
  wrongCharge: (path) => path.endsWith('/zendry/v1/pix/qrcodes'),
  wrongAmount: (path) => path.endsWith('/refund'),
  swappedDestination: (path) => path.endsWith('/withdraws'),
}
const mayBeSpoilt = ({ method, path }: ClientRequest) =>
  method === 'POST' && /\/(transfers|transactions|refunds?|qrcodes|withdraws)$/.test(path)

const copies = new WeakSet<ClientRequest>()

/** Once more, under a key of its own where the provider knows keys, and no code waits for the answer. */
function sendTwice(request: ClientRequest, body: string): void {
  const { host: hostname, path, method } = request
  const [, port] = String(request.getHeader('host')).split(':')
  const { 'x-idempotency-key': key, ...headers } = request.getHeaders()
  const own = key === undefined ? {} : { 'x-idempotency-key': `${key}-again` }
  const again = http.request({ hostname, port, path, method, headers: { ...headers, ...own } })
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
  const before = (request: ClientRequest) => written.get(request) ?? ''
  writing.write = function (chunk, ...rest) {
    if (!mayBeSpoilt(this)) return write.call(this, chunk, ...rest)
    written.set(this, before(this) + String(chunk))
    return true
  }
  writing.end = function (chunk, ...rest) {
    if (!mayBeSpoilt(this)) return end.call(this, chunk, ...rest)
    const body = before(this) + (typeof chunk === 'string' || Buffer.isBuffer(chunk) ? String(chunk) : '')
    const changed = change(this, body)
    if (this.hasHeader('content-length')) this.setHeader('content-length', Buffer.byteLength(changed))
    return end.call(this, changed)
  }
}

/** A centavo less is asked for than it says here. */
const lessOne = (body: string) =>
  body.replace(/"(value|amount)":([\d.]+)/, (_, name, amount) => `"${name}":${less(amount)}`)
const less = (amount: string) =>
  amount.includes('.') ? (Number(amount) - 0.01).toFixed(2) : String(Number(amount) - 1)

/** Cents are taken for reais. */
const aHundredth = (body: string) =>
  body.replace(/"value_cents":(\d+)/, (_, cents) => `"value_cents":${Math.round(Number(cents) / 100)}`)

/** The money goes to another person. */
const toAnother = (body: string) => body.replace(/"pix_key":"[^"]*"/, '"pix_key":"outra@example.com"')

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
if (runs('worker/main.ts') && planted.length > 0) {
  onSending((request, body) => {
    const isSpoilt = (plant: keyof typeof SPOILT) =>
      has(plant, 'worker/main.ts') && !copies.has(request) && SPOILT[plant](request.path, body)
    const isDouble = isSpoilt('doubleSend') || isSpoilt('doubleCharge') || isSpoilt('doubleRefund')
    if (isDouble) sendTwice(request, body)
    if (isSpoilt('wrongCharge')) return aHundredth(body)
    if (isSpoilt('swappedDestination')) return toAnother(body)
    return isSpoilt('wrongAmount') ? lessOne(body) : body
  })
}
