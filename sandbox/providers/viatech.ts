/** VIATECH: taken for a white label. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-viatech-secret'
const ACCOUNT = {
  provider: 'VIATECH',
  transport: 'http',
  path: '/viatech',
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
