/** A list that is read page after page. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import { defined } from '../../../domain/defined.ts'
import { api, type Query } from './client.ts'

/** As the API gives them. */
const LARGEST_PAGE = 100

interface AnyPage {
  nextCursor: string | null
}

type Read<Page> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page>

type Rest<Page> = Pick<
  UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, QueryKey, string | undefined>,
  'refetchInterval' | 'placeholderData'
>

/** @param read one page: the first without a cursor. */
export const pages = <Page extends AnyPage>(queryKey: QueryKey, read: Read<Page>, rest: Rest<Page> = {}) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
    ...rest,
  })

export type Pages<Page extends AnyPage> = ReturnType<typeof pages<Page>>

/** The pages of one of the API's lists; `query` names the page's size, too. */
export const listAt =
  <Page extends AnyPage>(path: string, query: Query & { limit: number }): Read<Page> =>
  (cursor, signal) =>
    api.get<Page>(path, { query: { ...query, cursor }, signal })

/** A list with all of its rows, read page after page: for a choice, an order or a file that must not stop at a page's end. */
export async function wholeList<Row>(
  path: string,
  { signal, query }: { signal?: AbortSignal; query?: Query } = {},
): Promise<{ data: Row[] }> {
  const data: Row[] = []
  let cursor: string | undefined
  do {
    const asked = { query: { ...query, cursor, limit: LARGEST_PAGE }, ...defined({ signal }) }
    const page = await api.get<AnyPage & { data: Row[] }>(path, asked)
    data.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { data }
}
