/** Server-sent events until the reader stops, over as many connections as needed. */
import { type CallOptions, type Connection, noAnswer, type Outcome, refusal, repeat, rest } from './call.ts'
import { TrilhoConnectionError } from './errors.ts'
import { type Waiting, waiting } from './files.ts'

/** Unless the stream says another time. */
const RECONNECT_MS = 2_000

interface Told {
  data: string | undefined
  retryMs: number | undefined
}

/**
 * Continues until the loop ends or the signal aborts it. A connection that ends or falls silent is replaced by another, which
 * begins with the present state. The last event is not repeated.
 * @throws TrilhoError when no connection can be made any more, or the call is aborted.
 */
export async function* eventsOf<T>(
  connection: Connection,
  address: string,
  options: CallOptions,
): AsyncGenerator<T, never, undefined> {
  const call = { idempotencyKey: undefined, options }
  let said: string | undefined
  let reconnectMs = RECONNECT_MS
  for (;;) {
    const told = await repeat({ ...call, retries: connection.retries }, () => open(connection, address, options))
    try {
      for await (const { data, retryMs } of told) {
        reconnectMs = retryMs ?? reconnectMs
        if (data === undefined || data === said) continue
        said = data
        yield JSON.parse(data) as T
      }
    } catch (error) {
      if (!(error instanceof TrilhoConnectionError) || error.reason === 'aborted') throw error
    }
    await rest(reconnectMs, call)
  }
}

async function open(
  connection: Connection,
  address: string,
  options: CallOptions,
): Promise<Outcome<AsyncGenerator<Told>>> {
  const wait = waiting({ ...connection, options })
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${connection.apiKey}` }
  try {
    const response = await wait.for((signal) =>
      fetch(connection.baseUrl + address, { headers, redirect: 'error', signal }),
    )
    if (!response.ok) return refusal(response, await wait.for(() => response.text()))
    return { answer: messagesIn(response.body, wait) }
  } catch (error) {
    return noAnswer(error as TrilhoConnectionError)
  }
}

/** @throws TrilhoConnectionError where it breaks, or nothing comes for the call's `timeout`. */
async function* messagesIn(body: Response['body'], wait: Waiting): AsyncGenerator<Told> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const piece = reader ? await wait.for(() => reader.read()) : { done: true as const }
      if (piece.done) return
      const messages = (text + decoder.decode(piece.value, { stream: true })).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) yield toldIn(message)
    }
  } finally {
    // The reader has stopped, so cancel the connection. A broken connection has nothing to cancel.
    await reader?.cancel().catch(() => undefined)
  }
}

function toldIn(message: string): Told {
  const fields = message.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? [])
  const valuesOf = (name: string) => fields.flatMap(([, field, value]) => (field === name ? [value ?? ''] : []))
  const data = valuesOf('data')
  const [retry] = valuesOf('retry')
  return {
    data: data.length === 0 ? undefined : data.join('\n'),
    retryMs: retry === undefined ? undefined : Number(retry),
  }
}
