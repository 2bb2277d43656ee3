/** NEWLEVEL: FastSoft below its /user folder, with refunds and withdrawals. */
import type { DemoAccount } from '../accounts.ts'
import { fastsoftProvider } from '../families/fastsoft.ts'

const ACCOUNT = {
  provider: 'NEWLEVEL',
  transport: 'http',
  path: '/newlevel/user',
  publicKey: null,
  secretKey: 'trilho-demo-newlevel-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = fastsoftProvider({
  account: ACCOUNT,
  folder: '',
  refunds: true,
  cashout: true,
})
