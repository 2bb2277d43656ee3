import { useState } from 'react'
import { fieldErrorsOf } from '../api/field-errors.ts'
import { saidByApi, useErrorText } from './use-error-text.ts'

/**
 * What the API says of one file that was sent with a form, for its field.
 * @param name the last part of the path by which the API calls it.
 */
export function useRefusedFile(name: string) {
  const errorText = useErrorText()
  const [said, setSaid] = useState<ReturnType<typeof saidByApi>>()
  return {
    error: errorText(said),
    forget: () => setSaid(undefined),
    /** @returns whether the file is all that the API refuses. */
    refuse: (error: unknown): boolean => {
      const told = fieldErrorsOf(error)
      const ofFile = told.filter(({ path }) => path.split('/').at(-1) === name)
      setSaid(ofFile[0] && saidByApi(ofFile[0]))
      return ofFile.length > 0 && ofFile.length === told.length
    },
  }
}
