/** Keys can be rotated while the product runs: a process that still seals with the old key can open values sealed with the new one. */
import { createHmac, hkdfSync } from 'node:crypto'

/** The keys for one purpose, 32 bytes each. The first one seals; all of them open. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

export type KeyPurpose =
  | 'seal'
  | 'codec'
  | 'operatorsCodec'
  | 'session'
  | 'localCodecAddress'
  | 'upload'
  | 'browser'
  | 'link'
  | 'export'
  | 'exam'
  | 'webhookSecret'

const derived = new WeakMap<KeyRing, Map<KeyPurpose, KeyRing>>()

/** The keys for one purpose, so that no two purposes share a key. Cached, because every request needs them. */
export function deriveKey(masterKey: KeyRing, purpose: KeyPurpose): KeyRing {
  const known = derived.get(masterKey) ?? new Map<KeyPurpose, KeyRing>()
  const keys = known.get(purpose) ?? deriveAnew(masterKey, purpose)
  derived.set(masterKey, known.set(purpose, keys))
  return keys
}

function deriveAnew(masterKey: KeyRing, purpose: KeyPurpose): KeyRing {
  const [first, ...others] = masterKey.map((key) => Buffer.from(hkdfSync('sha256', key, 'trilho', purpose, 32)))
  return [first as Buffer, ...others]
}

const ids = new WeakMap<Buffer, string>()

/** Eight characters that identify a key without revealing it. */
export function keyId(key: Buffer): string {
  const known = ids.get(key) ?? createHmac('sha256', key).update('key id').digest('hex').slice(0, 8)
  ids.set(key, known)
  return known
}

/**
 * @param sealing the key of TRILHO_MASTER_KEY.
 * @param readable TRILHO_READABLE_MASTER_KEYS: further keys that open and never seal.
 * @param problems receives a message if the variable does not hold keys.
 */
export function readKeyRing(sealing: Buffer, readable: string | undefined, problems: string[]): KeyRing {
  const others = (readable ?? '')
    .split(',')
    .filter(Boolean)
    .map((text) => Buffer.from(text, 'base64'))
  if (others.some(({ length }) => length !== 32)) {
    problems.push('TRILHO_READABLE_MASTER_KEYS must be keys of 32 bytes in base64, with commas between them')
  }
  return [sealing, ...others.filter((key) => !key.equals(sealing))]
}
