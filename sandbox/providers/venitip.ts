/** VENITIP: the secret key with the company, and answers in `data`. */
import type { DemoAccount } from '../accounts.ts'
import { functionsProvider } from '../families/functions-v1.ts'

const ACCOUNT = {
  provider: 'VENITIP',
  transport: 'http',
  path: '/venitip/functions/v1',
  publicKey: 'trilho-demo-venitip-company',
  secretKey: 'trilho-demo-venitip-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = functionsProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, ACCOUNT.publicKey],
  statuses: { chargeback: 'infraction' },
  wrapped: true,
})
