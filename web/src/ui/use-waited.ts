import { useEffect, useState } from 'react'

const LONG_MS = 4_000
const VERY_LONG_MS = 20_000

/** Which waiting message to show; undefined while the wait is short. */
export function useWaited(isGoingOn: boolean): 'long' | 'veryLong' | undefined {
  const [waited, setWaited] = useState<'long' | 'veryLong'>()
  useEffect(() => {
    setWaited(undefined)
    if (!isGoingOn) return undefined
    const timers = [setTimeout(() => setWaited('long'), LONG_MS), setTimeout(() => setWaited('veryLong'), VERY_LONG_MS)]
    return () => timers.forEach(clearTimeout)
  }, [isGoingOn])
  return waited
}
