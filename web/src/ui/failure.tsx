/** Says why something was not done. */
import i18next from 'i18next'
import { toast } from 'sonner'
import { ApiError } from '../api/client.ts'
import type { Problem } from '../api/contract.ts'
import { isReadable, wordsOfApi } from './problem-words.ts'
import { explain } from './states.tsx'

/** What a page knows better to say of a problem, by its code. */
type OwnWords = Partial<Record<Problem['code'], string>>

/** One sentence, in the reader's language. */
export function reasonOf(error: unknown, own: OwnWords = {}): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  const { kind, detail } = explain(error)
  return (code && own[code]) ?? detail ?? i18next.t(`common:error.${kind}.text`)
}

/** The reason; below it, small, what else the API says where that is in another language. */
export function Why({ error, own = {} }: { error: unknown; own?: OwnWords }) {
  const problem = error instanceof ApiError ? error.problem : undefined
  return (
    <>
      {reasonOf(error, own)}
      {problem && !isReadable(problem) && !own[problem.code] && <ApiWords error={error} />}
    </>
  )
}

/** Small, what the API itself says beyond the kind of problem. @param lead of what it says it. */
export function ApiWords({ error, lead }: { error: unknown; lead?: string }) {
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

/** @param title what was not done. */
export function tellFailure(title: string, error: unknown, own: OwnWords = {}): void {
  toast.error(title, { description: <Why error={error} own={own} /> })
}
