import { useState } from 'react'
import { fieldErrorsOf } from '../api/field-errors.ts'
import { saidByApi, useErrorText } from './use-error-text.ts'

/**
 * What the API says of one field that only it can judge, as a file or an address, to be put beside it.
 * @param name the last part of the path by which the API calls it.
 */
export function useRefusedField(name: string) {
  const errorText = useErrorText()
  const [said, setSaid] = useState<ReturnType<typeof saidByApi>>()
  return {
    error: errorText(said),
    forget: () => setSaid(undefined),
    /** @returns whether the field is all that the API refuses. */
    refuse: (error: unknown): boolean => {
      const told = fieldErrorsOf(error)
      const ofField = told.filter(({ path }) => path.split('/').at(-1) === name)
      setSaid(ofField[0] && saidByApi(ofField[0]))
      return ofField.length > 0 && ofField.length === told.length
    },
  }
}
