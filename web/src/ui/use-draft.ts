import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { BASE_PATH } from '../api/mode.ts'

const PREFIX = 'trilho.draft.'
const ATTEMPT_PREFIX = 'trilho.attempt.'

/** A draft from test mode or from another platform does not appear in this form. */
const keyOf = (name: string) => `${PREFIX}${BASE_PATH}${name}`

/** Where a request of money is kept that has no answer yet. */
export const attemptPlace = (name: string) => `${ATTEMPT_PREFIX}${BASE_PATH}${name}`

/** The unsent draft of this form, merged over `empty`; a draft of another shape is dropped. */
export function draftOf<Values extends object>(name: string, empty: Values): Values {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...empty, ...stored } : empty
  } catch {
    return empty
  }
}

const keysBelow = (prefix: string) => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

/** Whether this tab keeps any draft. */
export const hasDrafts = (): boolean => keysBelow(PREFIX).length > 0

/** Called at sign-out, so that the next user cannot read what was typed. */
export function forgetDrafts(): void {
  for (const key of [...keysBelow(PREFIX), ...keysBelow(ATTEMPT_PREFIX)]) sessionStorage.removeItem(key)
}

/**
 * Keeps the draft while the tab is open, across a lost session or a wrong click. What `keep` leaves out, such
 * as a card, is never stored.
 * @returns a function that drops the draft, for use after the form was sent.
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
