/** What a person finds in their mails: read on the local mailbox page, which shows them as they are sent. */
import type { TestApi } from './support.ts'

interface Mail {
  id: string
  to: string
  subject: string
}

type Asking = (path: string) => ReturnType<TestApi['call']>

const asAdmin =
  (api: TestApi): Asking =>
  (path) =>
    api.call(api.home.keys.admin, 'GET', path)

/** Of mails whose links are still good, the newest first. */
export async function mailsTo(api: TestApi, email: string, ask = asAdmin(api)): Promise<Mail[]> {
  const { data } = (await ask('/v1/mailbox')).json<{ data: Mail[] }>()
  return data.filter(({ to }) => to === email)
}

/** What stands behind the # of the newest one's link. @param ask as a user who sees the mailbox of the platform that wrote it. */
export async function tokenIn(api: TestApi, email: string, ask = asAdmin(api)): Promise<string> {
  const [mail] = await mailsTo(api, email, ask)
  if (!mail) throw new Error(`No mail to ${email}`)
  const { body } = await ask(`/v1/mailbox/${mail.id}/page`)
  const token = /href="[^"#]+#([\w-]{43})"/.exec(body)?.[1]
  if (!token) throw new Error(`No link in ${body}`)
  return token
}

/** As the page of a link does it. */
export const onPage = (api: TestApi) => ({
  look: (token: string) => api.call(null, 'POST', '/v1/auth/links', { payload: { token } }),
  use: (payload: { token: string; password: string; name?: string; replace?: boolean }) =>
    api.call(null, 'POST', '/v1/auth/links/use', { payload }),
})
