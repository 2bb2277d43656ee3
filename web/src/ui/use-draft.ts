import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { BASE_PATH } from '../api/mode.ts'

/** What is typed in test mode, or for another platform, does not stand in a form that moves money here. */
const keyOf = (name: string) => `trilho.draft.${BASE_PATH}${name}`

/** What was typed into the form of this name and not sent, over `empty`; a draft of another shape is forgotten. */
export function draftOf<Values extends object>(name: string, empty: Values): Values {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...empty, ...stored } : empty
  } catch {
    return empty
  }
}

/** Whether this tab keeps any. */
export const hasDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith('trilho.draft.'))

/** For whoever signs out: nobody after them should read what they typed. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('trilho.draft.')) sessionStorage.removeItem(key)
}

/**
 * Keeps what is typed for as long as the tab lives: a lost session or a wrong click costs nothing. What `keep` leaves out, such
 * as a card, is never written down.
 * @returns forgets the draft: it has become the thing itself.
 */
export function useDraft<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: string,
  keep: (values: Values) => Partial<Values> = (values) => values,
): () => void {
  const isSent = useRef(false)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isSent.current) sessionStorage.setItem(keyOf(name), JSON.stringify(keep(values)))
        },
      }),
    [form, name, keep],
  )
  return () => {
    isSent.current = true
    sessionStorage.removeItem(keyOf(name))
  }
}
