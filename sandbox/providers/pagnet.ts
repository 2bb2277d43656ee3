/** PAGNET: FastSoft, with withdrawals. */
import type { DemoAccount } from '../accounts.ts'
import { fastsoftProvider } from '../families/fastsoft.ts'

const ACCOUNT = {
  provider: 'PAGNET',
  transport: 'http',
  path: '/pagnet',
  publicKey: null,
  secretKey: 'trilho-demo-pagnet-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = fastsoftProvider({
  account: ACCOUNT,
  folder: '/user',
  cashout: true,
})
