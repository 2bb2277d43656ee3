/** IUGUBAAS: Iugu's invoices alone. */
import type { DemoAccount } from '../accounts.ts'
import { iuguProvider } from '../families/iugu.ts'

const ACCOUNT = {
  provider: 'IUGUBAAS',
  transport: 'http',
  path: '/iugubaas/v1',
  publicKey: 'TRILHODEMOIUGUBAASACCOUNT',
  secretKey: 'trilho-demo-iugubaas-token',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = iuguProvider({ account: ACCOUNT })
