import { useEffect } from 'react'

/** `/` leads to the search, as on the console's pages; Escape there empties it, which browsers do by themselves. */
export function useSlash(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement
      if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || isTyping) return
      event.preventDefault()
      document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
