/** Reads that may lag go to the replicas, in turn. One that cannot be reached is left out for a while, and the writer reads in its place. */
import { isDatabaseAway } from './errors.ts'

const LEFT_OUT_MS = 10_000

export type ReadSomewhere<Place> = <Answer>(query: (place: Place) => PromiseLike<Answer>) => Promise<Answer>

/** @returns what makes one read; it is made a second time, at the writer, where its replica turns out to be away. */
export function readingAt<Place>(writer: Place, replicas: readonly Place[]): ReadSomewhere<Place> {
  /** Since when, in milliseconds; looked for again by one read at a time, because each may have to wait for it. */
  const leftOutSince = new Map<Place, number>()
  let turn = 0
  const isLeftOut = (replica: Place) => performance.now() - (leftOutSince.get(replica) ?? -LEFT_OUT_MS) < LEFT_OUT_MS
  const next = () => {
    const inTurn = replicas.map((_, after) => replicas[(turn + after) % replicas.length] as Place)
    turn += 1
    return inTurn.find((replica) => !isLeftOut(replica))
  }
  return async (query) => {
    const replica = next()
    if (replica === undefined) return query(writer)
    if (leftOutSince.has(replica)) leftOutSince.set(replica, performance.now())
    try {
      const answer = await query(replica)
      leftOutSince.delete(replica)
      return answer
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      leftOutSince.set(replica, performance.now())
      return query(writer)
    }
  }
}
