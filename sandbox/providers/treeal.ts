/** TREEAL: the central bank's Pix API, with a client certificate, and ONZ's accounts. */
import type { DemoAccount } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const ACCOUNT = {
  provider: 'TREEAL',
  transport: 'mtls',
  path: '/treeal',
  furtherPaths: ['/treeal/accounts'],
  publicKey: 'trilho-demo-treeal-client|7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  secretKey: 'trilho-demo-treeal-client-secret',
  webhookSecret: 'trilho-demo-treeal-webhook-header',
} as const satisfies DemoAccount

const [clientId = '', pixKey = ''] = ACCOUNT.publicKey.split('|')

export const provider = bacenPixProvider({
  account: ACCOUNT,
  clientId,
  pixKey,
  webhookHeader: 'x-webhook-secret',
  accounts: { prefix: '/accounts' },
  refunds: 'sells',
})
