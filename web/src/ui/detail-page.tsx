/** What the pages of single things have in common: the wait for one, the way back, a refusal in words. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { withLastSearch } from './last-search.ts'
import { Skeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

/** Its outline while it is on its way, what went wrong, or the thing itself. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation('common')
  if (query.isPending) {
    return (
      <div role="status" aria-label={t('loading')} className="mx-auto grid max-w-7xl gap-4 px-4 py-8 md:px-8">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    )
  }
  if (query.isError) {
    return (
      <div className="py-16">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  return children(query.data)
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

export function RefusalNote({ message }: { message: string }) {
  return (
    <p className="mb-4 flex items-start gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4 text-danger-ink md:px-6">
      <CircleX aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{message}</span>
    </p>
  )
}
