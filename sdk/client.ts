import { type CallOptions, type Connection, type KeyedCallOptions, makeCall, type OperationPlan } from './call.ts'
import { downloadFrom, type FileContent, formOf, uploadTo } from './files.ts'
import { listing, type Page } from './listing.ts'
import { OPERATIONS, type Resources } from './operations.generated.ts'
import { eventsOf } from './stream.ts'

export interface TrilhoOptions {
  apiKey: string
  /** Where your Trilho is: `https://pay.example.com`. */
  baseUrl: string
  /** For each try; 30 seconds when left out. Milliseconds. */
  timeout?: number
  /** How often a call is made again, at most; 5 when left out. */
  retries?: number
}

/** @throws TypeError for a key that is missing or could be none, or an address that is none. */
export function connectionOf({ apiKey, baseUrl, timeout = 30_000, retries = 5 }: TrilhoOptions): Connection {
  if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('apiKey is missing')
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey has characters that no key has')
  if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError('baseUrl is no http address')
  return { apiKey, baseUrl: baseUrl.replace(/\/+$/, ''), timeout, retries }
}

/** The API, by resource: `trilho.charges.create(...)`. */
export type Trilho = Resources

/**
 * @throws TypeError for a missing key or an address that is none.
 */
export const Trilho: new (options: TrilhoOptions) => Trilho = class {
  constructor(options: TrilhoOptions) {
    const connection = connectionOf(options)
    for (const [resource, plans] of Object.entries<Record<string, OperationPlan>>(OPERATIONS)) {
      const methods = Object.entries(plans).map(([name, plan]) => [name, methodOf(connection, plan)])
      Object.assign(this, { [resource]: Object.fromEntries(methods) })
    }
  }
} as never

/** Its arguments: what the path takes, the name of a file, then the body, then the query, then options. */
function methodOf(connection: Connection, plan: OperationPlan) {
  const { method, path, query: takesQuery, body: takesBody, pages, keyed, stream, form, download, upload } = plan
  const params = path.match(/\{\w+\}/g) ?? []
  return (...given: unknown[]) => {
    const values = given.splice(0, params.length)
    const filled = params.reduce((text, param, at) => text.replace(param, segment(param, values[at])), path)
    const name = download === 'named' ? given.shift() : undefined
    const said = takesBody ? (given.shift() ?? {}) : undefined
    const query = takesQuery ? ((given.shift() ?? {}) as Record<string, unknown>) : {}
    const options = (given.shift() ?? {}) as CallOptions & KeyedCallOptions
    if (stream) return eventsOf(connection, filled + printQuery(query), options)
    const idempotencyKey = keyed ? keyOf(options) : undefined
    const call = (asked: Record<string, unknown>, body: string | FormData | undefined) => {
      const isHarmless = upload === true
      return makeCall(connection, {
        method,
        address: filled + printQuery(asked),
        body,
        idempotencyKey,
        isHarmless,
        options,
      })
    }
    if (form) return formOf(said as object, form).then((body) => call(query, body))
    if (upload) {
      return uploadTo({ ...connection, options }, said as { file: FileContent }, (body) =>
        call(query, JSON.stringify(body)),
      )
    }
    if (download) return downloadFrom({ ...connection, options }, () => call(query, undefined), name)
    const body = takesBody ? JSON.stringify(said) : undefined
    if (!pages) return call(query, body)
    const load = (cursor: string | undefined) => call(cursor === undefined ? query : { ...query, cursor }, body)
    return listing(load as (cursor: string | undefined) => Promise<Page<unknown>>)
  }
}

/** @throws TypeError for what would make the path another one. */
function segment(param: string, value: unknown): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) throw new TypeError(`${param} is no id`)
  return encodeURIComponent(value)
}

/** @throws TypeError for a key that the API takes from no client, and no header can carry. */
function keyOf({ idempotencyKey }: KeyedCallOptions): string {
  const key = idempotencyKey ?? crypto.randomUUID()
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new TypeError('idempotencyKey must have 1 to 255 characters of ASCII, without spaces')
}

function printQuery(query: Record<string, unknown>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? '' : `?${given}`
}
