/** ORBITA: the white label, with the secret key as user and an API key as password. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-orbita-secret'
const WITHDRAW_KEY = 'trilho-demo-orbita-withdraw'
const ACCOUNT = {
  provider: 'ORBITA',
  transport: 'http',
  path: '/orbita/v1',
  publicKey: 'trilho-demo-orbita-public',
  secretKey: `${SECRET_KEY}|${WITHDRAW_KEY}`,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, ACCOUNT.publicKey],
  withdrawKey: WITHDRAW_KEY,
})
