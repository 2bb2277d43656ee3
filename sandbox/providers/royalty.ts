/** ROYALTY: FastSoft, with refunds. */
import type { DemoAccount } from '../accounts.ts'
import { fastsoftProvider } from '../families/fastsoft.ts'

const ACCOUNT = {
  provider: 'ROYALTY',
  transport: 'http',
  path: '/royalty',
  publicKey: null,
  secretKey: 'trilho-demo-royalty-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = fastsoftProvider({
  account: ACCOUNT,
  folder: '/user',
  refunds: true,
})
