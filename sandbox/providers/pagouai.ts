/** PAGOUAI: the white label, with withdrawals. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-pagouai-secret'
const WITHDRAW_KEY = 'trilho-demo-pagouai-withdraw'
const ACCOUNT = {
  provider: 'PAGOUAI',
  transport: 'http',
  path: '/pagouai/v1',
  publicKey: null,
  secretKey: `${SECRET_KEY}|${WITHDRAW_KEY}`,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  withdrawKey: WITHDRAW_KEY,
})
