/** What the pages of single things have in common: the wait for one, the way back, a refusal in words. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFailureWords } from '../i18n/failure-words.ts'
import { withLastSearch } from './last-search.ts'
import { Skeleton } from './skeleton.tsx'
import { Unread } from './unread.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** While it is on its way. */
  outline?: ReactNode
  children: (data: T) => ReactNode
}

/** Its outline while it is on its way, what went wrong, or the thing itself. */
export function Loaded<T>({ query, outline = <Outline />, children }: LoadedProps<T>) {
  return query.data === undefined ? <Unread query={query} waiting={outline} /> : children(query.data)
}

function Outline() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="mx-auto grid max-w-7xl gap-4 px-4 py-8 md:px-8">
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={withLastSearch(to)}
      className="mb-3 inline-flex items-center gap-1 text-[0.8125rem] font-medium text-ink-soft hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

interface DetailHeadingProps {
  back: { to: string; text: string }
  title: string
  /** Its status, which is announced when it changes. */
  badge: ReactNode
  children: ReactNode
}

/** What it is and how it stands, the way back above and a line about it below. */
export function DetailHeading({ back, title, badge, children }: DetailHeadingProps) {
  return (
    <>
      <BackLink to={back.to}>{back.text}</BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures min-w-0 text-3xl leading-10 font-semibold tracking-tight">{title}</h1>
        <span aria-live="polite" aria-atomic>
          {badge}
        </span>
      </div>
      <p className="mt-1 text-ink-soft">{children}</p>
    </>
  )
}

interface DetailColumnsProps {
  aside: ReactNode
  /** On a narrow screen it stands above the rest, which may be long. */
  isAsideFirst?: boolean
  children: ReactNode
}

/** Its history, and beside it what is known of it. */
export function DetailColumns({ aside, isAsideFirst = false, children }: DetailColumnsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {isAsideFirst && <div className="grid min-w-0 gap-4 lg:order-last">{aside}</div>}
      <div className="grid min-w-0 gap-4">{children}</div>
      {!isAsideFirst && <div className="grid min-w-0 gap-4">{aside}</div>}
    </div>
  )
}

/** @param message as the API has it. */
export function RefusalNote({ message }: { message: string }) {
  const failureWords = useFailureWords()
  return (
    <p className="mb-4 flex items-start gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4 text-danger-ink md:px-6">
      <CircleX aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{failureWords(message)}</span>
    </p>
  )
}
