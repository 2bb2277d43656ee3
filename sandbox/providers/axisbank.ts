/** AXISBANK: the word secret as user, and withdrawals. */
import type { DemoAccount } from '../accounts.ts'
import { purchaseProvider } from '../families/purchase-v2.ts'

const ACCOUNT = {
  provider: 'AXISBANK',
  transport: 'http',
  path: '/axisbank',
  publicKey: null,
  secretKey: 'trilho-demo-axisbank-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = purchaseProvider({
  account: ACCOUNT,
  basic: ['secret', ACCOUNT.secretKey],
  pix: (pixCode) => ({ pixCode }),
  cashOut: true,
  contested: 'INFRACTION',
})
