/** Files on the disk of the API's machine, sent to and fetched from the API itself: for one machine, without a bucket. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isFileKey } from './file-types.ts'
import { cacheControlOf, type FileBeginning, MAX_FILE_BYTES, type ObjectStorage, SIGNED_SECONDS } from './storage.ts'

export interface LocalOptions {
  /** The API's public address, without a trailing slash. */
  publicUrl: string
  /** 32 bytes. */
  signingKey: Buffer
  now?: () => number
}

export type Method = 'PUT' | 'GET' | 'DELETE'

/** What a signed address says besides its key. */
export interface Grant {
  expires: string
  size?: string
  signature: string
}

/** @param directory where the files are. */
export const localStorage = (options: LocalOptions & { directory: string }): ObjectStorage => ({
  ...ownAddresses(options),
  beginning: (key, bytes) => readBeginning(options.directory, key, bytes),
})

/** Addresses of the API itself. */
export function ownAddresses({
  publicUrl,
  signingKey,
  now = Date.now,
}: LocalOptions): Omit<ObjectStorage, 'beginning'> {
  const base = `${publicUrl}/files/`
  const sign = (method: Method, key: string, size?: number) => {
    const expiresAt = now() + SIGNED_SECONDS * 1000
    const url = new URL(base + key)
    url.searchParams.set('expires', String(expiresAt))
    if (size !== undefined) url.searchParams.set('size', String(size))
    url.searchParams.set('signature', signatureOf(signingKey, method, key, String(expiresAt), size?.toString()))
    return { url: url.toString(), expiresAt: new Date(expiresAt).toISOString() }
  }
  return {
    signPut: async ({ key, contentType, size }) => ({
      method: 'PUT',
      ...sign('PUT', key, size),
      headers: { 'content-type': contentType, 'cache-control': cacheControlOf(key) },
      publicUrl: base + key,
    }),
    publicUrl: (key) => base + key,
    keyOf: (url) => {
      const key = url.startsWith(base) ? url.slice(base.length) : ''
      return isFileKey(key) ? key : undefined
    },
    signGet: async (key) => sign('GET', key),
    signDelete: async (key) => sign('DELETE', key),
  }
}

/** Why an address may not do this; undefined when it may. Constant time in the signature. */
export function refusal(
  { signingKey, now = Date.now }: Pick<LocalOptions, 'signingKey' | 'now'>,
  method: Method,
  key: string,
  { expires, size, signature }: Grant,
): 'wrongSignature' | 'expired' | undefined {
  const expected = Buffer.from(signatureOf(signingKey, method, key, expires, size))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrongSignature'
  if (!isFileKey(key)) return 'wrongSignature'
  return Number(expires) <= now() ? 'expired' : undefined
}

/** Whether a file has the size for which its address was signed. */
export function fits({ size }: Grant, bytes: number): boolean {
  return bytes <= MAX_FILE_BYTES && (size === undefined || bytes === Number(size))
}

function signatureOf(signingKey: Buffer, method: Method, key: string, expires: string, size = ''): string {
  return createHmac('sha256', signingKey).update(`${method}\n${key}\n${expires}\n${size}`).digest('base64url')
}

/**
 * A reader meanwhile sees the whole file or none.
 * @returns false when there is one already: a file is never replaced.
 */
export async function writeLocalFile(directory: string, key: string, bytes: Uint8Array): Promise<boolean> {
  const path = pathOf(directory, key)
  const unfinished = join(directory, `${randomUUID()}.part`)
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(unfinished, bytes)
    await link(unfinished, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function readBeginning(directory: string, key: string, bytes: number): Promise<FileBeginning | undefined> {
  const file = await openFile(directory, key)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return { bytes: buffer.subarray(0, bytesRead), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/** To be read as fast as its reader takes it; undefined when there is none. */
export async function openLocalFile(
  directory: string,
  key: string,
): Promise<{ size: number; stream: Readable } | undefined> {
  const file = await openFile(directory, key)
  if (!file) return undefined
  const { size } = await file.stat()
  return { size, stream: file.createReadStream() }
}

async function openFile(directory: string, key: string): Promise<FileHandle | undefined> {
  if (!isFileKey(key)) return undefined
  try {
    return await open(pathOf(directory, key))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export async function removeLocalFile(directory: string, key: string): Promise<void> {
  await rm(pathOf(directory, key), { force: true })
}

/** @throws Error for anything that is not a key: a name from outside never becomes a path. */
function pathOf(directory: string, key: string): string {
  if (!isFileKey(key)) throw new Error('Not a file key')
  return join(directory, key)
}
