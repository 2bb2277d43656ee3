import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first wrong field in the page's order. A form of react-hook-form is told `shouldFocusError: false`: it would go
 * by the order in which its fields were registered.
 * @param tries how often the form was tried to be sent.
 */
export function useFirstWrong(tries: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = tries > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    for (let fold = wrong.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true
    wrong.focus()
  }, [tries])
  return form
}
