/** ZENET: its keys begin with the client's certificate, and it does not pay out. */
import type { DemoAccount } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const ACCOUNT = {
  provider: 'ZENET',
  transport: 'mtls',
  path: '/zenet',
  publicKey: '{certificate}|trilho-demo-zenet-client|c83d1f60-94ab-4e2e-a5d7-6b1f0c9e8a42',
  secretKey: '{certificateKey}|trilho-demo-zenet-client-secret',
  webhookSecret: 'trilho-demo-zenet-webhook-header',
} as const satisfies DemoAccount

const [, clientId = '', pixKey = ''] = ACCOUNT.publicKey.split('|')
const [, clientSecret = ''] = ACCOUNT.secretKey.split('|')

export const provider = bacenPixProvider({
  account: ACCOUNT,
  clientId,
  clientSecret,
  pixKey,
  webhookHeader: 'x-webhook-secret',
})
