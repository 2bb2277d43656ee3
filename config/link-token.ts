/**
 * What stands in a link that somebody is mailed. The database keeps its hash alone; the mail, which is written later and elsewhere,
 * finds it again from the link's id and our key.
 */
import { createHash, createHmac } from 'node:crypto'
import type { KeyRing } from './keys.ts'

const made = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('base64url')

/** What a link is known by. */
export const linkTokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** The hash of a new link's token. */
export const newLinkHash = ([key]: KeyRing, id: string) => linkTokenHash(made(key, id))

/** Undefined when none of our keys has made it. */
export function linkTokenOf(keys: KeyRing, link: { id: string; tokenHash: string }): string | undefined {
  return keys.map((key) => made(key, link.id)).find((token) => linkTokenHash(token) === link.tokenHash)
}
