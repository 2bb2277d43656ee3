/** VELTRAX: the assumed wire behind a token. */
import type { DemoAccount } from '../accounts.ts'
import { tokenPixProvider } from '../families/token-pix.ts'

const ACCOUNT = {
  provider: 'VELTRAX',
  transport: 'http',
  path: '/veltrax',
  publicKey: 'trilho-demo-veltrax-client',
  secretKey: 'trilho-demo-veltrax-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = tokenPixProvider({
  account: ACCOUNT,
  client: { client_id: ACCOUNT.publicKey, client_secret: ACCOUNT.secretKey },
})
