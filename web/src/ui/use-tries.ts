import { type RefObject, useEffect, useRef, useState } from 'react'

/** A form shows its mistakes once it was tried to be sent; each further try leads to the first wrong field. */
export function useTries(): { form: RefObject<HTMLFormElement | null>; isTried: boolean; tried: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  return { form, isTried: tries > 0, tried: () => setTries((count) => count + 1) }
}
