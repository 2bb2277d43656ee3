/** SAQPAY: taken for a white label; its notices name the transaction and carry the secret that was agreed upon. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'
import { randomWord } from '../identifiers.ts'

const ACCOUNT = {
  provider: 'SAQPAY',
  transport: 'http',
  path: '/saqpay',
  publicKey: null,
  secretKey: 'trilho-demo-saqpay-secret',
  webhookSecret: 'trilho-demo-saqpay-ipn',
} as const satisfies DemoAccount

export const provider = {
  ...whiteLabelProvider({ account: ACCOUNT, basic: [ACCOUNT.secretKey, 'x'], refund: null, methods: ['pix'] }),
  webhook: {
    payload: ({ id, reference, status }: { id: string; reference: string; status: string }) => ({
      external_reference: reference,
      transaction_id: id,
      ipn_event: status,
      correlation_id: randomWord(24),
    }),
    address: ({ url }: { url: string }) => ({ url, headers: { authorization: ACCOUNT.webhookSecret } }),
  },
}
