/** CASHTIME: a charge is read as an order. */
import type { DemoAccount } from '../accounts.ts'
import { cashtimeProvider } from '../families/cashtime.ts'

const ACCOUNT = {
  provider: 'CASHTIME',
  transport: 'http',
  path: '/cashtime/v1',
  publicKey: 'trilho-demo-cashtime-store',
  secretKey: 'trilho-demo-cashtime-authorization',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = cashtimeProvider({
  account: ACCOUNT,
  readCall: '/details/orders',
})
