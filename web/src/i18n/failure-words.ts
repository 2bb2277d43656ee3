/** Why something failed, in the reader's language. */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { inWords } from '../../../domain/our-words.ts'

/** @param message as the API has it. */
export function failureWords(message: string): string {
  return inWords(message, i18next.getResourceBundle(i18next.language, 'failures'))
}

/** `failureWords`, for what is drawn anew in another language. */
export function useFailureWords(): typeof failureWords {
  useTranslation()
  return failureWords
}
