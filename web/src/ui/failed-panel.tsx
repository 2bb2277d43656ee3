/** In place of a part of a page that could not be read the first time. */
import { useState } from 'react'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

interface Part {
  data: unknown
  error: unknown
  errorUpdateCount: number
}

/**
 * @returns why a part that has never been read could not be; null where it was read, or has not failed yet. While it is read again, the
 * query knows no error: the last one stands until there is an answer, so that what the focus is on stays.
 */
export function useFirstFailure({ data, error, errorUpdateCount }: Part): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  return data === undefined && errorUpdateCount > 0 ? (error ?? last) : null
}

interface FailedPanelProps {
  title: string
  failure: unknown
  query: { isFetching: boolean; refetch: () => unknown }
}

export function FailedPanel({ title, failure, query }: FailedPanelProps) {
  return (
    <Panel title={title}>
      <ErrorState error={failure} busy={query.isFetching} onRetry={() => void query.refetch()} />
    </Panel>
  )
}
