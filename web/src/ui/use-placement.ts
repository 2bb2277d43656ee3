import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

const GAP = 4
/** The tallest that a dropdown's list gets. */
const LIST_HEIGHT = 265

/**
 * Where a list belongs that drops from `anchor`: below it, or above where there is no room. Fixed to the window, so that
 * neither a dialog nor a sticky bar cuts it off; it follows its anchor while things scroll.
 */
export function usePlacement(anchor: RefObject<HTMLElement | null>, isOpen: boolean): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({})
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      if (!anchor.current) return
      const { left, top, bottom, width } = anchor.current.getBoundingClientRect()
      const goesUp = innerHeight - bottom < LIST_HEIGHT + GAP && top > innerHeight - bottom
      setStyle(goesUp ? { left, width, bottom: innerHeight - top + GAP } : { left, width, top: bottom + GAP })
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [anchor, isOpen])
  return style
}
