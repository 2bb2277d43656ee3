/** PAYSHARKGATEWAY: the white label, with the public key as user. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-paysharkgateway-secret'
const WITHDRAW_KEY = 'trilho-demo-paysharkgateway-withdraw'
const ACCOUNT = {
  provider: 'PAYSHARKGATEWAY',
  transport: 'http',
  path: '/paysharkgateway/v1',
  publicKey: 'trilho-demo-paysharkgateway-public',
  secretKey: `${SECRET_KEY}|${WITHDRAW_KEY}`,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.publicKey, SECRET_KEY],
  withdrawKey: WITHDRAW_KEY,
})
