import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError, isReplay } from '../api/client.ts'
import { forgetSession, sessionQueries } from '../features/session/queries.ts'
import { toast } from '../ui/toast.ts'

/** What happened to a session meanwhile: it has ended, or its platform asks for a second factor by now. The shell then asks for it. */
function onError(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.status === 401) forgetSession(queryClient)
  if (error.problem?.code === 'second_factor_needed')
    void queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
}

/** A user who sends again what was never answered is shown what it made, and that nothing was made now. */
function onSuccess(answer: unknown): void {
  if (!isReplay(answer)) return
  toast.info(i18next.t('common:replayed.title'), { description: i18next.t('common:replayed.text') })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError, onSuccess }),
  defaultOptions: {
    // Without a network a request fails at once: what waited for one would be sent when no user looks any more.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})
