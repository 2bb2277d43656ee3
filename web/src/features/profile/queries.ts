import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  Me,
  PasswordAndCode,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorEnrolment,
  SecondFactorStart,
  SessionList,
} from '../../api/contract.ts'
import { sessionQueries } from '../session/queries.ts'

const FACTOR = '/v1/me/second-factor'

export const profileQueries = {
  factor: () =>
    queryOptions({
      queryKey: ['second-factor'],
      queryFn: ({ signal }) => api.get<SecondFactor>(FACTOR, { signal }),
    }),
  sessions: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: ({ signal }) => api.get<SessionList>('/v1/me/sessions', { signal }),
    }),
}

/** What signing in asks for has changed, and other sessions may have ended. */
const refresh = (queries: QueryClient) =>
  Promise.all(
    [sessionQueries.me().queryKey, profileQueries.factor().queryKey, profileQueries.sessions().queryKey].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )

export const beginFactor = () =>
  mutationOptions({ mutationFn: (start: SecondFactorStart) => api.post<SecondFactorEnrolment>(FACTOR, start) })

export const confirmFactor = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (code: SecondFactorCode) => api.post<RecoveryCodes>(`${FACTOR}/confirm`, code),
    onSuccess: () => refresh(queries),
  })

export const makeRecoveryCodes = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (proof: PasswordAndCode) => api.post<RecoveryCodes>(`${FACTOR}/recovery-codes`, proof),
    onSuccess: () => refresh(queries),
  })

export const disableFactor = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (proof: PasswordAndCode) => api.post(`${FACTOR}/disable`, proof),
    onSuccess: () => refresh(queries),
  })

export const changeOwnName = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => api.patch<Me>('/v1/me', { name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQueries.me().queryKey }),
  })

export const changePassword = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (change: { password: string; newPassword: string }) => api.post('/v1/me/password', change),
    onSuccess: () => refresh(queries),
  })

/** @param id of one session; all but this one when it is left out. */
export const endSession = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string | undefined) => api.delete(id ? `/v1/me/sessions/${id}` : '/v1/me/sessions'),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileQueries.sessions().queryKey }),
  })
