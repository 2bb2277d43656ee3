/** What the API says of a problem, in the reader's language. The API itself speaks English, but for what it quotes. */
import i18next from 'i18next'
import type { Problem } from '../api/contract.ts'
import { failureWords } from '../i18n/failure-words.ts'
import type { rules } from '../i18n/pt-BR/rules.ts'

/** Something on the way to the API may answer with less than a whole problem. */
export type Told = Partial<Problem>

/** What they say is the provider's own message, or ours about it. */
const QUOTING: readonly Told['code'][] = ['provider_refused', 'provider_failed', 'refund_not_approved']

/**
 * The API's own words, where they say more than the kind of problem.
 * @param isMarking the page puts what is said of a field beside it: words that say only that are left out.
 */
export function wordsOfApi({ code, detail, title, errors = [] }: Told, isMarking = false): string | undefined {
  const isBesideFields =
    isMarking && errors.length > 0 && errors.every(({ path, message }) => path !== '' && detail?.includes(message))
  if (isBesideFields || detail === title || !detail) return undefined
  return QUOTING.includes(code) ? failureWords(detail) : detail
}

/** Whether the reader can read the API's own words. */
export const isReadable = ({ code }: Told): boolean => i18next.language === 'en' || QUOTING.includes(code)

/** In the reader's language. Undefined for a code that this page does not know yet. @param isMarking as of `wordsOfApi`. */
export function sentenceOf(problem: Told, isMarking = false): string | undefined {
  const { code, errors = [] } = problem
  const rule = errors.map((told) => told.rule).find(hasText)
  if (rule !== undefined) return i18next.t(`rules:${rule}`)
  const said = isReadable(problem) ? wordsOfApi(problem, isMarking) : undefined
  if (said !== undefined) return said
  return code !== undefined && i18next.exists(`problems:${code}`) ? i18next.t(`problems:${code}`) : undefined
}

/** Whether pages say the rule in the reader's language. */
export const hasText = (rule: string): rule is keyof typeof rules => i18next.exists(`rules:${rule}`)
