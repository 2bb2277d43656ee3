/** A ceiling on refused cards per address, so that no page tells which of many cards are good. Counted in this process alone. */
import { LRUCache } from 'lru-cache'
import { callerAddress } from '../caller-address.ts'

const TEN_MINUTES = 10 * 60_000
/** The least used are forgotten. */
const MOST_COUNTED = 100_000

export interface RefusedCards {
  /** Milliseconds until another card may be tried; undefined when it may be now. */
  wait(ip: string): number | undefined
  note(ip: string): void
}

export function createRefusedCards(most: number): RefusedCards {
  const counted = new LRUCache<string, number>({ max: MOST_COUNTED, ttl: TEN_MINUTES, noUpdateTTL: true })
  return {
    wait: (ip) => {
      const address = callerAddress(ip)
      return (counted.get(address) ?? 0) < most ? undefined : counted.getRemainingTTL(address)
    },
    note: (ip) => {
      const address = callerAddress(ip)
      counted.set(address, (counted.get(address) ?? 0) + 1)
    },
  }
}
