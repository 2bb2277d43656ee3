import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Ctrl-K searches everything; `/` searches where there is a search, `n` starts a charge, not while one types. None where a dialog is open. */
export function useShortcuts(searchEverything: () => void): void {
  const navigate = useNavigate()
  const search = useEffectEvent(searchEverything)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        search()
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        if (!field) return
        event.preventDefault()
        field.focus()
      }
      if (event.key === 'n') {
        event.preventDefault()
        void navigate('/charges/new')
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
