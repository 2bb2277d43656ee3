/** ONZ: its accounts give tokens in words of their own. */
import type { DemoAccount } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const ACCOUNT = {
  provider: 'ONZ',
  transport: 'mtls',
  path: '/onz',
  furtherPaths: ['/onz/accounts'],
  publicKey: 'trilho-demo-onz-client|91c4f0de-3b7a-4c55-8f1e-7a90b2c6d418',
  secretKey: 'trilho-demo-onz-client-secret',
  webhookSecret: 'trilho-demo-onz-webhook-header',
} as const satisfies DemoAccount

const [clientId = '', pixKey = ''] = ACCOUNT.publicKey.split('|')

export const provider = bacenPixProvider({
  account: ACCOUNT,
  clientId,
  pixKey,
  webhookHeader: 'x-webhook-secret',
  refunds: 'devolucao',
  accounts: { prefix: '/accounts', camelCase: true },
})
