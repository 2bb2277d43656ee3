/** OWENPAY: the assumed wire behind a token, over mutual TLS. */
import type { DemoAccount } from '../accounts.ts'
import { tokenPixProvider } from '../families/token-pix.ts'

const ACCOUNT = {
  provider: 'OWENPAY',
  transport: 'mtls',
  path: '/owenpay',
  publicKey: 'trilho-demo-owenpay-client',
  secretKey: 'trilho-demo-owenpay-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = tokenPixProvider({
  account: ACCOUNT,
  client: { client_id: ACCOUNT.publicKey, client_secret: ACCOUNT.secretKey },
  refunds: true,
})
