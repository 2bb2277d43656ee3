import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { NewPlatform, Platform, PlatformChange, PlatformList, PlatformWithSecret } from '../../api/contract.ts'
import { sendAnew, sendOnce } from '../../api/tries.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import { providerQueries } from '../providers/queries.ts'
import { sessionQueries } from '../session/queries.ts'

export const platformQueries = {
  /** An administrator has one. */
  own: () =>
    queryOptions({
      queryKey: ['platform'],
      queryFn: async ({ signal }) => {
        const { data } = await api.get<PlatformList>('/v1/platforms', { signal })
        return data[0] ?? null
      },
    }),
}

/** What this page has loaded is of the platform that it shows, and stays as it is. */
export const foundPlatform = () =>
  mutationOptions({
    mutationFn: (platform: NewPlatform) =>
      sendOnce(attemptPlace('platform'), platform, ({ key }) =>
        api.post<PlatformWithSecret>('/v1/platforms', platform, { headers: { 'idempotency-key': key } }),
      ),
  })

export const changePlatform = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: PlatformChange & { id: string }) =>
      api.patch<Platform>(`/v1/platforms/${id}`, change),
    onSuccess: (platform) => {
      queries.setQueryData(platformQueries.own().queryKey, platform)
      // The menu says whose platform it is.
      const { id, name } = platform
      queries.setQueryData(sessionQueries.me().queryKey, (me) =>
        me?.platform.id === id ? { ...me, platform: { ...me.platform, name } } : me,
      )
      void queries.invalidateQueries({ queryKey: sessionQueries.workplaces().queryKey })
      // A test that lacked a setting holds no more once it is changed.
      void queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey })
    },
  })

/** The secret stays out of the cache: the user who asked for it holds it. */
export const rotateWebhookSecret = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) =>
      sendAnew(attemptPlace('platform-secret'), { id }, ({ key }) =>
        api.post<PlatformWithSecret>(`/v1/platforms/${id}/rotate-webhook-secret`, undefined, {
          headers: { 'idempotency-key': key },
        }),
      ),
    onSuccess: ({ webhookSecret, ...platform }) => queries.setQueryData(platformQueries.own().queryKey, platform),
  })
