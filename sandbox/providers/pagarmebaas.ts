/** PAGARMEBAAS: Pagar.me core v5. */
import type { DemoAccount } from '../accounts.ts'
import { pagarmeProvider } from '../families/pagarme.ts'

const ACCOUNT = {
  provider: 'PAGARMEBAAS',
  transport: 'http',
  path: '/pagarmebaas/core/v5',
  publicKey: 'pk_test_trilho-demo-pagarmebaas',
  secretKey: 'sk_test_trilho-demo-pagarmebaas',
  webhookSecret: 'trilho-demo-pagarmebaas:webhook-password',
} as const satisfies DemoAccount

export const provider = pagarmeProvider(ACCOUNT)
