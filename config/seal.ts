/** AES-256-GCM for values at rest and for Temporal payloads. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type KeyRing, keyId } from './keys.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The value was sealed with an unknown key, or was changed since. */
export class UnreadableSeal extends Error {
  override name = 'UnreadableSeal'
}

/** Nonce, tag and ciphertext in one buffer. */
export function sealBytes(plain: Uint8Array, [key]: KeyRing): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', imported(key), nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws UnreadableSeal */
export function openBytes(sealed: Uint8Array, keys: KeyRing): Buffer {
  for (const key of keys) {
    const opened = openedWith(Buffer.from(sealed), key)
    if (opened) return opened
  }
  throw new UnreadableSeal('Sealed with none of the keys of this process')
}

function openedWith(bytes: Buffer, key: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', imported(key), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The key's id, a full stop, and `sealBytes` in Base64, so that the database can find the rows that a key has sealed. */
export function seal(plain: string, keys: KeyRing): string {
  return `${keyId(keys[0])}.${sealBytes(Buffer.from(plain), keys).toString('base64')}`
}

/** @throws UnreadableSeal */
export function open(sealed: string, keys: KeyRing): string {
  return openWithKey(sealed, keys).plain
}

/**
 * As `open`, and also returns the key that sealed the value, from which other keys may have been derived.
 * @throws UnreadableSeal
 */
export function openWithKey(sealed: string, keys: KeyRing): { plain: string; key: Buffer } {
  const [id, text = ''] = sealed.split('.')
  const key = keys.find((candidate) => keyId(candidate) === id)
  if (!key) throw new UnreadableSeal('Sealed with none of the keys of this process')
  return { plain: openBytes(Buffer.from(text, 'base64'), [key]).toString(), key }
}

/** Cached, because importing a key into the cryptographic library costs as much as sealing a short text. */
const importedKeys = new WeakMap<Buffer, KeyObject>()

function imported(key: Buffer): KeyObject {
  const known = importedKeys.get(key) ?? createSecretKey(key)
  importedKeys.set(key, known)
  return known
}
