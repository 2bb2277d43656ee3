/** VENIT: the older gateway, with singular paths and its own spelling. */
import type { DemoAccount } from '../accounts.ts'
import { functionsProvider } from '../families/functions-v1.ts'

const ACCOUNT = {
  provider: 'VENIT',
  transport: 'http',
  path: '/venit',
  publicKey: 'trilho-demo-venit-company',
  secretKey: 'trilho-demo-venit-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = functionsProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, ACCOUNT.publicKey],
  singular: true,
  statuses: { refunded: 'refound' },
})
