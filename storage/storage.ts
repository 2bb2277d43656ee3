/** Files that people and banks fetch from us: boletos, and the documents of receivers. */
import type { FileType } from './file-types.ts'

/** A signed address takes one file, for as long as a person needs to send it. */
export const SIGNED_SECONDS = 60
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** A key is never used for another file, so whoever has fetched it need not ask again. */
export const CACHE_CONTROL = 'public, max-age=31536000, immutable'

export interface NewFile {
  /** Made by `fileKey`. */
  key: string
  contentType: FileType
  /** In bytes: with it, the signed address takes exactly so many. */
  size?: number
}

/** Where and how to send the file; the headers are signed too, so each must be sent as it stands here. */
export interface SignedPut {
  method: 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  /** Where everybody finds the file once it has been sent. */
  publicUrl: string
  /** ISO 8601 UTC: from then on the address takes nothing. */
  expiresAt: string
}

export interface ObjectStorage {
  /** @returns an address that takes this file for SIGNED_SECONDS. */
  signPut(file: NewFile): Promise<SignedPut>
  publicUrl(key: string): string
  /** The key of a file of ours, from its public address; undefined for any other address. */
  keyOf(publicUrl: string): string | undefined
  /** @returns how to fetch the file, whoever may see it. */
  signGet(key: string): Promise<string>
}
