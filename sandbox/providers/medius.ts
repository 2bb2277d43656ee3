/** MEDIUS: the secret key with an x, and withdrawals. */
import type { DemoAccount } from '../accounts.ts'
import { functionsProvider } from '../families/functions-v1.ts'

const ACCOUNT = {
  provider: 'MEDIUS',
  transport: 'http',
  path: '/medius/functions/v1',
  publicKey: null,
  secretKey: 'trilho-demo-medius-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = functionsProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, 'x'],
  withdrawals: true,
})
