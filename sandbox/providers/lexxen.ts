/** LEXXEN: the assumed wire behind a token that is requested in a company's name. */
import type { DemoAccount } from '../accounts.ts'
import { tokenPixProvider } from '../families/token-pix.ts'

const ACCOUNT = {
  provider: 'LEXXEN',
  transport: 'http',
  path: '/lexxen',
  publicKey: 'trilho-demo-lexxen-client|trilho-demo-lexxen-company',
  secretKey: 'trilho-demo-lexxen-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const [client_id = '', company_id = ''] = ACCOUNT.publicKey.split('|')

export const provider = tokenPixProvider({
  account: ACCOUNT,
  client: { client_id, client_secret: ACCOUNT.secretKey, company_id },
})
