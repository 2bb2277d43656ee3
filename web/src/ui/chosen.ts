/** A user's choice for all pages: the document holds it, the browser keeps it, `public/theme.js` applies it before the first paint. */
import { useSyncExternalStore } from 'react'

/** @param values the first one is the default, and is not stored. */
export function chosen<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const key = `trilho.${name}`
  const listeners = new Set<() => void>()
  const known = (text: string | null | undefined): Value => values.find((value) => value === text) ?? values[0]
  const current = () => known(document.documentElement.dataset[name])

  function apply(value: Value): void {
    if (value === values[0]) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = value
    for (const tell of listeners) tell()
  }

  function choose(value: Value): void {
    apply(value)
    try {
      localStorage.setItem(key, value)
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  }

  /** A choice made in another tab applies here, too. */
  function onStorage(event: StorageEvent): void {
    if (event.key === key) apply(known(event.newValue))
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) addEventListener('storage', onStorage)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) removeEventListener('storage', onStorage)
    }
  }

  /** Every component that shows the choice is told of a change, from any source. */
  return (): [Value, (value: Value) => void] => [useSyncExternalStore(subscribe, current), choose]
}
