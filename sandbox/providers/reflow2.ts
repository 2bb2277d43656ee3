/** REFLOW2: the REFLOWPAY wire with numbers for the status of a withdrawal. */
import type { DemoAccount } from '../accounts.ts'
import { cashtimeProvider } from '../families/cashtime.ts'

const ACCOUNT = {
  provider: 'REFLOW2',
  transport: 'http',
  path: '/reflow2/v1',
  publicKey: 'trilho-demo-reflow2-store',
  secretKey: 'trilho-demo-reflow2-authorization',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = cashtimeProvider({
  account: ACCOUNT,
  readCall: '/transactions',
  withdrawalStatuses: { pending: '0', paid: '1', refused: '2', canceled: '3' },
  numericStatuses: true,
  readsWithdrawals: true,
})
