/** PIXIUM: assumed to be a plain white label that calls a charge refunded after any partial refund. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-pixium-secret'
const ACCOUNT = {
  provider: 'PIXIUM',
  transport: 'http',
  path: '/pixium',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  partlyRefunded: 'refunded',
})
