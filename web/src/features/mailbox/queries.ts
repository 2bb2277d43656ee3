/** The mails that buyers would get: local mode only, and in no contract. */
import { queryOptions } from '@tanstack/react-query'
import type { MailState } from '../../../../domain/mail.ts'
import { api } from '../../api/client.ts'

export interface LocalMail {
  id: string
  to: string
  subject: string
  state: MailState
  createdAt: string
}

const PATH = '/v1/mailbox'
const REFRESH_MS = 2_000

export const mailPage = (id: string) => `${PATH}/${id}/page`

export const mailboxQueries = {
  list: () =>
    queryOptions({
      queryKey: ['mailbox'],
      refetchInterval: REFRESH_MS,
      queryFn: ({ signal }) => api.get<{ data: LocalMail[] }>(PATH, { signal }),
    }),
}
