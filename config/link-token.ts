/**
 * The token in a mailed link. The database keeps only its hash. The mail, which is rendered later and in another process, derives the
 * token again from the link's id and our key.
 */
import { createHash, createHmac } from 'node:crypto'
import type { KeyRing } from './keys.ts'

const made = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('base64url')

/** The hash by which a link is found. */
export const linkTokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** The hash of a new link's token. */
export const newLinkHash = ([key]: KeyRing, id: string) => linkTokenHash(made(key, id))

/** @returns undefined if none of our keys gives the stored hash. */
export function linkTokenOf(keys: KeyRing, link: { id: string; tokenHash: string }): string | undefined {
  return keys.map((key) => made(key, link.id)).find((token) => linkTokenHash(token) === link.tokenHash)
}
