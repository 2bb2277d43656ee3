/** HUNTERPAY: the key as user and an empty password; a deletion is a refund. */
import type { DemoAccount } from '../accounts.ts'
import { purchaseProvider } from '../families/purchase-v2.ts'

const ACCOUNT = {
  provider: 'HUNTERPAY',
  transport: 'http',
  path: '/hunterpay',
  publicKey: null,
  secretKey: 'trilho-demo-hunterpay-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = purchaseProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, ''],
  pix: (qrcode) => ({ pix: { qrcode } }),
  refunds: true,
  contested: 'INFRACTION',
})
