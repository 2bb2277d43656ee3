/** A user's named filters of lists, which the API keeps. A change is shown at once, and taken back where it is refused. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Me, NewSavedFilter, SavedFilter, SavedFilterChange } from '../../api/contract.ts'
import { wholeList } from '../../api/pages.ts'
import { tellFailure } from '../../ui/failure.tsx'
import { takeOver } from './browser-filters.ts'

const PATH = '/v1/me/saved-filters'

/** Of one that the API has not answered for yet. */
export const UNSAVED = ''

const queryKey = ['saved-filters'] as const

export const savedFilters = (me: Me) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await wholeList<SavedFilter>(PATH, { signal })
      return [...data, ...(await takeOver(me, data))]
    },
  })

/** Names are unique on a list: saving under the same name replaces the filter. */
const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] => [
  ...saved.filter(({ list, name }) => list !== added.list || name !== added.name),
  added,
]

/** @param failed says that it was not done. */
export const saveFilter = (queries: QueryClient, failed: string) =>
  shownAtOnce<NewSavedFilter>(queries, failed, {
    send: (filter) => api.post(PATH, filter),
    change: (saved, filter) => withSaved(saved, { ...filter, id: UNSAVED }),
  })

/** @param failed says that it was not done. */
export const renameFilter = (queries: QueryClient, failed: string) =>
  shownAtOnce<SavedFilter>(queries, failed, {
    send: ({ id, name }) => api.patch(`${PATH}/${id}`, { name } satisfies SavedFilterChange),
    change: (saved, renamed) => saved.map((one) => (one.id === renamed.id ? renamed : one)),
  })

/** @param failed says that it was not done. */
export const forgetFilter = (queries: QueryClient, failed: string) =>
  shownAtOnce<SavedFilter>(queries, failed, {
    send: ({ id }) => api.delete(`${PATH}/${id}`),
    change: (saved, gone) => saved.filter(({ id }) => id !== gone.id),
  })

interface Change<Filter> {
  send: (filter: Filter) => Promise<unknown>
  change: (saved: readonly SavedFilter[], filter: Filter) => SavedFilter[]
}

function shownAtOnce<Filter>(queries: QueryClient, failed: string, { send, change }: Change<Filter>) {
  return mutationOptions({
    mutationFn: send,
    onMutate: async (filter: Filter) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<SavedFilter[]>(queryKey)
      queries.setQueryData(queryKey, before && change(before, filter))
      return before
    },
    onError: (error, _filter, before) => {
      queries.setQueryData(queryKey, before)
      tellFailure(failed, error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
