/** PODPAY: the wire of TREEAL, without refunds. */
import type { DemoAccount } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const ACCOUNT = {
  provider: 'PODPAY',
  transport: 'mtls',
  path: '/podpay',
  furtherPaths: ['/podpay/accounts'],
  publicKey: 'trilho-demo-podpay-client|2a5c0b7e-6f1d-4f0e-9b57-3c0a2f9d1e77',
  secretKey: 'trilho-demo-podpay-client-secret',
  webhookSecret: 'trilho-demo-podpay-webhook-header',
} as const satisfies DemoAccount

const [clientId = '', pixKey = ''] = ACCOUNT.publicKey.split('|')

export const provider = bacenPixProvider({
  account: ACCOUNT,
  clientId,
  pixKey,
  webhookHeader: 'x-webhook-secret',
  accounts: { prefix: '/accounts' },
})
