/** What somebody finds in their mails: read on the local mailbox page, which shows them as they are sent. */
import type { TestApi } from './support.ts'

interface Mail {
  id: string
  to: string
  subject: string
}

const asAdmin = (api: TestApi, path: string) => api.call(api.home.keys.admin, 'GET', path)

/** Of mails whose links are still good, the newest first. */
export async function mailsTo(api: TestApi, email: string): Promise<Mail[]> {
  const { data } = (await asAdmin(api, '/v1/mailbox')).json<{ data: Mail[] }>()
  return data.filter(({ to }) => to === email)
}

/** What stands behind the # of the newest one's link. */
export async function tokenIn(api: TestApi, email: string): Promise<string> {
  const [mail] = await mailsTo(api, email)
  if (!mail) throw new Error(`No mail to ${email}`)
  const { body } = await asAdmin(api, `/v1/mailbox/${mail.id}/page`)
  const token = /href="[^"#]+#([\w-]{43})"/.exec(body)?.[1]
  if (!token) throw new Error(`No link in ${body}`)
  return token
}

/** As the page of a link does it. */
export const onPage = (api: TestApi) => ({
  look: (token: string) => api.call(null, 'POST', '/v1/auth/links', { payload: { token } }),
  use: (payload: { token: string; password: string; name?: string }) =>
    api.call(null, 'POST', '/v1/auth/links/use', { payload }),
})
