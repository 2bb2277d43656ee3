import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** @param path of the charge or the withdrawal. What becomes of it is told by its provider's webhook. */
export const simulate = (queries: QueryClient, path: string) =>
  mutationOptions({
    mutationFn: (action: string) => api.post(`${path}/simulate`, { action }),
    onSettled: () => queries.invalidateQueries(),
  })
