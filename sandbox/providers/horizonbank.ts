/** HORIZONBANK: taken for a plain white label. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-horizonbank-secret'
const ACCOUNT = {
  provider: 'HORIZONBANK',
  transport: 'http',
  path: '/horizonbank',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
})
