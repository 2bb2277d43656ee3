/** A shop's users, for pictures: one is invited and has not joined yet, another has forgotten the password. */
import type { TestProduct } from '../../tests/support/product.ts'
import { DEMO_USERS } from '../seed.ts'
import { until } from './demo-shop.ts'

const INVITED = 'nina.prado@exemplo.com.br'
const [{ email: FORGETFUL }] = DEMO_USERS

/** @returns the path that the invitation's mail leads to. */
export async function inviteDemoPerson(product: TestProduct): Promise<string> {
  await ask(product, '/v1/invitations', { email: INVITED, role: 'operator' })
  return pathMailed(product, INVITED, /\/invitation#[\w-]+/)
}

/** @returns the path that the mail leads to in which a new password is chosen. The old one still holds. */
export async function askForDemoPassword(product: TestProduct): Promise<string> {
  await ask(product, '/v1/auth/password-reset', { email: FORGETFUL })
  return pathMailed(product, FORGETFUL, /\/new-password#[\w-]+/)
}

async function ask({ call }: TestProduct, path: string, body: unknown): Promise<void> {
  const answer = await call('POST', path, body)
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function pathMailed({ call, addresses, adminApiKey }: TestProduct, to: string, path: RegExp): Promise<string> {
  const { mail } = await until(
    async () => {
      const { body } = await call<{ data: { id: string; to: string }[] }>('GET', '/v1/mailbox')
      return { mail: body.data.find((one) => one.to === to) }
    },
    (seen) => seen.mail !== undefined,
  )
  const headers = { authorization: `Bearer ${adminApiKey}` }
  const page = await fetch(`${addresses.app}/v1/mailbox/${mail?.id}/page`, { headers })
  const [link] = path.exec(await page.text()) ?? []
  if (!link) throw new Error(`The mail to ${to} holds no link`)
  return link
}
