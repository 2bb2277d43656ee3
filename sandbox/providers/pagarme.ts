/** PAGARME: Pagar.me core v5. */
import type { DemoAccount } from '../accounts.ts'
import { pagarmeProvider } from '../families/pagarme.ts'

const ACCOUNT = {
  provider: 'PAGARME',
  transport: 'http',
  path: '/pagarme/core/v5',
  publicKey: 'pk_test_trilho-demo-pagarme',
  secretKey: 'sk_test_trilho-demo-pagarme',
  webhookSecret: 'trilho-demo-pagarme:webhook-password',
} as const satisfies DemoAccount

export const provider = pagarmeProvider(ACCOUNT)
