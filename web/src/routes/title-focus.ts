/** After a change of page, it is seen from its top, and screen readers and keyboard users start at its title. */
import { useEffect, useRef } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'

/** @param path of the page. Where the focus stands in the page already, as in a form's first field, it stays. */
export function useTitleFocus(path: string): void {
  const before = useRef(path)
  const by = useNavigationType()
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    if (isNew(by)) window.scrollTo(0, 0)
    const content = document.getElementById('content')
    if (!content || focusTitle(content)) return
    // A page of one thing has no title until the thing has come.
    const observer = new MutationObserver(() => {
      if (focusTitle(content)) observer.disconnect()
    })
    observer.observe(content, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [path, by])
}

/** What a form has become, at the form's address, is seen from its top, too. */
export function useTitleFirst(): void {
  useEffect(() => {
    window.scrollTo(0, 0)
    const content = document.getElementById('content')
    if (content) focusTitle(content)
  }, [])
}

/** Back and forward go to where the page was left, which the browser knows. */
const isNew = (by: NavigationType): boolean => by !== 'POP'

/** Whether there is nothing more to wait for. */
function focusTitle(content: HTMLElement): boolean {
  const title = content.querySelector('h1')
  if (!title) return false
  const focused = document.activeElement
  const isElsewhere = focused !== null && focused !== content && content.contains(focused)
  if (isElsewhere || document.querySelector('[role="dialog"]')) return true
  title.tabIndex = -1
  title.classList.add('outline-none')
  title.focus({ preventScroll: true })
  return true
}
