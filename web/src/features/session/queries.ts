import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client.ts'
import type {
  AccessLink,
  LinkUse,
  Me,
  PlatformJoin,
  PublicSettings,
  SecondFactorAsked,
  SecondFactorCode,
  SignIn,
  Workplace,
  WorkplaceList,
} from '../../api/contract.ts'
import { forgetTestMode } from '../../routes/left-test-mode.ts'
import { toast } from '../../ui/toast.ts'
import { forgetDrafts } from '../../ui/use-draft.ts'
import { tellOtherTabs } from './other-tabs.ts'

export const sessionQueries = {
  /** Null when no user is signed in. */
  me: () =>
    queryOptions({
      queryKey: ['me'],
      staleTime: 60_000,
      queryFn: ({ signal, client }): Promise<Me | null> =>
        api.get<Me>('/v1/me', { signal }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 401) throw error
          forgetMessages(client)
          return null
        }),
    }),
  /** The platforms that the person works for. */
  workplaces: () =>
    queryOptions({
      queryKey: ['workplaces'],
      staleTime: 60_000,
      queryFn: ({ signal }) => api.get<WorkplaceList>('/v1/me/platforms', { signal }),
    }),
  settings: () =>
    queryOptions({
      queryKey: ['settings'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => api.get<PublicSettings>('/v1/settings', { signal }),
    }),
  /** What a link from a mail is for. Asked once: using it is what ends it. */
  link: (token: string) =>
    queryOptions({
      queryKey: ['link', token],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      queryFn: ({ signal }) => api.post<AccessLink>('/v1/auth/links', { token }, { signal }),
    }),
}

/** What was told to a user whose session has ended. What is said after that, as of the request that met the end, stays. */
function forgetMessages(queries: QueryClient): void {
  if (queries.getQueryData(sessionQueries.me().queryKey)) toast.dismissAll()
}

/** The session has ended, as a request was told. The shell then asks for the next sign-in. */
export function forgetSession(queries: QueryClient): void {
  forgetMessages(queries)
  queries.setQueryData(sessionQueries.me().queryKey, null)
}

/** What another person's session had loaded is forgotten with it. */
function begin(queries: QueryClient, me: Me): void {
  queries.clear()
  toast.dismissAll()
  queries.setQueryData(sessionQueries.me().queryKey, me)
  tellOtherTabs()
}

/** Whether the password was only the first step. */
export const isCodeAsked = (answer: Me | SecondFactorAsked): answer is SecondFactorAsked => 'next' in answer

/** Whether it is refused because another user chose the user's password. */
export const isOwnPasswordAsked = (error: unknown): boolean =>
  error instanceof ApiError && Boolean(error.problem?.errors?.some(({ rule }) => rule === 'ownPassword'))

export const signIn = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (credentials: SignIn) => api.post<Me | SecondFactorAsked>('/v1/auth/sign-in', credentials),
    onSuccess: (answer) => {
      if (!isCodeAsked(answer)) begin(queries, answer)
    },
  })

export const enterCode = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (code: SecondFactorCode) => api.post<Me>('/v1/auth/second-factor', code),
    onSuccess: (me) => begin(queries, me),
  })

export const askForPassword = () =>
  mutationOptions({ mutationFn: (email: string) => api.post('/v1/auth/password-reset', { email }) })

export const applyLink = () => mutationOptions({ mutationFn: (use: LinkUse) => api.post('/v1/auth/links/use', use) })

/** Accepts an invitation with the sign-in of now. */
export const join = () =>
  mutationOptions({ mutationFn: (joining: PlatformJoin) => api.post<Workplace>('/v1/me/platforms', joining) })

export const signOut = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post('/v1/auth/sign-out'),
    onSettled: () => {
      forgetDrafts()
      forgetTestMode()
      queries.clear()
      tellOtherTabs()
    },
  })
