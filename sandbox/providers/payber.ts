/** PAYBER: taken for a white label. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-payber-secret'
const ACCOUNT = {
  provider: 'PAYBER',
  transport: 'http',
  path: '/payber',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  refund: null,
  methods: ['pix'],
})
