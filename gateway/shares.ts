/**
 * Places that platforms share. Whoever hangs keeps what it holds, so one platform may take only so much that a platform which comes
 * next finds as much again: half of the places when it is alone, a third each of two.
 */
export interface Shares {
  /** How many there are. */
  places: number
  hasRoom(platformId: string): boolean
  take(platformId: string): void
  give(platformId: string): void
  /** How many places the platform holds. */
  held(platformId: string): number
}

export function createShares(places: number): Shares {
  const holders = new Map<string, number>()
  let taken = 0
  const held = (platformId: string) => holders.get(platformId) ?? 0
  const shareOf = (platformId: string) => {
    const others = holders.size - (holders.has(platformId) ? 1 : 0)
    return Math.max(1, Math.floor(places / (others + 2)))
  }
  return {
    places,
    held,
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
