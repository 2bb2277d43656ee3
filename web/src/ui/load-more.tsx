/** Below a list that has more: the button for it, and what became of a press that brought nothing. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { explain } from './states.tsx'

export function LoadMore({ query }: { query: UseInfiniteQueryResult<InfiniteData<unknown>> }) {
  const { t } = useTranslation('common')
  if (!query.hasNextPage) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-danger-ink">
          {t(`error.${explain(query.error).kind}.title`)}
        </p>
      )}
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t(query.isFetchNextPageError ? 'error.retry' : 'loadMore')}
      </Button>
    </div>
  )
}
