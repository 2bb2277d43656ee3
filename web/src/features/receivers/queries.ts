import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ListSort } from '../../../../domain/list-sort.ts'
import { isReceiverSettled } from '../../../../domain/receiver.ts'
import { api } from '../../api/client.ts'
import type {
  NewReceiver,
  Receiver,
  ReceiverAttempts,
  ReceiverDocument,
  ReceiverEvents,
  ReceiverList,
  ReceiverPapers,
} from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { sendOnce } from '../../api/tries.ts'

const PAGE_SIZE = 25
const PATH = '/v1/receivers'

export type ReceiverQuery = {
  q?: string
  status?: string
  provider?: string
  createdFrom?: string
  createdTo?: string
  sort?: ListSort
}

const papersPath = (id: string) => `${PATH}/${encodeURIComponent(id)}/documents`

export const receiverQueries = {
  all: () => ['receivers'] as const,
  list: (query: ReceiverQuery) =>
    pages([...receiverQueries.all(), 'list', query], listAt<ReceiverList>(PATH, { ...query, limit: PAGE_SIZE }), {
      refetchInterval: ({ state }) =>
        refreshEvery(
          state.data?.pages.some(({ data }) => data.some(({ status }) => !isReceiverSettled(status))) ?? false,
        ),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...receiverQueries.all(), 'one', id],
      queryFn: ({ signal }) => api.get<Receiver>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: ({ state }) => refreshEvery(!!state.data && !isReceiverSettled(state.data.status)),
    }),
  events: (id: string) =>
    queryOptions({
      queryKey: [...receiverQueries.all(), 'events', id],
      queryFn: ({ signal }) => api.get<ReceiverEvents>(`${PATH}/${id}/events`, { signal }),
      refetchInterval: refreshEvery(true),
    }),
  /** Each reading is written to the audit log, so it is one that a user asks for. */
  papers: (id: string) =>
    queryOptions({
      queryKey: [...receiverQueries.all(), 'papers', id],
      refetchOnWindowFocus: false,
      queryFn: ({ signal }) => api.get<ReceiverPapers>(papersPath(id), { signal }),
    }),
  attempts: (id: string) =>
    queryOptions({
      queryKey: [...receiverQueries.all(), 'attempts', id],
      queryFn: ({ signal }) => api.get<ReceiverAttempts>(`${PATH}/${id}/attempts`, { signal }),
      refetchInterval: refreshEvery(true),
    }),
}

/** `key` is the same for every repeat of one submission: a repeat is answered, and opens no second account. */
/** @param place where tries of it are kept. @param onMade called once it is made, though its page has been left. */
export const createReceiver = (queries: QueryClient, place: string, onMade: () => void) =>
  mutationOptions({
    mutationFn: (receiver: NewReceiver) =>
      sendOnce(place, receiver, ({ key }) =>
        api.post<Receiver>(PATH, receiver, { headers: { 'idempotency-key': key } }),
      ),
    onSuccess: onMade,
    onSettled: () => queries.invalidateQueries({ queryKey: receiverQueries.all() }),
  })

/** The address is valid for a minute. */
export async function receiverPaperAddress(id: string, name: ReceiverDocument): Promise<string | undefined> {
  const { data } = await api.get<ReceiverPapers>(papersPath(id))
  return data.find((paper) => paper.name === name)?.url
}

export const removeReceiverPaper = (queries: QueryClient, id: string, name: ReceiverDocument) =>
  mutationOptions({
    mutationFn: () => api.delete(`${papersPath(id)}/${name}`),
    onSettled: () => queries.invalidateQueries({ queryKey: receiverQueries.papers(id).queryKey }),
  })
