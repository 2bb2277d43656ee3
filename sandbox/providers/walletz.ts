/** WALLETZ: taken for a white label that counts in seconds. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

const SECRET_KEY = 'trilho-demo-walletz-secret'
const ACCOUNT = {
  provider: 'WALLETZ',
  transport: 'http',
  path: '/walletz',
  publicKey: null,
  secretKey: SECRET_KEY,
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  refund: null,
  methods: ['pix'],
  lifetime: 'expiresInSeconds',
})
