/** FAIRPAY: taken for a white label where a DELETE takes everything back. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-fairpay-secret'
const ACCOUNT = {
  provider: 'FAIRPAY',
  transport: 'http',
  path: '/fairpay',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  refund: 'DELETE',
  methods: ['pix'],
})
