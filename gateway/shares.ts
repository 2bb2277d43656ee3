/**
 * Places that platforms share. A platform whose requests hang keeps its places, so each platform may take only a share that leaves an
 * equal share for one more platform: half of the places if it is alone, a third each for two.
 */
export interface Shares {
  /** The total number of places. */
  places: number
  hasRoom(platformId: string): boolean
  take(platformId: string): void
  give(platformId: string): void
  /** How many places the platform holds. */
  held(platformId: string): number
  /** How many places all of them hold. */
  taken(): number
}

/** @param most that one platform may take. */
export function createShares(places: number, most = places): Shares {
  const holders = new Map<string, number>()
  let taken = 0
  const held = (platformId: string) => holders.get(platformId) ?? 0
  const shareOf = (platformId: string) => {
    const others = holders.size - (holders.has(platformId) ? 1 : 0)
    return Math.min(most, Math.max(1, Math.floor(places / (others + 2))))
  }
  return {
    places,
    held,
    taken: () => taken,
    hasRoom: (platformId) => taken < places && held(platformId) < shareOf(platformId),
    take: (platformId) => {
      taken += 1
      holders.set(platformId, held(platformId) + 1)
    },
    give: (platformId) => {
      taken -= 1
      const left = held(platformId) - 1
      if (left > 0) holders.set(platformId, left)
      else holders.delete(platformId)
    },
  }
}
