/** PAGUESAFE: the white label, with the secret key as user and an x as password. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const ACCOUNT = {
  provider: 'PAGUESAFE',
  transport: 'http',
  path: '/paguesafe/v1',
  publicKey: null,
  secretKey: 'sk_test_trilho-demo-paguesafe',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, 'x'],
})
