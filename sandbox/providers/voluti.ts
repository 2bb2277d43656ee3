/** VOLUTI: keys that begin with a certificate. */
import type { DemoAccount } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const ACCOUNT = {
  provider: 'VOLUTI',
  transport: 'mtls',
  path: '/voluti',
  furtherPaths: ['/voluti/accounts'],
  publicKey: 'trilho-demo-voluti-certificate|trilho-demo-voluti-client|5e0b6c1a-2d8f-4a37-b6c9-0f4e8d7a2b31',
  secretKey: 'trilho-demo-voluti-certificate-key|trilho-demo-voluti-client-secret',
  webhookSecret: 'trilho-demo-voluti-webhook-header',
} as const satisfies DemoAccount

const [, clientId = '', pixKey = ''] = ACCOUNT.publicKey.split('|')
const [, clientSecret = ''] = ACCOUNT.secretKey.split('|')

export const provider = bacenPixProvider({
  account: ACCOUNT,
  clientId,
  clientSecret,
  pixKey,
  webhookHeader: 'x-webhook-secret',
  accounts: { prefix: '/accounts' },
})
