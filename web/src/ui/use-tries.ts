import { type RefObject, useState } from 'react'
import { useFirstWrong } from './use-first-wrong.ts'

/** A form shows its mistakes once it was tried to be sent; each further try leads to the first wrong field. */
export function useTries(): { form: RefObject<HTMLFormElement | null>; isTried: boolean; tried: () => void } {
  const [tries, setTries] = useState(0)
  const form = useFirstWrong(tries)
  return { form, isTried: tries > 0, tried: () => setTries((count) => count + 1) }
}
