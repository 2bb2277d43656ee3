/** RSA signatures with a platform's own key, for providers that have requests signed. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** Reading a key costs as much as signing with it, and a platform signs with the same one again and again. */
const readKeys = new Map<string, KeyObject>()
const MOST_KEYS = 100

/**
 * RSA-SHA256 (PKCS #1 v1.5), in Base64.
 * @param privateKey PEM in Base64.
 * @throws Error when it is no key.
 */
export function rsaSha256(text: string, privateKey: string): string {
  return sign('sha256', Buffer.from(text, 'utf8'), keyFrom(privateKey)).toString('base64')
}

function keyFrom(privateKey: string): KeyObject {
  const known = readKeys.get(privateKey)
  if (known) return known
  const key = createPrivateKey(Buffer.from(privateKey, 'base64'))
  if (readKeys.size >= MOST_KEYS) readKeys.clear()
  readKeys.set(privateKey, key)
  return key
}
