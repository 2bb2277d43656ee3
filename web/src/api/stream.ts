/** Server-sent events that outlive a restart of the server. */
import { useEffect, useEffectEvent, useState } from 'react'
import { inMode } from './mode.ts'

export type StreamState = 'connecting' | 'live' | 'waiting'

const RETRY_MS = 3_000

/**
 * Calls `onCharge` with the parsed data of every `charge` event. After a gap `onGap` is called, because events may have
 * been missed. No path, no stream.
 */
export function useChargeStream(
  path: string | null,
  onCharge: (data: unknown) => void,
  onGap: () => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const handleCharge = useEffectEvent(onCharge)
  const handleGap = useEffectEvent(onGap)

  useEffect(() => {
    if (path === null) return
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined
    let wasLost = false

    const open = () => {
      source = new EventSource(inMode(path))
      source.addEventListener('open', () => {
        setState('live')
        if (wasLost) handleGap()
        wasLost = false
      })
      source.addEventListener('charge', (event: MessageEvent<string>) => handleCharge(JSON.parse(event.data)))
      source.addEventListener('error', () => {
        wasLost = true
        setState('waiting')
        // The browser reconnects by itself after a broken connection, but not after an answer other than 200.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
      })
    }
    open()
    return () => {
      clearTimeout(retry)
      source.close()
    }
  }, [path])

  return state
}
