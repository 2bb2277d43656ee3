/** What the API says of a problem, in the reader's language. The API itself speaks English, but for what it quotes. */
import i18next from 'i18next'
import type { Problem } from '../api/contract.ts'

/** Something on the way to the API may answer with less than a whole problem. */
export type Told = Partial<Problem>

/** What they say is the provider's own message. */
const QUOTING: readonly Told['code'][] = ['provider_refused', 'provider_failed', 'refund_not_approved']

/** The API's own words, where they say more than the kind of problem, and than its fields. */
export function wordsOfApi({ detail, title, errors = [] }: Told): string | undefined {
  const isSaidByFields = errors.some(({ message }) => detail?.includes(message))
  return isSaidByFields || detail === title ? undefined : detail || undefined
}

/** Whether the reader can read the API's own words. */
export const isReadable = ({ code }: Told): boolean => i18next.language === 'en' || QUOTING.includes(code)

/** In the reader's language. Undefined for a code that this page does not know yet. */
export function sentenceOf(problem: Told): string | undefined {
  const said = isReadable(problem) ? wordsOfApi(problem) : undefined
  if (said !== undefined) return said
  const { code } = problem
  return code !== undefined && i18next.exists(`problems:${code}`) ? i18next.t(`problems:${code}`) : undefined
}
