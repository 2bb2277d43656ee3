/** The demo shop's own hands, for making what its pages show: its API, and the buyers' and banks' side at the fake providers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../domain/defined.ts'

export interface DemoShop {
  /** @throws Error when it is refused. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** A buyer, a bank or a provider does this to a transaction or a withdrawal at its fake provider. */
  act(what: 'transactions' | 'withdrawals', at: { provider: string; id: string }, action: string): Promise<void>
  /** Puts a file where everybody finds it. @returns its address. */
  upload(file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }): Promise<string>
}

const CALL_TIMEOUT_MS = 60_000
const WAIT_MS = 120_000
const AGAIN_MS = 1_000
/** What moves money, or could be made twice: the API makes it once for each Idempotency-Key. */
const ONCE_PER_KEY = /^\/v1\/(charges|charges\/[^/]+\/refunds|withdrawals|receivers|cards)$/

export function demoShop({ app, sandbox }: { app: string; sandbox: string }, adminApiKey: string): DemoShop {
  /** A machine that has just started is asked again. */
  const ask = async (url: string, init: RequestInit, isKeyed = false, end = Date.now() + WAIT_MS): Promise<string> => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const text = await answer.text()
    if (mayRepeat(answer.status, text, isKeyed) && Date.now() < end) {
      await sleep(AGAIN_MS)
      return ask(url, init, isKeyed, end)
    }
    if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${text}`)
    return text
  }
  const call: DemoShop['call'] = async (method, path, body) => {
    const isKeyed = method === 'POST' && ONCE_PER_KEY.test(path)
    const headers = {
      authorization: `Bearer ${adminApiKey}`,
      ...defined({
        'content-type': body === undefined ? undefined : 'application/json',
        'idempotency-key': isKeyed ? crypto.randomUUID() : undefined,
      }),
    }
    const init = { method, headers, ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }) }
    const text = await ask(app + path, init, isKeyed)
    return text ? JSON.parse(text) : null
  }
  return {
    call,
    act: async (what, { provider, id }, action) => {
      await ask(`${sandbox}/_control/${what}/${provider}/${id}/${action}`, { method: 'POST' })
    },
    upload: async ({ name, type, bytes }) => {
      const file = { fileName: name, contentType: type, purpose: 'picture', size: bytes.byteLength }
      const { uploadUrl, headers, publicUrl, method } = await call<{
        uploadUrl: string
        headers: Record<string, string>
        publicUrl: string
        method: string
      }>('POST', '/v1/uploads', file)
      await ask(uploadUrl, { method, headers, body: bytes })
      return publicUrl
    },
  }
}

/** What may have been done is asked for again only where the same key makes it the same request. */
function mayRepeat(status: number, text: string, isKeyed: boolean): boolean {
  const isInDoubt = /"code":"(?:outcome_unknown|request_in_progress)"/.test(text)
  return isInDoubt ? isKeyed : status === 503
}

/** @throws Error when it does not come to be. */
export async function until<T extends object>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (Date.now() > end) {
      const { id, status } = seen as { id?: string; status?: string }
      throw new Error(`Something of the demo shop did not become what it should: ${id} is ${status}`)
    }
    await sleep(100)
  }
}
