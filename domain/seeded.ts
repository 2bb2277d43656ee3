/** Reproducible random numbers: the same texts always give the same number. */

/** Evenly distributed from 0 (included) to 1 (excluded). */
export function fractionOf(seed: string, name: string): number {
  const text = `${seed}/${name}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // FNV-1a alone gives similar hashes for similar inputs. MurmurHash3's final step spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
