/** ABMEX: sales alone. */
import type { DemoAccount } from '../accounts.ts'
import { abmexProvider } from '../families/abmex.ts'

const ACCOUNT = {
  provider: 'ABMEX',
  transport: 'http',
  path: '/abmex',
  publicKey: null,
  secretKey: 'trilho-demo-abmex-key',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = abmexProvider(ACCOUNT)
