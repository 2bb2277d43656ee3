/** PAGO: taken for a white label that counts in minutes. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-pago-secret'
const ACCOUNT = {
  provider: 'PAGO',
  transport: 'http',
  path: '/pago',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  refund: null,
  methods: ['pix'],
  lifetime: 'expiresInMinutes',
})
