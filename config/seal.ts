/** AES-256-GCM for values at rest and for Temporal payloads. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Nonce, tag and ciphertext in one buffer. `key` is 32 bytes. */
export function sealBytes(plain: Uint8Array, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', imported(key), nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when the key is another one or a byte was changed. */
export function openBytes(sealed: Uint8Array, key: Buffer): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', imported(key), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

export function seal(plain: string, key: Buffer): string {
  return sealBytes(Buffer.from(plain), key).toString('base64')
}

export function open(sealed: string, key: Buffer): string {
  return openBytes(Buffer.from(sealed, 'base64'), key).toString()
}

/** Taking a key over into the cryptographic library costs as much as sealing a short text with it, so it is done once. */
const importedKeys = new WeakMap<Buffer, KeyObject>()

function imported(key: Buffer): KeyObject {
  const known = importedKeys.get(key) ?? createSecretKey(key)
  importedKeys.set(key, known)
  return known
}
