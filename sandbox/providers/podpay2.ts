/** PODPAY2: the white label, with the public key as user and the secret one as password. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-podpay2-secret'
const WITHDRAW_KEY = 'trilho-demo-podpay2-withdraw'
const ACCOUNT = {
  provider: 'PODPAY2',
  transport: 'http',
  path: '/podpay2/v1',
  publicKey: 'trilho-demo-podpay2-public',
  secretKey: `${SECRET_KEY}|${WITHDRAW_KEY}`,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.publicKey, SECRET_KEY],
  withdrawKey: WITHDRAW_KEY,
})
