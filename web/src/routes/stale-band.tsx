/** Above a page that could not be read again: what it shows stays, and may be out of date. */
import { notifyManager, type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { explain } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'

const ASK_AGAIN_MS = 10_000

/** A list that could not be read further says so itself. */
const isStale = (query: Query) =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.data !== undefined &&
  query.state.fetchMeta?.fetchMore === undefined

/** What may answer another time, as a refusal does not. */
const isPassing = ({ state }: Query) =>
  state.error instanceof ApiError && (state.error.status === 0 || state.error.status >= 500)

export function StaleBand() {
  const { t } = useTranslation('common')
  const queries = useQueryClient()
  const oldest = useOldest()
  const isAsking = useIsFetching({ predicate: isStale }) > 0
  const isThere = oldest !== undefined
  useEffect(() => {
    if (!isThere) return
    const timer = setInterval(
      () => void queries.refetchQueries({ predicate: (query) => isStale(query) && isPassing(query) }),
      ASK_AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [isThere, queries])
  return (
    <div className={cx(oldest && BAND)}>
      {oldest && <CloudOff aria-hidden className="size-4 shrink-0" />}
      <p role="status" className="font-medium text-ink">
        {oldest && t(titleOf(oldest.state.error))}
      </p>
      {oldest && (
        <>
          <p>
            {t('stale.last')} <RelativeTime at={new Date(oldest.state.dataUpdatedAt).toISOString()} />
          </p>
          <Button size="small" busy={isAsking} onClick={() => void queries.refetchQueries({ predicate: isStale })}>
            {t('error.retry')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The first of them that could not be read again. */
function useOldest(): Query | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => cache.findAll({ predicate: isStale }).toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)[0],
  )
}

function titleOf(error: unknown) {
  const { kind } = explain(error)
  return kind === 'offline' || kind === 'unavailable' ? (`error.${kind}.title` as const) : 'stale.title'
}

const BAND =
  'flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 text-[0.8125rem] text-ink-soft'
