import { useEffect, useState } from 'react'
import { asOfServer } from '../api/server-clock.ts'

/** The current time, updated every `everyMs` milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The same by the API's clock, which says when something ends: a device's own may be hours off. */
export const useServerNow = (everyMs: number): number => asOfServer(useNow(everyMs))
