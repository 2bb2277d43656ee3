/** Sends and fetches files over their signed addresses, as any holder of one would. */
import { type FileBeginning, MAX_FILE_BYTES, type NewFile, type ObjectStorage } from './storage.ts'

const TIMEOUT_MS = 10_000
const ALREADY_THERE = [409, 412]
/** A bucket that may not be listed says 403 of what it has not. */
const NOT_THERE = [403, 404]
const EMPTY = 416

/**
 * What is there already stays: a key names one file, so it is the same one, sent before.
 * @returns the file's public address.
 * @throws Error when the store does not take it.
 */
export async function putFile(storage: ObjectStorage, file: NewFile, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  await putNewFile(storage, file, bytes)
  return storage.publicUrl(file.key)
}

/**
 * @param until sending ends then, whatever became of it.
 * @returns false when there is one already: a file is never replaced.
 * @throws Error when the store does not take it.
 */
export async function putNewFile(
  storage: ObjectStorage,
  file: NewFile,
  bytes: Uint8Array<ArrayBuffer>,
  until?: AbortSignal,
): Promise<boolean> {
  const { method, url, headers } = await storage.signPut({ ...file, size: bytes.byteLength })
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(until ? [until] : [])])
  const answer = await fetch(url, { method, headers, body: bytes, signal })
  if (ALREADY_THERE.includes(answer.status)) return false
  if (!answer.ok) throw new Error(`The store answered ${answer.status} to a file`)
  return true
}

/**
 * The whole file, of at most MAX_FILE_BYTES.
 * @throws Error when it is not there, too big, or the store does not answer.
 */
export async function getFile(storage: ObjectStorage, key: string): Promise<Buffer> {
  const bytes = await findFile(storage, key)
  if (!bytes) throw new Error('The store has no such file, or it is too big')
  return bytes
}

/**
 * The whole file; undefined when it is not there, or has more than MAX_FILE_BYTES.
 * @throws Error when the store does not answer.
 */
export async function findFile(storage: ObjectStorage, key: string): Promise<Buffer | undefined> {
  const answer = await fetch((await storage.signGet(key)).url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (NOT_THERE.includes(answer.status)) return undefined
  if (!answer.ok || !answer.body) throw new Error(`The store answered ${answer.status} to a question for a file`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.byteLength
    if (size > MAX_FILE_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * As `ObjectStorage.beginning`, of a signed address.
 * @throws Error when the store does not answer.
 */
export async function fetchBeginning(url: string, bytes: number): Promise<FileBeginning | undefined> {
  const headers = { range: `bytes=0-${bytes - 1}` }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (NOT_THERE.includes(answer.status)) return undefined
  if (answer.status === EMPTY) return { bytes: Buffer.alloc(0), size: 0 }
  if (!answer.ok || !answer.body) throw new Error(`The store answered ${answer.status} to a question for a file`)
  const read: Uint8Array[] = []
  // A store that does not know ranges sends all of it: no more than this is taken.
  for await (const chunk of answer.body) {
    read.push(chunk)
    if (Buffer.concat(read).byteLength >= bytes) break
  }
  const [, size] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
  return {
    bytes: Buffer.concat(read).subarray(0, bytes),
    size: Number(size ?? answer.headers.get('content-length') ?? 0),
  }
}

/**
 * What is not there is not missed.
 * @throws Error when the store does not answer.
 */
export async function removeFile(storage: ObjectStorage, key: string): Promise<void> {
  const { url } = await storage.signDelete(key)
  const answer = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok && answer.status !== 404) throw new Error(`The store answered ${answer.status} to a file's removal`)
}
