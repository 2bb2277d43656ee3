/** Says why something was not done. */
import i18next from 'i18next'
import { ApiError, isOutcomeUnknown } from '../api/client.ts'
import type { Problem } from '../api/contract.ts'
import { formatSpan } from '../i18n/format.ts'
import { isReadable, sentenceOf, wordsOfApi } from './problem-words.ts'
import { explain } from './states.tsx'
import { toast } from './toast.ts'

/** What a page knows better to say of a problem, by its code. */
type OwnWords = Partial<Record<Problem['code'], string>>

/** One sentence, in the reader's language. @param isMarking the page puts what is said of a field beside it. */
export function reasonOf(error: unknown, own: OwnWords = {}, isMarking = false): string {
  const problem = error instanceof ApiError ? error.problem : undefined
  const better = problem && ownWords(error, own)[problem.code]
  if (better !== undefined) return better
  const said = (problem && sentenceOf(problem, isMarking)) ?? i18next.t(`common:error.${explain(error).kind}.text`)
  return [said, whenAgain(error)].filter(Boolean).join(' ')
}

/** Of too many requests, when to ask again. */
function whenAgain(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === undefined) return undefined
  return i18next.t('common:error.again', { wait: formatSpan(error.retryAfter * 1_000, i18next.language) })
}

/** Of what goes under a key, it is safe to send it again; of anything else it is not. */
const ownWords = (error: unknown, own: OwnWords): OwnWords =>
  error instanceof ApiError && error.hasKey ? { outcome_unknown: i18next.t('common:error.sameAgain'), ...own } : own

interface WhyProps {
  error: unknown
  own?: OwnWords
  /** The page puts what is said of a field beside it. */
  isMarking?: boolean
}

/** The reason; below it, small, what else the API says. */
export function Why({ error, own = {}, isMarking = false }: WhyProps) {
  const problem = error instanceof ApiError ? error.problem : undefined
  const reason = reasonOf(error, own, isMarking)
  const words = problem && !ownWords(error, own)[problem.code] ? wordsOfApi(problem, isMarking) : undefined
  return (
    <>
      {reason}
      {words && words !== reason && <ApiWords error={error} />}
    </>
  )
}

/** Small, what the API says of a submission that may have been made; of one that it calls so itself, the page has said it. */
export function WordsOfThis({ error }: { error: unknown }) {
  if (isOutcomeUnknown(error)) return null
  return <ApiWords error={error} lead={i18next.t('common:error.ofThisRequest')} />
}

/** Small, what the API itself says beyond the kind of problem. @param lead of what it says it. */
function ApiWords({ error, lead }: { error: unknown; lead?: string }) {
  const problem = error instanceof ApiError ? error.problem : undefined
  const words = problem && wordsOfApi(problem)
  if (!words) return null
  return (
    <span className="mt-1 block text-xs [overflow-wrap:anywhere]">
      {lead && `${lead} `}
      <span lang={isReadable(problem) ? undefined : 'en'}>{words}</span>
    </span>
  )
}

/** @param title what was not done. @returns the toast's id. */
export function tellFailure(title: string, error: unknown, own: OwnWords = {}): string {
  return toast.error(title, { description: <Why error={error} own={own} />, words: reasonOf(error, own) })
}
