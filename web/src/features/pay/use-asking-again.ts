import { useEffect, useEffectEvent } from 'react'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/** Calls `ask` less and less often while `isLost`: what could not be read may be there by then. */
export function useAskingAgain(isLost: boolean, ask: () => void): void {
  const askAgain = useEffectEvent(ask)
  useEffect(() => {
    if (!isLost) return
    let timer: ReturnType<typeof setTimeout>
    const askAfter = (waitMs: number): void => {
      timer = setTimeout(() => {
        askAgain()
        askAfter(Math.min(waitMs * 2, LONGEST_WAIT_MS))
      }, waitMs)
    }
    askAfter(FIRST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isLost])
}
