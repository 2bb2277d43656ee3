/** Chance that can be played again: the same seed gives the same numbers in the same order. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** mulberry32 (public domain): small, and good enough to deal cards with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
    shuffled: (list) => {
      const dealt = [...list]
      for (let last = dealt.length - 1; last > 0; last -= 1) {
        const other = below(last + 1)
        const held = dealt[last] as (typeof dealt)[number]
        dealt[last] = dealt[other] as (typeof dealt)[number]
        dealt[other] = held
      }
      return dealt
    },
  }
}
