/** Keys that are changed while the product runs: what one process seals with a new key, another opens that still seals with the old. */
import { createHmac, hkdfSync } from 'node:crypto'

/** Of one purpose, each 32 bytes. The first seals; each opens what it sealed. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

export type KeyPurpose =
  | 'seal'
  | 'codec'
  | 'session'
  | 'localCodecAddress'
  | 'upload'
  | 'browser'
  | 'link'
  | 'export'
  | 'exam'

const derived = new WeakMap<KeyRing, Map<KeyPurpose, KeyRing>>()

/** The keys for one purpose, so that no two uses share one. They are made once: requests ask for them again and again. */
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

/** Eight characters that tell keys apart and say nothing of them. */
export function keyId(key: Buffer): string {
  const known = ids.get(key) ?? createHmac('sha256', key).update('key id').digest('hex').slice(0, 8)
  ids.set(key, known)
  return known
}

/**
 * `problems` is told which variable does not hold keys.
 * @param sealing the key of TRILHO_MASTER_KEY.
 * @param readable TRILHO_READABLE_MASTER_KEYS: further keys that open and never seal.
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
