/**
 * Files. The API answers with a signed address, often of another server, which gives or takes one file for a minute: the
 * API key does not go there, and a try that fails begins with a new address.
 */
import { type CallOptions, type Connection, noAnswer, type Outcome, refusal, repeat } from './call.ts'
import { TrilhoConnectionError } from './errors.ts'
import type { Upload } from './types.generated.ts'

/** What can be sent as a file. A stream is read to its end first: what is sent says how long it is, and can be sent again. */
export type FileContent = Blob | ReadableStream<Uint8Array> | Uint8Array | string

/** A file as it comes: `writeFile(file.fileName, file.content)`. Its content is read once, in one of three ways. */
export interface DownloadedFile {
  fileName: string
  contentType: string
  /** In bytes; undefined where it is not said. */
  size: number | undefined
  /** Never held whole. It breaks with a TrilhoConnectionError, also when nothing comes for the call's `timeout`. */
  content: ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
  text(): Promise<string>
  blob(): Promise<Blob>
}

interface Address {
  url: string
}

export type Carrier = Pick<Connection, 'timeout' | 'retries'> & { options: CallOptions }

/**
 * @param ask answers with the address, or with those of several files.
 * @param name which of several.
 * @returns undefined where none has the name.
 */
export async function downloadFrom(
  carrier: Carrier,
  ask: () => Promise<unknown>,
  name: unknown,
): Promise<DownloadedFile | undefined> {
  return repeat<DownloadedFile | undefined>({ ...carrier, idempotencyKey: undefined }, async () => {
    const answer = await ask()
    const address = name === undefined ? (answer as Address) : addressNamed(answer, name)
    return address ? open(carrier, address.url) : { answer: undefined }
  })
}

const addressNamed = (answer: unknown, name: unknown) =>
  (answer as { data: (Address & { name: string })[] }).data.find((file) => file.name === name)

async function open(carrier: Carrier, url: string): Promise<Outcome<DownloadedFile>> {
  const wait = waiting(carrier)
  try {
    const response = await wait.for((signal) => fetch(url, { redirect: 'error', signal }))
    if (!response.ok) return refusal(response, await wait.for(() => response.text()))
    return { answer: toFile(response, url, wait) }
  } catch (error) {
    return noAnswer(error as TrilhoConnectionError)
  }
}

function toFile({ headers, body }: Response, url: string, wait: Waiting): DownloadedFile {
  const contentType = headers.get('content-type') ?? 'application/octet-stream'
  const length = headers.get('content-length')
  const content = stream(body, wait) as DownloadedFile['content']
  const whole = () => new Response(content, { headers: { 'content-type': contentType } })
  return {
    fileName: /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? lastSegment(url),
    contentType,
    // Of something that was packed on the way it is the packed length.
    size: length === null || headers.has('content-encoding') ? undefined : Number(length),
    content,
    text: () => whole().text(),
    blob: () => whole().blob(),
  }
}

const lastSegment = (url: string) => new URL(url).pathname.split('/').at(-1) || 'file'

/** Asks for the next piece only when it is wanted. */
function stream(body: Response['body'], wait: Waiting): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = reader ? await wait.for(() => reader.read()) : { done: true as const }
        if (piece.done) controller.close()
        else controller.enqueue(piece.value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

export type Waiting = ReturnType<typeof waiting>

/** The time counts while something is waited for, not while the reader is busy with what has come. */
export function waiting({ timeout: usual, options: { signal, timeout = usual } }: Carrier) {
  const late = new AbortController()
  const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  return {
    /** @throws TrilhoConnectionError */
    async for<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const timer = setTimeout(() => late.abort(), timeout)
      try {
        return await work(ends)
      } catch (cause) {
        const reason = signal?.aborted ? 'aborted' : late.signal.aborted ? 'timeout' : 'network'
        throw new TrilhoConnectionError(reason, undefined, cause)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** @param ask answers with an address for what its argument describes. */
export async function uploadTo(
  carrier: Carrier,
  { file, ...described }: { file: FileContent },
  ask: (described: object) => Promise<unknown>,
): Promise<Upload> {
  const content = await blobOf(file)
  return repeat({ ...carrier, idempotencyKey: undefined }, async () => {
    const upload = (await ask({ ...described, size: content.size })) as Upload
    const wait = waiting(carrier)
    try {
      const { uploadUrl, method, headers } = upload
      const response = await wait.for((signal) =>
        fetch(uploadUrl, { method, headers, body: content, redirect: 'error', signal }),
      )
      const text = await wait.for(() => response.text())
      return response.ok ? { answer: upload } : refusal(response, text)
    } catch (error) {
      return noAnswer(error as TrilhoConnectionError)
    }
  })
}

/** Texts as they are, the file as a file, anything else as JSON. @param part which one is the file. */
export async function formOf(body: object, part: string): Promise<FormData> {
  const { fileName, ...parts } = body as Record<string, unknown> & { fileName?: string }
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue
    if (name !== part) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    else if (fileName === undefined && value instanceof File) form.append(name, value)
    else form.append(name, await blobOf(value as FileContent), fileName ?? part)
  }
  return form
}

async function blobOf(content: FileContent): Promise<Blob> {
  if (content instanceof Blob) return content
  if (content instanceof ReadableStream) return new Response(content).blob()
  return new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
}
