import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  Invitation,
  Member,
  MemberChange,
  MemberList,
  NewInvitation,
  User,
  UserChange,
} from '../../api/contract.ts'
import { wholeList } from '../../api/pages.ts'

export const peopleQueries = {
  people: () =>
    queryOptions({
      queryKey: ['people'],
      queryFn: ({ signal }) => wholeList<User>('/v1/users', { signal }),
    }),
  members: () =>
    queryOptions({
      queryKey: ['members'],
      queryFn: ({ signal }) => api.get<MemberList>('/v1/members', { signal }),
    }),
  invitations: () =>
    queryOptions({
      queryKey: ['invitations'],
      queryFn: ({ signal }) => wholeList<Invitation>('/v1/invitations', { signal }),
    }),
}

const refresh = (queries: QueryClient, list: keyof typeof peopleQueries) => () =>
  queries.invalidateQueries({ queryKey: peopleQueries[list]().queryKey })

export const invite = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (invitation: NewInvitation) => api.post<Invitation>('/v1/invitations', invitation),
    onSettled: refresh(queries, 'invitations'),
  })

export const resendInvitation = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Invitation) => api.post<Invitation>(`/v1/invitations/${id}/resend`),
    onSettled: refresh(queries, 'invitations'),
  })

export const withdrawInvitation = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Invitation) => api.delete(`/v1/invitations/${id}`),
    onSettled: refresh(queries, 'invitations'),
  })

export const endMembership = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (userId: string) => api.delete(`/v1/members/${userId}`),
    onSettled: refresh(queries, 'members'),
  })

export const changeMember = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ userId, ...change }: MemberChange & { userId: string }) =>
      api.patch<Member>(`/v1/members/${userId}`, change),
    onSettled: refresh(queries, 'members'),
  })

export const changePerson = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: UserChange & { id: string }) => api.patch<User>(`/v1/users/${id}`, change),
    onSettled: refresh(queries, 'people'),
  })

export const removePerson = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete(`/v1/users/${id}`),
    onSettled: refresh(queries, 'people'),
  })

export const resetFactor = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete(`/v1/users/${id}/second-factor`),
    onSettled: refresh(queries, 'people'),
  })
