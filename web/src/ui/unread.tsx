/** Until something has been read for the first time: the wait for it, or why it could not be read and the button that tries again. */
import { type ReactNode, useState } from 'react'
import { ErrorState } from './states.tsx'

interface Reading {
  data: unknown
  /** What stands there is another reading's, until this one has come. */
  isPlaceholderData?: boolean
  error: unknown
  errorUpdateCount: number
}

/**
 * @returns why something that has never been read could not be; null where it was read, or has not failed yet. While it is read again,
 * the query knows no error: the last one stands until there is an answer, so that what the focus is on stays.
 */
export function useFirstFailure({ data, isPlaceholderData = false, error, errorUpdateCount }: Reading): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  const isUnread = data === undefined || isPlaceholderData
  return isUnread && errorUpdateCount > 0 ? (error ?? last) : null
}

/** @returns what was read; undefined before, and while it could not be, also if what another reading brought stands there meanwhile. */
export function useRead<Data>(query: Reading & { data: Data | undefined }): Data | undefined {
  return useFirstFailure(query) === null ? query.data : undefined
}

interface UnreadProps {
  query: Reading & { isFetching: boolean; refetch: () => unknown }
  waiting?: ReactNode
}

export function Unread({ query, waiting }: UnreadProps) {
  const failure = useFirstFailure(query)
  if (failure === null) return query.data === undefined ? waiting : null
  return <ErrorState error={failure} busy={query.isFetching} onRetry={() => void query.refetch()} />
}
