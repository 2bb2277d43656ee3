/** A shop's users, for pictures. One is invited and has not joined yet. */
import type { TestProduct } from '../../tests/support/product.ts'

const EMAIL = 'nina.prado@exemplo.com.br'

/** @returns the path that the invitation's mail leads to. */
export async function inviteDemoPerson({ call, addresses, adminApiKey }: TestProduct): Promise<string> {
  const answer = await call('POST', '/v1/invitations', { email: EMAIL, role: 'operator' })
  if (answer.status !== 201) throw new Error(`invitations: ${answer.status} ${JSON.stringify(answer.body)}`)
  const mails = await call<{ data: { id: string; to: string }[] }>('GET', '/v1/mailbox')
  const mail = mails.body.data.find(({ to }) => to === EMAIL)
  const headers = { authorization: `Bearer ${adminApiKey}` }
  const page = await fetch(`${addresses.app}/v1/mailbox/${mail?.id}/page`, { headers })
  const [link] = /\/invitation#[\w-]+/.exec(await page.text()) ?? []
  if (!link) throw new Error('The invitation holds no link')
  return link
}
