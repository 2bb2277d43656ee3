/** Files that people and banks fetch from us: boletos and pictures, which are public, and the papers of receivers, which are not. */
import type { KeptType } from './file-types.ts'

/** A signed address takes one file, for as long as a user needs to send it. */
export const SIGNED_SECONDS = 60
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** A key is never used for another file, so a client that has fetched it need not ask again. */
export const CACHE_CONTROL = 'public, max-age=31536000, immutable'

const PRIVATE_CACHE_CONTROL = 'private, no-store'

/** The first folder of every file that only a signed address reads. */
export const PRIVATE_FOLDER = 'papers'

export const isPrivate = (key: string): boolean => key.startsWith(`${PRIVATE_FOLDER}/`)

export const cacheControlOf = (key: string): string => (isPrivate(key) ? PRIVATE_CACHE_CONTROL : CACHE_CONTROL)

export interface NewFile {
  /** Made by `fileKey`. */
  key: string
  contentType: KeptType
  /** In bytes: with it, the signed address takes exactly so many. */
  size?: number
}

/** Where and how to send the file; the headers are signed too, so each must be sent as it stands here. */
export interface SignedPut {
  method: 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  /** Names the file. Everybody finds it there once it has been sent, unless it is private. */
  publicUrl: string
  /** ISO 8601 UTC: from then on the address takes nothing. */
  expiresAt: string
}

export interface SignedAddress {
  url: string
  /** ISO 8601 UTC: from then on it does nothing. */
  expiresAt: string
}

export interface FileBeginning {
  bytes: Buffer
  /** Of the whole file, in bytes. */
  size: number
}

export interface ObjectStorage {
  /** @returns an address that takes this file once, for SIGNED_SECONDS. */
  signPut(file: NewFile): Promise<SignedPut>
  publicUrl(key: string): string
  /** The key of a file of ours, from its public address; undefined for any other address. */
  keyOf(publicUrl: string): string | undefined
  /** @returns an address that gives the file for SIGNED_SECONDS, a private one too. */
  signGet(key: string): Promise<SignedAddress>
  /**
   * Asked of the disk or the bucket itself, however large the file is.
   * @returns the file's first bytes, at most so many, and its size; undefined when there is none.
   * @throws Error when the store does not answer.
   */
  beginning(key: string, bytes: number): Promise<FileBeginning | undefined>
  /** @returns an address that forgets the file for good. */
  signDelete(key: string): Promise<SignedAddress>
}
