/** REFLOWPAY: the CASHTIME wire, whose withdrawals can be read. */
import type { DemoAccount } from '../accounts.ts'
import { cashtimeProvider } from '../families/cashtime.ts'

const ACCOUNT = {
  provider: 'REFLOWPAY',
  transport: 'http',
  path: '/reflowpay/v1',
  publicKey: 'trilho-demo-reflowpay-store',
  secretKey: 'trilho-demo-reflowpay-authorization',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = cashtimeProvider({
  account: ACCOUNT,
  readCall: '/transactions',
  readsWithdrawals: true,
})
