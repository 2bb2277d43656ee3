import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { PersonPaper, PersonPapers } from '../../api/contract.ts'

type Name = PersonPaper['name']

const pathOf = (userId: string) => `/v1/users/${encodeURIComponent(userId)}/documents`

export const paperQueries = {
  of: (userId: string) =>
    queryOptions({
      queryKey: ['papers', userId],
      queryFn: ({ signal }) => api.get<PersonPapers>(pathOf(userId), { signal }),
    }),
}

/** The address is valid for a minute, so it is requested when the file is opened. */
export async function paperAddress(userId: string, name: Name): Promise<string | undefined> {
  const { data } = await api.get<PersonPapers>(pathOf(userId))
  return data.find((paper) => paper.name === name)?.url
}

const refresh = (queries: QueryClient, userId: string) => () =>
  queries.invalidateQueries({ queryKey: paperQueries.of(userId).queryKey })

export const givePaper = (queries: QueryClient, userId: string) =>
  mutationOptions({
    mutationFn: ({ name, url }: { name: Name; url: string }) => api.post(`${pathOf(userId)}/${name}`, { url }),
    onSettled: refresh(queries, userId),
  })

export const removePaper = (queries: QueryClient, userId: string, name: Name) =>
  mutationOptions({
    mutationFn: () => api.delete(`${pathOf(userId)}/${name}`),
    onSettled: refresh(queries, userId),
  })
