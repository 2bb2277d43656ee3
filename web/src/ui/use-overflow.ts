import { type RefObject, useEffect, useState } from 'react'

/** Whether something scrolls on to the left and to the right of what can be seen of it. */
export function useOverflow(ref: RefObject<HTMLElement | null>): { left: boolean; right: boolean } {
  const [hidden, setHidden] = useState({ left: false, right: false })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const left = element.scrollLeft > 1
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setHidden((before) => (before.left === left && before.right === right ? before : { left, right }))
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    for (const child of element.children) resized.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return hidden
}
