import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useSingleKeys } from '../ui/single-keys.ts'

/**
 * Ctrl-K searches everything. `/` searches where there is a search, and `n` starts a charge: not while one types, nor where a user has
 * turned off what a single key does. None where a dialog is open.
 */
export function useShortcuts(searchEverything: () => void): void {
  const navigate = useNavigate()
  const search = useEffectEvent(searchEverything)
  const [singleKeys] = useSingleKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        search()
      }
      if (singleKeys === 'off' || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target)) return
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
  }, [navigate, singleKeys])
}

/** Menus and lists of options are searched by typing, too. */
const TYPED_INTO = 'input, textarea, select, [role="menu"], [role="listbox"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPED_INTO) !== null)
